import type { Visit } from '#contract/identity/identity.schema.ts';
import { leave } from './api.ts';
import { areaOf } from './dashboards.ts';
import { deviceStorage } from './device-storage.ts';
import { endSession } from './end-session.ts';
import { addressOn } from './other-host.ts';
import { sessionKeys } from './session-keys.ts';

/** Where a guest's own pages are. */
function homeAddress({ host, is_platform }: Visit): string {
  return addressOn(host, areaOf(is_platform ? 'platform' : 'organization'));
}

/** Ends the visit, here and at the school, and goes home. */
export async function endVisit(visit: Visit, go = (address: string) => window.location.assign(address)) {
  const refresh = deviceStorage.getItem(sessionKeys.refreshToken);
  // Waited for, because leaving the page would call it off. Without an answer the visit ends by itself within the hour.
  const isHeard = refresh !== null && (await leave({ refresh }));
  endSession('signed_out', isHeard);
  go(homeAddress(visit));
}
