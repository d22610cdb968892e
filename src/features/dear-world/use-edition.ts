import { useCallback, useState } from 'react';
import { dearWorldEndpoints } from '#contract/dear-world/dear-world.endpoints.ts';
import type { DearWorld, DearWorldQuery } from '#contract/dear-world/dear-world.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';

/** Reads on until there is a message, or no more. */
async function readOn(api: ApiClient, query: DearWorldQuery, signal?: AbortSignal): Promise<DearWorld> {
  let answer = await api.call(dearWorldEndpoints.read, { query }, signal && { signal });
  while (answer.results.length === 0 && answer.next !== null)
    answer = await api.call(
      dearWorldEndpoints.read,
      { query: { ...query, after: afterOf(answer.next) } },
      signal && { signal },
    );
  return answer;
}

const afterOf = (next: string) => new URLSearchParams(next).get('after') ?? '';

/** What was read on after a first answer. */
interface More extends Pick<DearWorld, 'results' | 'next'> {
  first: DearWorld;
}

/** The messages of an edition, the first ones at once and more as one flips. Nothing of them is kept on the device. */
export function useEdition(
  api: ApiClient,
  { year, goal, message }: { year: number | null; goal: number | null; message: string | null },
) {
  const [more, setMore] = useState<More | null>(null);
  const [isReading, setReading] = useState(false);
  const load = useCallback(
    (signal: AbortSignal) =>
      readOn(
        api,
        {
          ...(year !== null && { year }),
          ...(goal !== null && { goal }),
          ...(message !== null && { message }),
        },
        signal,
      ),
    [api, year, goal, message],
  );
  const answer = useAnswer(load);
  const first = answer.value;
  const shown = more?.first === first ? more : null;
  const results = [...(first?.results ?? []), ...(shown?.results ?? [])];
  const next = shown ? shown.next : (first?.next ?? null);

  /** True once there are more. */
  async function readMore(): Promise<boolean> {
    const edition = first?.year ?? null;
    if (first === null || edition === null || next === null) return false;
    setReading(true);
    try {
      const query = { year: edition, ...(goal !== null && { goal }), after: afterOf(next) };
      const page = await readOn(api, query);
      setMore({ first, results: [...(shown?.results ?? []), ...page.results], next: page.next });
      return page.results.length > 0;
    } catch (error) {
      notify.error('The next message could not be fetched', failureOf(error).text);
      return false;
    } finally {
      setReading(false);
    }
  }

  return { answer, messages: results, hasMore: next !== null, isReading, readMore };
}
