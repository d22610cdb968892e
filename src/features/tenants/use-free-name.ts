import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { registrationEndpoints } from '#contract/tenants/registration.endpoints.ts';
import type { SubdomainAnswer } from '#contract/tenants/registration.schema.ts';
import { subdomainProblem } from '#contract/tenants/subdomain.rules.ts';
import type { ApiClient } from '#src/sync/api-client.ts';

export type NameState = 'none' | 'looking' | 'free' | 'taken' | 'unknown';

export interface FreeName {
  state: NameState;
  /** Why it cannot be had. */
  note: string | null;
  /** Where its pages would be, without a port. */
  host: string | null;
}

const unanswered = { note: null, host: null };

/** Whether a name in addresses can be had, asked when nothing was typed for a moment. */
export function useFreeName(api: ApiClient, name: string): FreeName {
  const [quiet] = useDebouncedValue(name, limits.searchDebounce);
  const [answered, setAnswered] = useState<{ name: string; answer: SubdomainAnswer | null } | null>(null);
  const isName = subdomainProblem(quiet) === null;
  useEffect(() => {
    if (!isName) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    api.call(registrationEndpoints.checkSubdomain, { params: { subdomain: quiet } }, { signal }).then(
      (answer) => {
        if (!signal.aborted) setAnswered({ name: quiet, answer });
      },
      () => {
        // Whoever registers is told by the server in any case.
        if (!signal.aborted) setAnswered({ name: quiet, answer: null });
      },
    );
    return () => leaving.abort();
  }, [api, quiet, isName]);

  if (subdomainProblem(name) !== null) return { state: 'none', ...unanswered };
  if (answered?.name !== name) return { state: 'looking', ...unanswered };
  if (answered.answer === null) return { state: 'unknown', ...unanswered };
  const { is_free, note, host } = answered.answer;
  return { state: is_free ? 'free' : 'taken', note, host };
}
