import { Suspense, useState, type ReactNode } from 'react';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { latePart } from '#src/session/late-code.ts';

const HandedInCelebration = latePart(
  async () => (await import('./handed-in-celebration.tsx')).HandedInCelebration,
);

/** A moment for what was just handed in, over what the desk shows of it then. */
export function useCelebration(draw: (document: WorkDocument) => ReactNode) {
  const [isOn, setOn] = useState(false);
  return {
    celebrate: () => setOn(true),
    celebrationOf: (work: OwnWork, chapters: readonly OwnChapter[]) =>
      isOn &&
      work.state === 'submitted' && (
        <Suspense fallback={null}>
          <HandedInCelebration work={work} chapters={chapters} draw={draw} onClose={() => setOn(false)} />
        </Suspense>
      ),
  };
}
