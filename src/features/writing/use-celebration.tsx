import { Suspense, useState, type ReactNode } from 'react';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { useAtWork } from '#src/ui/dirty-forms.ts';
import type { DeskParts } from '#src/desk/desk-parts.ts';
import { sayNotKept } from '#src/desk/not-kept.ts';

/** A moment for what was just handed in, over what the desk shows of it then. */
export function useCelebration(
  Celebration: DeskParts['Celebration'],
  draw: (document: WorkDocument) => ReactNode,
) {
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
          <Celebration work={work} chapters={chapters} draw={draw} onClose={end} />
        </Suspense>
      ),
  };
}
