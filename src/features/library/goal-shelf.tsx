import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ShelfRow } from './shelf-row.tsx';

/** Works of a row. */
const most = 12;

interface GoalShelfProps {
  title: string;
  /** 1 to 17. */
  goal?: number | undefined;
  /** ISO 639 code. */
  language?: string | undefined;
  api?: ApiClient;
}

/** A row of what stands in the library about a goal, or in a language; the way to the library where nothing does as yet. */
export function GoalShelf({ title, goal, language, api = apiClient }: GoalShelfProps) {
  const load = useCallback(
    (signal: AbortSignal) => {
      const query = { limit: most, ...(goal && { goal }), ...(language !== undefined && { language }) };
      return api.call(workEndpoints.list, { query }, { signal });
    },
    [api, goal, language],
  );
  const { value } = useAnswer(load);
  const to = paths.library({ goal: goal === undefined ? undefined : String(goal), language });
  if (value === null || value.results.length === 0)
    return (
      <p>
        <Link to={to}>{title}</Link>
      </p>
    );
  return (
    <ShelfRow
      title={title}
      works={value.results}
      all={value.count > value.results.length ? { to, count: value.count } : undefined}
    />
  );
}
