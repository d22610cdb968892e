import { useCallback } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ListFilter } from '#src/ui/list-filters.tsx';

interface SchoolFilterProps {
  /** Id of the school; null: all of them. */
  value: string | null;
  onChange: (id: string | null) => void;
  api: ApiClient;
}

/** Narrows a list of the platform down to one school. */
export function SchoolFilter({ value, onChange, api }: SchoolFilterProps) {
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(
        visitEndpoints.list,
        { query: { search: '', limit: limits.pageMaximum, offset: 0 } },
        { signal },
      ),
    [api],
  );
  const { value: schools } = useAnswer(load);
  const choices = schools?.results.map(({ id, school_name }) => ({ value: id, label: school_name })) ?? [];
  return <ListFilter label="School" any="All schools" value={value} choices={choices} onChange={onChange} />;
}
