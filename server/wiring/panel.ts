import { listUnsettled } from '../modules/closings/unsettled.ts';
import { memberAccounts } from '../modules/identity/member-accounts.ts';
import { championAccounts } from '../modules/members/champion-accounts.ts';
import { findSchoolName } from '../modules/members/invitations.repository.ts';
import { championRoutes } from '../modules/panel/champions.routes.ts';
import { createChampionService } from '../modules/panel/champions.service.ts';
import { createCommunityWorkService } from '../modules/panel/community-works.service.ts';
import { createListFiles } from '../modules/panel/list-files.service.ts';
import { createDearWorldService } from '../modules/panel/messages.service.ts';
import { createNumberService } from '../modules/panel/numbers.service.ts';
import { panelMailRoutes } from '../modules/panel/panel-mail.routes.ts';
import { createPanelMailService } from '../modules/panel/panel-mail.service.ts';
import { listFileRoutes, messageRoutes, panelRoutes, pickRoutes } from '../modules/panel/panel.routes.ts';
import { createPanelService } from '../modules/panel/panel.service.ts';
import { personRoutes } from '../modules/panel/people.routes.ts';
import { createPersonService } from '../modules/panel/people.service.ts';
import { createPickService } from '../modules/panel/picks.service.ts';
import { countTenantsTask } from '../modules/panel/tenant-numbers.task.ts';
import { watchRoutes } from '../modules/panel/watch.routes.ts';
import { createWatchService } from '../modules/panel/watch.service.ts';
import { createWatchedWordService } from '../modules/panel/watched-words.service.ts';
import { watchedWordsTask } from '../modules/panel/watched-words.task.ts';
import { createPanelWorkService } from '../modules/panel/works.service.ts';
import { summariseOpen } from '../modules/requests/requests.repository.ts';
import { guestRowOf } from '../modules/visits/guest-row.ts';
import { listMessagesForStrangers } from '../modules/works/messages.ts';
import * as monitoring from '../modules/works/monitoring.service.ts';
import { listForStrangers, readAcross } from '../modules/works/read-across.ts';
import { audienceOf, visibleTo } from '../modules/works/reader.ts';
import { watchWork } from '../modules/works/watch.ts';
import { listWorksWith } from '../modules/works/watched-words.ts';
import { cardsForStrangers } from '../modules/works/works.repository.ts';
import type { Basics } from './basics.ts';
import type { People } from './people.ts';

/** The platform's own lists, numbers, letters and book monitoring. */
export function createPanelPages(basics: Basics, people: People) {
  const { options, database, panel, baseDomain, clock, addTask, outbox, schools, suppressions } = basics;
  const { members, invitations, passwords, letters } = people;
  const routes = [
    ...panelMailRoutes(
      createPanelMailService({
        mail: letters,
        suppressions,
        transport: options.mail?.transport.goesTo ?? { kind: 'none', host: null },
        schools,
      }),
    ),
    ...panelRoutes(
      createPanelService({ baseDomain }),
      createNumberService({ summariseOpen, listUnsettled }),
      createPanelWorkService({
        works: { listForStrangers, cardsForStrangers, read: readAcross },
        schools,
        guestRowOf,
      }),
    ),
    ...listFileRoutes(createListFiles({ database, works: { cardsForStrangers }, baseDomain })),
    ...pickRoutes(
      createPickService({ works: { listForStrangers, cardsForStrangers }, guestRowOf, baseDomain }),
    ),
    ...messageRoutes(createDearWorldService({ listMessages: listMessagesForStrangers, guestRowOf })),
    ...personRoutes(
      createPersonService({ panel, schools, members, accounts: memberAccounts, invitations, passwords }),
    ),
    ...championRoutes(
      createChampionService({
        people: championAccounts,
        accounts: memberAccounts,
        invitations,
        outbox,
        findName: findSchoolName,
      }),
      createCommunityWorkService({ panel, works: { listForStrangers, cardsForStrangers }, baseDomain }),
    ),
    ...watchRoutes(
      createWatchService({
        guestRowOf,
        works: {
          read: monitoring.readWatched,
          claim: monitoring.claimWatched,
          keep: monitoring.keepWatched,
          ask: monitoring.askSchool,
          takeDown: monitoring.takeDownWatched,
          reinstate: monitoring.reinstateWatched,
          shownToStrangers: monitoring.shownToStrangers,
        },
      }),
      createWatchedWordService({ addTask }),
    ),
  ];
  const tasks = panel
    ? [
        ...(options.worksOnTenants === true
          ? [watchedWordsTask({ database, panel, clock, watch: { listWorksWith, watchWork } })]
          : []),
        countTenantsTask({
          database,
          panel,
          clock,
          addTask,
          isForStrangers: (tenantId) => visibleTo({ kind: 'visitor' }, tenantId),
          audienceOf,
        }),
      ]
    : [];
  return { routes, tasks };
}
