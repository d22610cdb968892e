import { useCallback, useState } from 'react';
import * as v from 'valibot';
import { dashboardEndpoints } from '#contract/dashboard/dashboard.endpoints.ts';
import { SchoolDashboard } from '#contract/dashboard/dashboard.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useAfterSending } from '#src/session/use-after-sending.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import { sessionKeys } from '#src/session/session-keys.ts';
import type { ToDoKey } from './to-do.rules.ts';

/** The numbers as they were last seen here in this session; they go with it. */
function readKept(): SchoolDashboard | null {
  const text = deviceStorage.getItem(sessionKeys.schoolDashboard);
  if (text === null) return null;
  try {
    const result = v.safeParse(SchoolDashboard, JSON.parse(text));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

function keep(dashboard: SchoolDashboard): void {
  try {
    deviceStorage.setItem(sessionKeys.schoolDashboard, JSON.stringify(dashboard));
  } catch {
    // A device that is full shows them the next time that the school can be reached.
  }
}

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
