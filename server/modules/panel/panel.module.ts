import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { championRoutes } from './champions.routes.ts';
import { createChampionService } from './champions.service.ts';
import { createCommunityWorkService } from './community-works.service.ts';
import { createListFiles } from './list-files.service.ts';
import { createMembersAcross } from './members-across.ts';
import { createDearWorldService } from './messages.service.ts';
import { serveMessageDrawings } from './messages.web.ts';
import { createNumberService } from './numbers.service.ts';
import { panelMailRoutes } from './panel-mail.routes.ts';
import { createPanelMailService } from './panel-mail.service.ts';
import { listFileRoutes, messageRoutes, panelRoutes, pickRoutes } from './panel.routes.ts';
import { createPanelService } from './panel.service.ts';
import { personRoutes } from './people.routes.ts';
import { createPersonService } from './people.service.ts';
import { createPickService } from './picks.service.ts';
import { servePickedCovers } from './picks.web.ts';
import { createReach } from './reach.ts';
import type { SchoolPictureOptions } from './school-pictures.web.ts';
import { tenantLifeRoutes } from './tenant-life.routes.ts';
import { createTenantLifeService } from './tenant-life.service.ts';
import { beginCounting, countTenantsTask } from './tenant-numbers.task.ts';
import { watchRoutes } from './watch.routes.ts';
import { createWatchService } from './watch.service.ts';
import { createWatchedWordService } from './watched-words.service.ts';
import { watchedWordsTask } from './watched-words.task.ts';
import { createPanelWorkService } from './works.service.ts';

export interface PanelPages extends Module {
  readonly across: ReturnType<typeof createMembersAcross>;
  /** How many the platform reaches. */
  readonly reach: ReturnType<typeof createReach>;
}

type FindPicture = SchoolPictureOptions['findPicture'];
type Works = OptionsOf<typeof createPanelWorkService>['works'] &
  OptionsOf<typeof watchedWordsTask>['watch'] &
  Pick<OptionsOf<typeof countTenantsTask>, 'isForStrangers' | 'audienceOf'> &
  Pick<OptionsOf<typeof createDearWorldService>, 'listMessages'> & {
    findShownCover: FindPicture;
    findMessageDrawing: FindPicture;
  };

/** The platform's own lists, numbers, letters and book monitoring. */
export function createPanelPages(
  deps: Platform &
    Omit<OptionsOf<typeof createPanelMailService>, 'transport'> &
    OptionsOf<typeof createNumberService> &
    OptionsOf<typeof createPersonService> &
    Omit<OptionsOf<typeof createChampionService>, 'people'> &
    OptionsOf<typeof createTenantLifeService> &
    OptionsOf<typeof createMembersAcross> &
    Pick<OptionsOf<typeof createPickService>, 'guestRowOf'> & {
      champions: OptionsOf<typeof createChampionService>['people'];
      /** Where letters of this server go; undefined: it sends none. */
      transport: OptionsOf<typeof createPanelMailService>['transport'] | undefined;
      works: Works;
      watched: OptionsOf<typeof createWatchService>['works'];
      worksOnTenants: boolean;
      countsTenants: boolean;
    },
): PanelPages {
  const { database, panel, clock, addTask, media, works } = deps;
  const transport = deps.transport ?? { kind: 'none', host: null };
  return {
    across: createMembersAcross(deps),
    reach: createReach(deps),
    routes: [
      ...panelMailRoutes(createPanelMailService({ ...deps, transport })),
      ...panelRoutes(createPanelService(deps), createNumberService(deps), createPanelWorkService(deps)),
      ...listFileRoutes(createListFiles(deps)),
      ...pickRoutes(createPickService(deps)),
      ...messageRoutes(createDearWorldService({ ...deps, listMessages: works.listMessages })),
      ...personRoutes(createPersonService(deps)),
      ...championRoutes(
        createChampionService({ ...deps, people: deps.champions }),
        createCommunityWorkService(deps),
      ),
      ...watchRoutes(createWatchService({ ...deps, works: deps.watched }), createWatchedWordService(deps)),
      ...tenantLifeRoutes(createTenantLifeService(deps)),
    ],
    tasks: panel
      ? [
          ...(deps.worksOnTenants ? [watchedWordsTask({ ...deps, panel, watch: works })] : []),
          countTenantsTask({
            ...deps,
            panel,
            isForStrangers: works.isForStrangers,
            audienceOf: works.audienceOf,
          }),
        ]
      : [],
    serve({ app, findTenant }) {
      const shown = { database, media, findTenant };
      servePickedCovers(app, { ...shown, findPicture: works.findShownCover });
      serveMessageDrawings(app, { ...shown, findPicture: works.findMessageDrawing });
    },
    async start() {
      if (deps.countsTenants) await beginCounting(database, addTask, clock.now());
    },
  };
}
