import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { useLocalDrafts } from '#src/session/local-drafts.ts';
import { report } from '#src/session/report.ts';
import { Steps, type Step } from './drawing.rules.ts';

/** Under what the unfinished drawing is kept: there is one at a time. */
const keptAs = 'drawing';

interface Drawing {
  steps: readonly Step[];
  /** Taken back, the last one first. */
  undone: readonly Step[];
}

/** The steps of a drawing, kept on this device from one to the next: a closed pad or a killed tab loses none. */
export function useDrawing() {
  const localDrafts = useLocalDrafts();
  const [drawing, setDrawing] = useState<Drawing>({ steps: [], undone: [] });
  useEffect(() => {
    let isLeft = false;
    localDrafts
      .read(keptAs)
      .then((kept) => {
        const steps = v.safeParse(Steps, kept?.value);
        // Whoever was faster than the device has begun anew.
        if (!isLeft && steps.success)
          setDrawing((now) => (now.steps.length > 0 ? now : { steps: steps.output, undone: [] }));
      })
      .catch(report);
    return () => {
      isLeft = true;
    };
  }, [localDrafts]);

  function change(next: Drawing): void {
    setDrawing(next);
    const kept = next.steps.length > 0 ? localDrafts.keep(keptAs, next.steps) : localDrafts.drop(keptAs);
    kept.catch(report);
  }
  const { steps, undone } = drawing;
  return {
    steps,
    canRedo: undone.length > 0,
    add: (step: Step) => change({ steps: [...steps, step], undone: [] }),
    undo: () => change({ steps: steps.slice(0, -1), undone: [...steps.slice(-1), ...undone] }),
    redo: () => change({ steps: [...steps, ...undone.slice(0, 1)], undone: undone.slice(1) }),
    clear: () => change({ steps: [], undone: [] }),
  };
}
