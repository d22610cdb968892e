/** What a payment is called at a provider: tenant and payment in 43 characters of base64url, so that a webhook says whose it is. */
export function referenceOf({ tenant_id, id }: { tenant_id: string; id: string }): string {
  return Buffer.from((tenant_id + id).replaceAll('-', ''), 'hex').toString('base64url');
}

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');

/** @returns null where it is none of ours */
export function readReference(text: string): { tenant_id: string; id: string } | null {
  if (!/^[A-Za-z0-9_-]{43}$/u.test(text)) return null;
  const hex = Buffer.from(text, 'base64url').toString('hex');
  const found = { tenant_id: uuidOf(hex.slice(0, 32)), id: uuidOf(hex.slice(32)) };
  // The last of 43 characters has two bits to spare; only one writing is ours.
  return referenceOf(found) === text ? found : null;
}
