import { randomBytes } from 'node:crypto';
import type { CertificateFacts } from '#contract/certificates/certificates.schema.ts';
import type { ApiWorld, TestSchool } from './api-world.ts';

function certificateFacts(more: Partial<CertificateFacts> = {}): CertificateFacts {
  return {
    school: 'Greenfield Primary',
    cause: { id: '019a0000-0000-7000-8000-0000000000ca', name: 'Hedgehog Rescue', slug: 'hedgehog-rescue' },
    title: null,
    sums: [{ currency: 'EUR', raised: 2500, copies: 1 }],
    issued_on: '2026-11-26',
    is_test: true,
    ...more,
  };
}

type Subject =
  | { kind: 'giving'; order: { id: string; line: string } }
  | { kind: 'raised'; workId: string; causeId: string };

/** One as it would be issued, without money having come. @returns its address */
export async function insertCertificate(
  { testDatabase }: ApiWorld,
  { tenant }: TestSchool,
  { name, isWithdrawn = false, ...subject }: Subject & { name: string; isWithdrawn?: boolean },
): Promise<string> {
  const publicId = randomBytes(16).toString('base64url');
  const [orderId, lineId] = subject.kind === 'giving' ? [subject.order.id, subject.order.line] : [null, null];
  const [workId, causeId] = subject.kind === 'raised' ? [subject.workId, subject.causeId] : [null, null];
  const facts = certificateFacts({ title: subject.kind === 'raised' ? 'The hen' : null });
  await testDatabase.administrator.query(
    `insert into certificates (tenant_id, id, public_id, kind, name, facts, order_id, line_id, work_id, cause_id,
       issued_at, withdrawn_at, reason)
     values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $8, $9, now(), case when $10 then now() end,
       case when $10 then 'By mistake' end)`,
    [
      tenant.id,
      publicId,
      subject.kind,
      name,
      JSON.stringify(facts),
      orderId,
      lineId,
      workId,
      causeId,
      isWithdrawn,
    ],
  );
  return publicId;
}
