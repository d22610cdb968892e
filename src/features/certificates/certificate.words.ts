import type { CertificateKind, ShownCertificate } from '#contract/certificates/certificates.schema.ts';

export const certificateTitles: Readonly<Record<CertificateKind, string>> = {
  giving: 'Certificate of giving',
  raised: 'Certificate',
};

export const practiceWords = 'Practice: no real money';

/** Whom it is about; a child is not told who gave. */
export function giverText({ name }: Pick<ShownCertificate, 'name'>): string {
  return name ?? 'Somebody';
}

/** A day as it stands on paper, "26 November 2026", wherever it is read. */
export function dayText(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day.length === 10 ? `${day}T00:00:00Z` : day),
  );
}
