import type { Receipt } from '#contract/closings/closings.schema.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';

/** The same text whatever the order in which the database gives the members back. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

const purpose = 'receipts of schools';

export function signReceipt(secretKey: SecretKey, receipt: Receipt): Buffer {
  return secretKey.sign(purpose, canonical(receipt));
}

export function isGenuine(secretKey: SecretKey, receipt: Receipt, signature: Buffer): boolean {
  return secretKey.isSigned(purpose, canonical(receipt), signature);
}
