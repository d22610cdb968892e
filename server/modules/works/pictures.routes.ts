import { pictureMessage } from '#contract/sync/grants.rules.ts';
import { Problem } from '#contract/kit/problem.ts';
import { pictureProblems } from '#contract/writing/pictures.problems.ts';
import { pictureEndpoints } from '#contract/writing/pictures.endpoints.ts';
import type { Database } from '#server/platform/database.ts';
import { openRoute, type Actor, type HostTenant, type Route } from '#server/platform/route.ts';
import { keepPicture } from './pictures.service.ts';

/** Whose device signed a message; null where its grant was taken back. @throws Problem `sync.grant_refused` */
export type FindGranted = (
  signed: { grant_id: string; signature: string; message: string },
  context: { tenant: HostTenant; now: Date },
) => Promise<Pick<Actor, 'id' | 'tenant_id'> | null>;

export function pictureRoutes({
  database,
  findGranted,
}: {
  database: Database;
  findGranted: FindGranted;
}): Route[] {
  return [
    openRoute(pictureEndpoints.send, async ({ params, body }, { actor, now }) => {
      await keepPicture(database, { ...params, ...body }, { author: actor, now });
      return { sha256: params.sha256 };
    }),
    openRoute(pictureEndpoints.sendByGrant, async ({ params, body }, { tenant, now }) => {
      const { grant_id, signature, picture } = body;
      const message = pictureMessage(grant_id, params.workId, params.sha256);
      const author = await findGranted({ grant_id, signature, message }, { tenant, now });
      if (!author) throw new Problem(pictureProblems.owner_away);
      await keepPicture(database, { ...params, picture }, { author, now });
      return { sha256: params.sha256 };
    }),
  ];
}
