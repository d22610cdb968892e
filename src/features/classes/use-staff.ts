import { useCallback, useEffect, useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { teachingRoles } from '#contract/kit/roles.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import type { Member } from '#contract/members/members.schema.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';

/**
 * - `unreachable`: the school did not answer.
 * - `failed`: it did not give the list.
 */
export interface Staff {
  status: 'loading' | 'ready' | 'unreachable' | 'failed';
  /** Those who may teach a class, by name. */
  members: readonly Member[];
  reload: () => void;
}

async function fetchStaff(api: ApiClient): Promise<Member[]> {
  const found: Member[] = [];
  for (;;) {
    const query = { limit: limits.pageMaximum, offset: found.length };
    const { next, results } = await api.call(memberEndpoints.list, { query });
    found.push(...results);
    if (next === null || results.length === 0)
      return found.filter(({ role }) => (teachingRoles as readonly string[]).includes(role));
  }
}

type Found = Omit<Staff, 'reload'>;

const loading: Found = { status: 'loading', members: [] };

async function look(api: ApiClient): Promise<Found> {
  try {
    return { status: 'ready', members: await fetchStaff(api) };
  } catch (error) {
    return { status: error instanceof ApiProblem ? 'failed' : 'unreachable', members: [] };
  }
}

/** Who works at the school, asked anew each time that a dialog opens: nothing of it is kept on the device. */
export function useStaff(api: ApiClient): Staff {
  const [found, setFound] = useState(loading);

  const reload = useCallback(() => {
    setFound(loading);
    void look(api).then(setFound);
  }, [api]);

  useEffect(() => {
    let isLeft = false;
    void look(api).then((next) => {
      if (!isLeft) setFound(next);
    });
    return () => {
      isLeft = true;
    };
  }, [api]);

  return { ...found, reload };
}
