import type { LearnedCertificate, MoneyCertificate } from '#contract/certificates/certificates.schema.ts';
import { hedgehogs } from './order-samples.ts';

export const sampleCertificateId = 'AbCdEfGhIjKlMnOpQrStUv';

/** As the server tells of a certificate of a gift, for tests of screens. */
export function sampleCertificate(fields: Partial<MoneyCertificate> = {}): MoneyCertificate {
  return {
    public_id: sampleCertificateId,
    kind: 'giving',
    name: 'Ada Hill',
    school: 'Greenfield Primary',
    cause: hedgehogs,
    title: null,
    sums: [{ currency: 'EUR', raised: 2500, copies: 1 }],
    issued_on: '2026-11-26',
    is_test: false,
    ...fields,
  };
}

/** One for an entry or a course. */
export function sampleLearned(fields: Partial<LearnedCertificate> = {}): LearnedCertificate {
  return {
    public_id: sampleCertificateId,
    kind: 'challenge',
    name: 'Zoë',
    school: 'Greenfield Primary',
    about: 'A day with ten litres',
    title: 'My bucket',
    issued_on: '2026-11-26',
    ...fields,
  };
}
