import { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import { openRoute, route, type Route } from '#server/platform/route.ts';
import type { CommunityService } from '../identity/community.service.ts';
import * as moderation from './moderation.service.ts';
import { readerOf } from '../works/reader.ts';

export function moderationRoutes(options: {
  database: Database;
  /** Families have a cookie and no account. */
  community: Pick<CommunityService, 'isIn'>;
  guesses: Pick<Guesses, 'begin' | 'endWrong'>;
}): Route[] {
  const { database, community, guesses } = options;
  return [
    openRoute(moderationEndpoints.report, async (input, { tenant, actor, now, browser }) => {
      const isFamily = actor === null && (await community.isIn(tenant, { now, browser }));
      const reader = readerOf(actor, isFamily);
      const guesser = actor
        ? ({ kind: 'report_person', subject: actor.id } as const)
        : ({ kind: 'report_network', subject: browser.network } as const);
      const guess = { tenantId: tenant.id, guessers: [guesser], now };
      const reading = { tenantId: tenant.id, reader };
      await inTenant(database, tenant.id, async (transaction) => {
        await guesses.begin(transaction, guess);
        await moderation.findToReport(input, { transaction, ...reading });
      });
      // Each one counts, and before it is kept, or of a thousand at once all were: a queue that somebody fills for fun is read by nobody.
      await guesses.endWrong(guess);
      const told = { reportedBy: actor?.id ?? null, now };
      return await inTenant(database, tenant.id, (transaction) =>
        moderation.report(input, { transaction, ...reading }, told),
      );
    }),
    route(moderationEndpoints.list, ({ query }, call) => moderation.listReported(query, call)),
    route(moderationEndpoints.keep, moderation.keep),
    route(moderationEndpoints.takeDown, moderation.takeDown),
    route(moderationEndpoints.reinstate, moderation.reinstate),
    route(moderationEndpoints.answer, moderation.answer),
    route(moderationEndpoints.appeal, moderation.appeal),
  ];
}
