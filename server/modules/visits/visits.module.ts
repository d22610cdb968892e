import type { Module, OptionsOf } from '#server/platform/module.ts';
import type { SessionEnding } from '../identity/session-ending.ts';
import { createAllowedVisits, type AllowedVisits } from './allowed-visits.ts';
import { oldRequests } from './consent.repository.ts';
import { createConsentService } from './consent.service.ts';
import { oldOverrides } from './overrides.repository.ts';
import { createOverrideService } from './overrides.service.ts';
import { createSchools, type Schools } from './schools.ts';
import { createVisitors, type Visitors } from './visitors.ts';
import { oldLinks } from './visits.repository.ts';
import { visitRoutes } from './visits.routes.ts';
import { createVisitService } from './visits.service.ts';

export interface Visits extends Module {
  readonly visitors: Visitors;
  readonly schools: Schools;
  readonly allowed: AllowedVisits;
}

/** Staff of organizations and of the platform in schools. */
export function createVisits(
  deps: Omit<OptionsOf<typeof createVisitService>, 'visitors'> &
    Omit<OptionsOf<typeof createConsentService>, 'visitors' | 'overrides'> &
    OptionsOf<typeof createOverrideService> & { sessions: SessionEnding },
): Visits {
  const visitors = createVisitors(deps);
  const overrides = createOverrideService(deps);
  return {
    visitors,
    schools: createSchools(deps),
    allowed: createAllowedVisits(deps.sessions),
    routes: visitRoutes(
      createVisitService({ ...deps, visitors }),
      createConsentService({ ...deps, visitors, overrides }),
      overrides,
    ),
    oldRows: () => [oldLinks, oldRequests, oldOverrides],
  };
}
