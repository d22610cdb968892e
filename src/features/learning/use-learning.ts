import { useEffect, useMemo } from 'react';
import { courseProgress, isDone } from '#contract/learning/learning.rules.ts';
import type { StepDone } from '#contract/learning/learning.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { report } from '#src/session/report.ts';
import { useOfAny, useReplicaState } from '#src/session/use-replica.ts';
import { learningCalls, setStep, stepInput } from './learning.mutations.ts';

/** What the signed-in person has done of pages, with or without a network; null for a visitor, and until this device knows. */
export function useLearning() {
  const state = useReplicaState();
  const replica = state.status === 'ready' ? state.replica : null;
  useEffect(() => replica?.learn(learningCalls), [replica]);
  const result = useOfAny(replica, (own) => own.read(scopeOf.user(own.user_id), 'learning'));
  const rows = result?.status === 'ready' ? result.rows : null;
  return useMemo(() => {
    if (!replica || rows === null) return null;
    const byPage = new Map(rows.map((row) => [row.id, row]));
    return {
      isDone: (pageId: string, step: string) => isDone(byPage.get(pageId), step),
      answerOf: (pageId: string, step: string) =>
        byPage.get(pageId)?.steps.find(({ id }) => id === step)?.answer ?? null,
      set: (pageId: string, step: string, body: StepDone) =>
        void replica.enqueue(setStep, stepInput(pageId, step, body)).catch(report),
      courseProgress: (lessons: readonly { id: string }[]) => courseProgress(lessons, rows),
    };
  }, [replica, rows]);
}
