import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { Id } from '#contract/kit/id.ts';
import { useLocalDrafts } from '#src/session/local-drafts.ts';
import { report } from '#src/session/report.ts';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';

const Names = v.array(v.object({ id: Id, name: v.string() }));
type Name = v.InferOutput<typeof Names>[number];

interface KeptNames {
  names: readonly Name[];
  /** Nothing is known of them yet. */
  isLooking: boolean;
}

/**
 * Names that the school has for something: as they were when this device last heard of them, and as they are now.
 * `load` stays the same from one drawing to the next.
 */
export function useKeptNames(
  keptAs: string,
  load: (signal: AbortSignal) => Promise<readonly Name[]>,
): KeptNames {
  const localDrafts = useLocalDrafts();
  const [found, setFound] = useState<KeptNames>({ names: [], isLooking: true });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    async function look(): Promise<void> {
      const kept = v.safeParse(Names, (await localDrafts.read(keptAs))?.value);
      if (!signal.aborted && kept.success) setFound({ names: kept.output, isLooking: false });
      const names = (await load(signal)).map(({ id, name }) => ({ id, name }));
      if (signal.aborted) return;
      setFound({ names, isLooking: false });
      await localDrafts.keep(keptAs, names);
    }
    look().catch((error: unknown) => {
      if (signal.aborted) return;
      setFound((now) => ({ ...now, isLooking: false }));
      // Without a network those that are kept stay.
      if (!(error instanceof NoNetworkError || error instanceof ApiProblem)) report(error);
    });
    return () => leaving.abort();
  }, [keptAs, load, localDrafts]);
  return found;
}
