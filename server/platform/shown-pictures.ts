import type { FastifyInstance } from 'fastify';
import { inTenant, type Database, type TenantTransaction } from './database.ts';
import type { HostTenant } from './route.ts';

/** Pictures that the hosts of all schools show. The address is a hash of the content. */
export interface ShownPictures {
  /** Begins and ends with a slash. */
  path: `/${string}/`;
  type: 'image/jpeg' | 'image/webp';
  /** Reads it as the tenant of the host: row-level security says whether that tenant may show it. */
  find: (transaction: TenantTransaction, sha256: Buffer) => Promise<Buffer | undefined>;
}

const endings = { 'image/jpeg': '.jpg', 'image/webp': '.webp' } as const;
const shape = /^([0-9a-f]{64})(\.[a-z]+)$/u;

export function pictureAddress({ path, type }: Pick<ShownPictures, 'path' | 'type'>, sha256: Buffer): string {
  return `${path}${sha256.toString('hex')}${endings[type]}`;
}

export function serveShownPictures(
  app: FastifyInstance,
  options: { database: Database; findTenant(host: string | undefined): Promise<HostTenant> },
  { path, type, find }: ShownPictures,
): void {
  app.get<{ Params: { file: string } }>(`${path}:file`, async (request, reply) => {
    const [, hash, ending] = shape.exec(request.params.file) ?? [];
    if (hash === undefined || ending !== endings[type]) return reply.callNotFound();
    const tenant = await options.findTenant(request.host);
    const content = await inTenant(options.database, tenant.id, (transaction) =>
      find(transaction, Buffer.from(hash, 'hex')),
    );
    if (!content) return reply.callNotFound();
    return await reply
      .type(type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-disposition', 'inline')
      .send(content);
  });
}
