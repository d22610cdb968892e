import { useCallback } from 'react';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import { ApiProblem } from '#src/sync/api-client.ts';
import { useAnswer } from './use-answer.ts';

const isTooWide = (error: unknown) =>
  error instanceof ApiProblem && error.code === panelProblems.too_wide.code;

/** A page by key as the server answers it. `load` and `asked` are the same as long as the question is the same. */
export function useKeysetAnswer<Asked, Page>(
  load: (asked: Asked, signal: AbortSignal) => Promise<Page>,
  asked: Asked,
) {
  const answer = useAnswer(
    useCallback(
      async (signal: AbortSignal) => {
        try {
          return await load(asked, signal);
        } catch (error) {
          if (isTooWide(error)) return null;
          throw error;
        }
      },
      [load, asked],
    ),
  );
  /** The database gave up: fewer have to be asked for. */
  return { ...answer, isTooWide: answer.status === 'ready' && answer.value === null };
}
