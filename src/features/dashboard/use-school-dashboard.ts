import { useCallback, useState } from 'react';
import { dashboardEndpoints } from '#contract/dashboard/dashboard.endpoints.ts';
import type { SchoolDashboard } from '#contract/dashboard/dashboard.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useAfterSending } from '#src/session/use-after-sending.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { keep, readKept } from './kept-dashboard.ts';
import type { ToDoKey } from './to-do.rules.ts';

export type CountKey = keyof SchoolDashboard['counts'];

/** Where the things are that are counted here; what is left out leads nowhere. */
export interface DashboardPlaces {
  counts: Readonly<Partial<Record<CountKey, string>>>;
  toDo: Readonly<Partial<Record<ToDoKey, string>>>;
}

/** How the school is doing now; `shown` is how it was seen last where it does not answer. */
export function useSchoolDashboard(api: ApiClient = apiClient) {
  const [kept, setKept] = useState(readKept);
  const load = useCallback(
    async (signal: AbortSignal) => {
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const answer = await api.call(dashboardEndpoints.readSchool, { query: { time_zone } }, { signal });
      keep(answer);
      setKept(answer);
      return answer;
    },
    [api],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  useAfterSending(reload);
  return { status, shown: value ?? kept, isGone, busy, reload };
}
