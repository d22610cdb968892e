import * as v from 'valibot';
import { SchoolDashboard } from '#contract/dashboard/dashboard.schema.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import { sessionKeys } from '#src/session/session-keys.ts';

/** The numbers as they were last seen here in this session; they go with it. */
export function readKept(): SchoolDashboard | null {
  const text = deviceStorage.getItem(sessionKeys.schoolDashboard);
  if (text === null) return null;
  try {
    const result = v.safeParse(SchoolDashboard, JSON.parse(text));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

export function keep(dashboard: SchoolDashboard): void {
  try {
    deviceStorage.setItem(sessionKeys.schoolDashboard, JSON.stringify(dashboard));
  } catch {
    // A device that is full shows them the next time that the school can be reached.
  }
}
