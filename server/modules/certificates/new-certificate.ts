import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';

/** What each certificate has: an address of 128 random bits that tells nothing of others. */
export const newCertificate = (tenant_id: string, now: Date) => ({
  tenant_id,
  id: uuidv7(),
  public_id: randomBytes(16).toString('base64url'),
  issued_at: now,
});
