import type { CertificateKind, ShownCertificate } from '#contract/certificates/certificates.schema.ts';

export const certificateTitles: Readonly<Record<CertificateKind, string>> = {
  giving: 'Certificate of giving',
  raised: 'Certificate',
  challenge: 'Certificate',
  course: 'Certificate',
};

/** Whom it is about; a child is not told who gave. */
export function giverText({ name }: Pick<ShownCertificate, 'name'>): string {
  return name ?? 'Somebody';
}
