import { useCallback } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { paths } from '#contract/kit/paths.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { apiClient } from '#src/session/api.ts';
import { useMode } from '#src/session/modes.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ShelfRow } from './shelf-row.tsx';
import { ShelfEmpty, ShelfMissing, WaitingRow } from '#src/document/shelf-states.tsx';

const title = 'New on the shelf';

/** Keyed by whoever looks. For a home page: the newest that whoever comes may read, of the mode that they are in. */
export function NewWorks({ api = apiClient }: { api?: ApiClient }) {
  const picked = useMode();
  const mode = picked?.id;
  const load = useCallback(
    (signal: AbortSignal) => {
      const query = { limit: limits.worksPerShelf, ...(mode !== undefined && { mode }) };
      return api.call(workEndpoints.list, { query }, { signal });
    },
    [api, mode],
  );
  const { status, value, busy, reload } = useAnswer(load);
  if (value === null && status === 'loading') return <WaitingRow title={title} />;
  if (value === null)
    return <ShelfMissing what="The newest books" status={status} busy={busy} onRetry={reload} />;
  if (value.count === 0) return <ShelfEmpty title={title} mode={picked?.name} />;
  const { count, results } = value;
  return (
    <ShelfRow
      title={title}
      works={results}
      all={count > results.length ? { to: paths.library(), count } : undefined}
    />
  );
}
