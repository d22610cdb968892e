import { findCauses } from '../modules/causes/causes.repository.ts';
import { createSearchPages } from '../modules/content/search-pages.ts';
import { requestRoutes } from '../modules/requests/requests.routes.ts';
import { createRequestService } from '../modules/requests/requests.service.ts';
import { createStaffRequestService } from '../modules/requests/staff-requests.service.ts';
import { shelfRoutes } from '../modules/shelves/shelves.routes.ts';
import { listLinkedSchools } from '../modules/visits/linked-schools.ts';
import { catalogueRoutes } from '../modules/works/catalogue.routes.ts';
import { mediaWeekRoutes } from '../modules/works/media-weeks.ts';
import { moderationRoutes } from '../modules/works/moderation.routes.ts';
import { offerRoutes } from '../modules/works/offers.routes.ts';
import { createOfferService } from '../modules/works/offers.service.ts';
import { ownWorkRoutes } from '../modules/works/own-works.routes.ts';
import { createOwnWorkService } from '../modules/works/own-works.service.ts';
import { permissionRoutes } from '../modules/works/permissions.routes.ts';
import { readingRoutes } from '../modules/works/reading.routes.ts';
import { resourceRoutes } from '../modules/works/resources.routes.ts';
import { workRoutes } from '../modules/works/works.routes.ts';
import { writingRoutes } from '../modules/works/writing.routes.ts';
import type { Basics } from './basics.ts';
import type { Learning } from './learning.ts';
import type { Money } from './money.ts';
import type { People } from './people.ts';

/** Books and stories: the library, writing, reading, offers, resources, and requests about them. */
export function createWorks(basics: Basics, people: People, money: Money, { content }: Learning) {
  const { database, secretKey, baseDomain, clock, guesses, outbox, pictures } = basics;
  const { community } = people;
  const routes = [
    ...shelfRoutes(),
    ...workRoutes({
      database,
      community,
      findCauses: (transaction, _tenantId, query) => findCauses(transaction, query),
      findPages: createSearchPages({ content, clock }),
      isTest: money.isTest,
    }),
    ...catalogueRoutes({
      listSchools: (transaction, organizationId) =>
        listLinkedSchools(transaction, organizationId, baseDomain),
    }),
    ...writingRoutes(),
    ...mediaWeekRoutes,
    ...permissionRoutes,
    ...moderationRoutes({ database, community, guesses }),
    ...ownWorkRoutes(createOwnWorkService({ workers: pictures })),
    ...resourceRoutes({ database, community, workers: pictures }),
    ...offerRoutes(createOfferService({ database, guesses, outbox, workers: pictures })),
    ...requestRoutes(
      createRequestService({ database, guesses, outbox, secretKey, pictures, baseDomain }),
      createStaffRequestService({ outbox }),
    ),
    ...readingRoutes(),
  ];
  return { routes };
}
