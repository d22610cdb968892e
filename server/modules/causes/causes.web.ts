import type { FastifyInstance } from 'fastify';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { HostTenant } from '#server/platform/route.ts';
import { findPicture, picturePath } from './causes.repository.ts';

const shape = /^([0-9a-f]{64})\.jpg$/u;

/**
 * Serves the pictures of causes on each host, since all schools show them; that of a draft on the host of the school that named it
 * alone. The address is a hash of the content.
 */
export function serveCausePictures(
  app: FastifyInstance,
  options: { database: Database; findTenant(host: string | undefined): Promise<HostTenant> },
): void {
  app.get<{ Params: { file: string } }>(`${picturePath}:file`, async (request, reply) => {
    const hash = shape.exec(request.params.file)?.[1];
    if (hash === undefined) return reply.callNotFound();
    const tenant = await options.findTenant(request.host);
    const content = await inTenant(options.database, tenant.id, (transaction) =>
      findPicture(transaction, Buffer.from(hash, 'hex')),
    );
    if (!content) return reply.callNotFound();
    return await reply
      .type('image/jpeg')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-disposition', 'inline')
      .send(content);
  });
}
