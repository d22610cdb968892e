import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#server/platform/clock.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import { sha256 } from '#server/platform/sha256.ts';
import * as repository from './exports.repository.ts';
import { downloadPath } from './exports.service.ts';

const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const token = /^[\w-]{43}$/u;

/** Hands out one part of an export to who has its link, once, piece by piece. */
export function serveExports(app: FastifyInstance, options: { database: Database; clock: Clock }): void {
  const { database, clock } = options;
  app.get<{ Params: { tenant: string; token: string } }>(
    `${downloadPath}:tenant/:token`,
    // A look at the head would use the link up.
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { tenant: tenant_id, token: typed } = request.params;
      if (!id.test(tenant_id) || !token.test(typed)) return reply.callNotFound();
      const found = await inTenant(database, tenant_id, (transaction) =>
        repository.useLink(transaction, { tenant_id, token_hash: sha256(typed), now: clock.now() }),
      );
      if (!found) return reply.callNotFound();
      async function* pieces(): AsyncGenerator<Buffer> {
        for (let place = 0; ; place += 1) {
          const piece = await inTenant(database, tenant_id, (transaction) =>
            repository.findChunk(transaction, { tenant_id, ...part }, place),
          );
          if (!piece) return;
          yield piece;
        }
      }
      const { bytes, ...part } = found;
      return await reply
        .type('application/zip')
        .header('cache-control', 'no-store')
        .header('content-length', bytes)
        .header('content-disposition', `attachment; filename="quillshelf-export-${part.part}.zip"`)
        .header('x-content-type-options', 'nosniff')
        .send(Readable.from(pieces()));
    },
  );
}
