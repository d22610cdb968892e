import type { FastifyInstance } from 'fastify';
import { fileAlone } from '#server/platform/content-security-policy.ts';
import { inPlatformScope, inTenant, type Database } from '#server/platform/database.ts';
import type { HostTenant } from '#server/platform/route.ts';
import { findProof, proofPath } from './payouts.repository.ts';

const shape = /^([0-9a-f]{64})\.(jpg|pdf)$/u;
const types = { jpg: 'image/jpeg', pdf: 'application/pdf' } as const;

/**
 * Serves proofs of payouts: those to causes on each host, those to a school on its own and the platform's alone. The address is a hash
 * of the content. A PDF is as somebody sent it, so it is handed out to be kept and never shown as a page.
 */
export function servePayoutProofs(
  app: FastifyInstance,
  options: { database: Database; findTenant(host: string | undefined): Promise<HostTenant> },
): void {
  const { database } = options;
  app.get<{ Params: { file: string } }>(`${proofPath}:file`, async (request, reply) => {
    const [, hash, extension] = shape.exec(request.params.file) ?? [];
    if (hash === undefined || (extension !== 'jpg' && extension !== 'pdf')) return reply.callNotFound();
    const tenant = await options.findTenant(request.host);
    const find = (transaction: Parameters<typeof findProof>[0]) =>
      findProof(transaction, { sha256: Buffer.from(hash, 'hex'), type: types[extension] });
    const content = await (tenant.is_platform
      ? inPlatformScope(database, find)
      : inTenant(database, tenant.id, find));
    if (!content) return reply.callNotFound();
    return await reply
      .type(types[extension])
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-disposition', extension === 'jpg' ? 'inline' : 'attachment; filename="proof.pdf"')
      .header('content-security-policy', fileAlone)
      .header('x-content-type-options', 'nosniff')
      .send(content);
  });
}
