import { pictureMessage, recordingMessage } from '#contract/sync/grants.rules.ts';
import { Problem } from '#contract/kit/problem.ts';
import { pictureProblems } from '#contract/writing/pictures.problems.ts';
import { pictureEndpoints } from '#contract/writing/pictures.endpoints.ts';
import { recordingEndpoints } from '#contract/writing/recordings.endpoints.ts';
import { recordingProblems } from '#contract/writing/recordings.problems.ts';
import type { Database } from '#server/platform/database.ts';
import type { PictureWorkers } from '#server/platform/picture-workers.ts';
import { openRoute, type Actor, type HostTenant, type OpenCall, type Route } from '#server/platform/route.ts';
import { keepPicture, keepRecording, type Drawing } from './pictures.service.ts';

/** Whose device signed a message; null where its grant was taken back. @throws Problem `sync.grant_refused` */
export type FindGranted = (
  signed: { grant_id: string; signature: string; message: string },
  context: { tenant: HostTenant; now: Date },
) => Promise<Pick<Actor, 'id' | 'tenant_id'> | null>;

/** Pictures and recordings of authors. */
export function pictureRoutes({
  database,
  findGranted,
  workers,
}: {
  database: Database;
  findGranted: FindGranted;
  workers: PictureWorkers;
}): Route[] {
  const drawingFor = ({ tenant, signal }: Pick<OpenCall, 'tenant' | 'signal'>): Drawing => ({
    workers,
    sender: { tenantId: tenant.id, signal },
  });
  return [
    openRoute(pictureEndpoints.send, async ({ params, body }, call) => {
      const { actor, now } = call;
      await keepPicture(
        database,
        { ...params, content: body.picture, made: body.made },
        { author: actor, now, drawing: drawingFor(call) },
      );
      return { sha256: params.sha256 };
    }),
    openRoute(pictureEndpoints.sendByGrant, async ({ params, body }, call) => {
      const { tenant, now } = call;
      const { grant_id, signature, picture, made } = body;
      const message = pictureMessage(grant_id, params.workId, params.sha256);
      const author = await findGranted({ grant_id, signature, message }, { tenant, now });
      if (!author) throw new Problem(pictureProblems.owner_away);
      await keepPicture(
        database,
        { ...params, content: picture, made },
        { author, now, drawing: drawingFor(call) },
      );
      return { sha256: params.sha256 };
    }),
    openRoute(recordingEndpoints.send, async ({ params, body }, call) => {
      const { actor, now } = call;
      await keepRecording(
        database,
        { ...params, content: body.recording },
        { author: actor, now, drawing: drawingFor(call) },
      );
      return { sha256: params.sha256 };
    }),
    openRoute(recordingEndpoints.sendByGrant, async ({ params, body }, call) => {
      const { tenant, now } = call;
      const { grant_id, signature, recording } = body;
      const message = recordingMessage(grant_id, params.workId, params.sha256);
      const author = await findGranted({ grant_id, signature, message }, { tenant, now });
      if (!author) throw new Problem(recordingProblems.owner_away);
      await keepRecording(
        database,
        { ...params, content: recording },
        { author, now, drawing: drawingFor(call) },
      );
      return { sha256: params.sha256 };
    }),
  ];
}
