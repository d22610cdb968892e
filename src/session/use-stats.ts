import { useCallback } from 'react';
import { ApiProblem } from '#src/sync/api-client.ts';
import { useAnswer } from './use-answer.ts';

/** Numbers that are fetched. Specification, section 8: where they are not, what the server says of it, or else `words`. */
export function useStats<Stats>(load: (signal: AbortSignal) => Promise<Stats>, words: string) {
  const ask = useCallback(
    async (signal: AbortSignal): Promise<{ stats: Stats } | { problem: string }> => {
      try {
        return { stats: await load(signal) };
      } catch (error) {
        if (error instanceof ApiProblem) return { problem: error.message === '' ? words : error.message };
        throw error;
      }
    },
    [load, words],
  );
  const { status, value, busy, reload } = useAnswer(ask);
  const isMissing = status === 'failed' || status === 'unreachable';
  return {
    stats: value && 'stats' in value ? value.stats : null,
    problem: value && 'problem' in value ? value.problem : isMissing ? words : null,
    busy,
    reload,
  };
}
