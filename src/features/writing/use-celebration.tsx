import { Suspense, useState, type ReactNode } from 'react';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { useAtWork } from '#src/ui/dirty-forms.ts';
import { sayNotKept } from './not-kept.ts';

const HandedInCelebration = lazyWithRetry(
  async () => (await import('./handed-in-celebration.tsx')).HandedInCelebration,
);

/** A moment for what was just handed in, over what the desk shows of it then. */
export function useCelebration(draw: (document: WorkDocument) => ReactNode) {
  const [moment, setMoment] = useState<'none' | 'begun' | 'on'>('none');
  const end = () => setMoment('none');
  // A new version of the app waits from the tap on: a reload would lose the moment.
  useAtWork(moment !== 'none');
  return {
    /** Celebrates once this is done. */
    celebrate: (handedIn: Promise<unknown>) => {
      setMoment('begun');
      handedIn
        .then(() => setMoment('on'))
        .catch((error: unknown) => {
          end();
          sayNotKept(error);
        });
    },
    celebrationOf: (work: OwnWork, chapters: readonly OwnChapter[]) =>
      moment === 'on' &&
      work.state === 'submitted' && (
        <Suspense fallback={null}>
          <HandedInCelebration work={work} chapters={chapters} draw={draw} onClose={end} />
        </Suspense>
      ),
  };
}
