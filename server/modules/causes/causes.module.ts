import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { serveShownPictures } from '#server/platform/shown-pictures.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import { arrivedTask } from './arrived.task.ts';
import { createCauseNews } from './cause-news.ts';
import { addUpTask } from './cause-sums.ts';
import { causeRoutes } from './causes.routes.ts';
import { createCauseService } from './causes.service.ts';
import { shownCausePictures } from './causes.web.ts';
import { collectTask } from './collect.task.ts';
import { payoutRoutes } from './payouts.routes.ts';
import { createPayoutService } from './payouts.service.ts';
import { servePayoutProofs } from './payouts.web.ts';

/** What works raise money for, and what causes are paid. */
export function createCauses(
  deps: Platform &
    Omit<OptionsOf<typeof createCauseService>, 'tell'> &
    OptionsOf<typeof createPayoutService> & { outbox: MailOutbox; takesMoney: boolean },
): Module {
  const { database, takesMoney } = deps;
  return {
    routes: [
      ...causeRoutes(createCauseService({ ...deps, tell: createCauseNews(deps) })),
      ...payoutRoutes(createPayoutService(deps)),
    ],
    tasks: takesMoney ? [addUpTask(deps), collectTask(deps), arrivedTask(deps)] : [],
    serve({ app, findTenant }) {
      servePayoutProofs(app, { database, findTenant });
      serveShownPictures(app, { database, findTenant }, shownCausePictures);
    },
  };
}
