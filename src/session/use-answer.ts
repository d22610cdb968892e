import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import { askAtOnce } from './ask-at-once.ts';
import { isGone } from './is-gone.ts';
import { report } from './report.ts';
import { useIsAway } from './use-replica.ts';

export type AnswerStatus = 'loading' | 'ready' | 'unreachable' | 'failed';

interface Answered<Value> {
  /** Which question it is the answer of. */
  load: unknown;
  status: Exclude<AnswerStatus, 'loading'>;
  value: Value | null;
  isGone: boolean;
}

/** Milliseconds until it looks again by itself, twice as long each time: a thousand tablets ask a server that is down. */
const pause = { first: 10_000, longest: 120_000 };

const pauseAfter = (misses: number) =>
  Math.min(pause.longest, pause.first * 2 ** misses) * (0.5 + Math.random());

function isOfSchool(error: unknown): boolean {
  return error instanceof ApiProblem || error instanceof NoNetworkError;
}

/**
 * What the server answers now; nothing of it is kept on the device. `load` is the same function as long as the question is
 * the same. While a new one is on its way the last answer stays, `busy`.
 */
export function useAnswer<Value>(load: (signal: AbortSignal) => Promise<Value>) {
  const [answered, setAnswered] = useState<Answered<Value> | null>(null);
  const [tries, setTries] = useState(0);
  const [settledTries, setSettledTries] = useState(-1);

  useEffect(() => {
    const leaving = new AbortController();
    const settle = (status: Answered<Value>['status'], value: Value | null, gone = false) => {
      if (leaving.signal.aborted) return;
      setAnswered({ load, status, value, isGone: gone });
      setSettledTries(tries);
    };
    load(leaving.signal).then(
      (value) => settle('ready', value),
      (error: unknown) => {
        // The screen says that it failed; what nobody foresaw is for whoever looks into it as well.
        if (!leaving.signal.aborted && !isOfSchool(error)) report(error);
        settle(error instanceof NoNetworkError ? 'unreachable' : 'failed', null, isGone(error));
      },
    );
    return () => leaving.abort();
  }, [load, tries]);

  // Back on the network, or where the school answers others again, it asks by itself. Where nobody knows that the school is away,
  // nobody says either when it is back: it looks now and then.
  const busy = answered?.load !== load || settledTries !== tries;
  const isAway = useIsAway();
  const wasAway = useRef(isAway);
  const misses = useRef(0);
  useEffect(() => {
    if (answered?.status === 'ready') misses.current = 0;
    const isBack = wasAway.current && !isAway;
    wasAway.current = isAway;
    if (answered?.status !== 'unreachable' || busy) return undefined;
    const again = () => setTries((count) => count + 1);
    const look = () => {
      misses.current += 1;
      again();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      // Nobody looks at a page that is put away.
      timer = setTimeout(() => (document.hidden ? wait() : look()), pauseAfter(misses.current));
    };
    if (isBack) timer = setTimeout(again, 0);
    else if (!isAway) wait();
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [answered?.status, busy, isAway]);

  const status: AnswerStatus = answered?.status ?? 'loading';
  return {
    status,
    value: answered?.value ?? null,
    /** The server says that there is no such thing: trying again would not help. */
    isGone: answered?.isGone ?? false,
    busy,
    reload: useCallback(() => {
      askAtOnce();
      setTries((count) => count + 1);
    }, []),
  };
}
