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
  /** What was there before it was begun again: a tap on the bin takes nothing for good. */
  before?: readonly Step[];
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
  const { steps, undone, before = [] } = drawing;
  return {
    steps,
    canUndo: steps.length + before.length > 0,
    canRedo: undone.length > 0,
    add: (step: Step) => change({ steps: [...steps, step], undone: [], before }),
    undo: () =>
      change(
        steps.length > 0
          ? { steps: steps.slice(0, -1), undone: [...steps.slice(-1), ...undone], before }
          : { steps: before, undone: [] },
      ),
    redo: () => change({ steps: [...steps, ...undone.slice(0, 1)], undone: undone.slice(1), before }),
    restart: () => change({ steps: [], undone: [], before: steps }),
    clear: () => change({ steps: [], undone: [] }),
  };
}
