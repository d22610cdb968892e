import { useEffect, useMemo, useState } from 'react';
import { createStore, type StoreApi } from 'zustand';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { useLocalDrafts } from '#src/session/local-drafts.ts';
import { report } from '#src/session/report.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { ChapterDraft, type SaveState, type Typed } from './chapter-draft.ts';
import { WordsOnDevice } from './left-words.ts';
import { saveChapter } from './writing.mutations.ts';

/** Keeps what is typed into a chapter, see `ChapterDraft`. `read` and `show` are the same functions for as long as it is open. */
export function useChapterDraft(
  chapter: OwnChapter,
  { read, show }: { read: () => Typed; show: (typed: Typed) => void },
): { state: StoreApi<SaveState>; draft: ChapterDraft } {
  const replica = useReplica();
  const localDrafts = useLocalDrafts();
  // Watched by what shows it: at the first key after a pause the editor and its buttons are not drawn again.
  const [state] = useState(() => createStore<SaveState>()(() => 'saved'));
  const { id, work_id } = chapter;
  const words = useMemo(() => new WordsOnDevice(localDrafts, { id, work_id }), [localDrafts, id, work_id]);
  const [draft] = useState(
    () =>
      new ChapterDraft(chapter, {
        read,
        show,
        store: (input) => replica.enqueue(saveChapter, input),
        keep: (kept) => words.keep(kept),
        onState: (now) => state.setState(now),
        onFailure: report,
      }),
  );

  useEffect(() => draft.follow(chapter), [draft, chapter]);

  useEffect(() => {
    let isLeft = false;
    words
      .read()
      .then((kept) => {
        if (kept !== null && !isLeft) draft.takeUp(kept);
      })
      .catch(report);
    // A tab that is put away may not come back.
    const leave = () => {
      draft.keep();
      void draft.save();
    };
    const hide = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', leave);
    return () => {
      isLeft = true;
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [draft, words]);

  return { state, draft };
}
