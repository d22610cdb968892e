import type { FastifyInstance } from 'fastify';
import { inTenant, type Database, type TenantTransaction } from './database.ts';
import type { Media } from './media.ts';
import type { HostTenant } from './route.ts';
import { sha256 } from './sha256.ts';

const folder = '/media/';
const extensions = { 'image/webp': 'webp' } as const;
export type StoredMediaType = keyof typeof extensions;

const shape = /^\/media\/([0-9a-f]{64})\.webp$/u;

/** Keeps a file of a tenant; the same content is kept once. Answers the path that it has on the tenant's own host. */
export async function storeFile(
  transaction: TenantTransaction,
  tenantId: string,
  file: { content: Buffer; media_type: StoredMediaType; now: Date },
): Promise<string> {
  const { content, media_type, now } = file;
  const hash = sha256(content);
  await transaction
    .insertInto('stored_files')
    .values({ tenant_id: tenantId, sha256: hash, media_type, content, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return `${folder}${hash.toString('hex')}.${extensions[media_type]}`;
}

/** Forgets a file that no person shows any more. Of what is no path of a file, nothing. */
export async function forgetUnusedFile(
  transaction: TenantTransaction,
  tenantId: string,
  path: string | null,
): Promise<void> {
  const hash = path === null ? undefined : shape.exec(path)?.[1];
  if (hash === undefined) return;
  await transaction
    .deleteFrom('stored_files')
    .where('tenant_id', '=', tenantId)
    .where('sha256', '=', Buffer.from(hash, 'hex'))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('users')
            .select('users.id')
            .where('users.tenant_id', '=', tenantId)
            .where('users.avatar', '=', path),
        ),
      ),
    )
    .execute();
}

/**
 * Serves them. A page shows a picture without a token, so who knows the path is given it: that is 256 bits of a hash of its
 * content, on the host of its tenant alone.
 */
export function serveStoredFiles(
  app: FastifyInstance,
  options: { database: Database; media: Media; findTenant(host: string | undefined): Promise<HostTenant> },
): void {
  app.get<{ Params: { file: string } }>(`${folder}:file`, async (request, reply) => {
    const hash = shape.exec(folder + request.params.file)?.[1];
    if (hash === undefined) return reply.callNotFound();
    const tenant = await options.findTenant(request.host);
    const found = await inTenant(options.database, tenant.id, (transaction) =>
      transaction
        .selectFrom('stored_files')
        .select(['media_type', 'content'])
        .where('tenant_id', '=', tenant.id)
        .where('sha256', '=', Buffer.from(hash, 'hex'))
        .executeTakeFirst(),
    );
    if (!found) return reply.callNotFound();
    const opened = await options.media.open({ ...found, tenantId: tenant.id, sha256: hash });
    return await reply
      .type(found.media_type)
      // Of nobody but who was shown it: a cache that many share does not keep it.
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-disposition', 'inline')
      .send(opened);
  });
}
