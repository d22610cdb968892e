import { useCallback } from 'react';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { Choice } from '#src/desk/choice.tsx';
import { useKeptNames } from '#src/desk/use-kept-names.ts';

interface CauseFieldProps {
  work: OwnWork;
  onChange: (cause_id: string | null) => void;
  api?: ApiClient;
}

/** For which cause it collects, where the school sells it; nothing where there is no cause to choose. */
export function CauseField({ work, onChange, api = apiClient }: CauseFieldProps) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const query = { limit: limits.pageMaximum };
      return (await api.call(causeEndpoints.list, { query }, { signal })).results;
    },
    [api],
  );
  const { names: causes } = useKeptNames('causes', load);
  if (causes.length === 0) return null;
  const isElsewhere = work.cause_id !== null && !causes.some(({ id }) => id === work.cause_id);
  return (
    <Choice
      label="Whom shall it help?"
      description="If somebody buys it, money goes to this cause."
      data={[
        { value: '', label: 'My school chooses' },
        ...causes.map(({ id, name }) => ({ value: id, label: name })),
        ...(isElsewhere ? [{ value: work.cause_id ?? '', label: 'A cause that has ended' }] : []),
      ]}
      value={work.cause_id ?? ''}
      onChange={(id) => onChange(id === '' ? null : id)}
    />
  );
}
