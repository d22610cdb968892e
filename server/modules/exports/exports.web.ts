import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { exportEndpoints } from '#contract/exports/exports.endpoints.ts';
import type { Role } from '#contract/kit/roles.ts';
import type { Clock } from '#server/platform/clock.ts';
import { elsewhere, inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { Standing } from '../visits/standing.ts';
import { giverIn } from './export-token.ts';
import * as repository from './exports.repository.ts';
import { downloadPath } from './exports.service.ts';

const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** Hands out one part of an export to who has its link, once, piece by piece, as long as its giver may give one. */
export function serveExports(
  app: FastifyInstance,
  options: { database: Database; clock: Clock; standing: Pick<Standing, 'roleOf'> },
): void {
  const { database, clock, standing } = options;

  async function mayGive(
    transaction: TenantTransaction,
    tenantId: string,
    { giver_tenant_id, giver_id }: NonNullable<ReturnType<typeof giverIn>>,
  ): Promise<boolean> {
    const role = await elsewhere(transaction, giver_tenant_id, () =>
      standing.roleOf(transaction, giver_tenant_id, giver_id),
    );
    const { makeLink, makeLinkOf } = exportEndpoints;
    const roles: readonly Role[] = giver_tenant_id === tenantId ? makeLink.roles : makeLinkOf.roles;
    return role !== null && roles.includes(role);
  }

  app.get<{ Params: { tenant: string; token: string } }>(
    `${downloadPath}:tenant/:token`,
    // A look at the head would use the link up.
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { tenant: tenant_id, token: typed } = request.params;
      const giver = giverIn(typed);
      if (!id.test(tenant_id) || !giver) return reply.callNotFound();
      const found = await inTenant(database, tenant_id, async (transaction) => {
        const link = { tenant_id, token_hash: sha256(typed), now: clock.now() };
        const part = await repository.useLink(transaction, link);
        return part && (await mayGive(transaction, tenant_id, giver)) ? part : undefined;
      });
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
