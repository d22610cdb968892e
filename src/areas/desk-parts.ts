import { AddFiles } from '#src/features/book-files/add-files.tsx';
import { Plan } from '#src/features/finishing/cover-lines.tsx';
import { FinishCards } from '#src/features/finishing/finish-cards.tsx';
import { FinishFoot } from '#src/features/finishing/finish-foot.tsx';
import { ChapterEditor } from '#src/features/paper/chapter-editor.tsx';
import type { DeskParts } from '#src/desk/desk-parts.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';

/** What a work of one’s own is made with. */
export const deskParts: DeskParts = {
  Paper: ChapterEditor,
  AddFiles,
  Plan,
  FinishCards,
  FinishFoot,
  Celebration: lazyWithRetry(
    async () => (await import('#src/features/finishing/handed-in-celebration.tsx')).HandedInCelebration,
  ),
};
