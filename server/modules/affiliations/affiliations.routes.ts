import { affiliationEndpoints } from '#contract/affiliations/affiliations.endpoints.ts';
import { openRoute, route, type Route } from '#server/platform/route.ts';
import type { AffiliationService } from './affiliations.service.ts';
import type { SchoolLinks } from './school-links.ts';

/** Decisions are open routes because two tenants have to agree, and their e-mails need to know where the pages are. */
export function affiliationRoutes(affiliations: AffiliationService, links: SchoolLinks): Route[] {
  return [
    route(affiliationEndpoints.listOrganizations, ({ query }, call) =>
      affiliations.listOrganizations(query, call),
    ),
    route(affiliationEndpoints.listAsked, ({ query }, call) => affiliations.listAsked(query, call)),
    openRoute(affiliationEndpoints.ask, ({ body }, call) => affiliations.ask(body.address, call)),
    openRoute(affiliationEndpoints.accept, ({ params }, call) =>
      affiliations.accept(params.organizationId, call).then(done),
    ),
    openRoute(affiliationEndpoints.decline, ({ params }, call) =>
      affiliations.decline(params.organizationId, call).then(done),
    ),
    openRoute(affiliationEndpoints.leave, ({ params }, call) =>
      affiliations.leave(params.organizationId, call),
    ),
    openRoute(affiliationEndpoints.withdraw, ({ params }, call) =>
      affiliations.withdraw(params.schoolId, call).then(done),
    ),
    openRoute(affiliationEndpoints.remove, ({ params }, call) =>
      affiliations.remove(params.schoolId, call).then(done),
    ),
    route(affiliationEndpoints.listInvited, ({ query }, call) => links.list(query, call)),
    openRoute(affiliationEndpoints.invite, ({ body }, call) => links.invite(body.email, call)),
    openRoute(affiliationEndpoints.uninvite, ({ params }, call) =>
      links.revoke(params.invitationId, call).then(done),
    ),
    openRoute(affiliationEndpoints.checkInvitation, ({ body }, call) => links.check(body.token, call)),
  ];
}

const done = () => ({});
