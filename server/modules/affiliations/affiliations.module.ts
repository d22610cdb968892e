import type { Module, OptionsOf } from '#server/platform/module.ts';
import { affiliationRoutes } from './affiliations.routes.ts';
import { createAffiliationService } from './affiliations.service.ts';
import { oldSchoolLinks } from './school-links.repository.ts';
import { createSchoolLinks, type SchoolLinks } from './school-links.ts';

export interface Affiliations extends Module {
  readonly links: SchoolLinks;
}

/** Which schools belong to which organizations. */
export function createAffiliations(
  deps: OptionsOf<typeof createAffiliationService> & OptionsOf<typeof createSchoolLinks>,
): Affiliations {
  const links = createSchoolLinks(deps);
  return {
    links,
    routes: affiliationRoutes(createAffiliationService(deps), links),
    oldRows: () => [oldSchoolLinks],
  };
}
