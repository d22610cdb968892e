import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as v from 'valibot';

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Seals with AES-256-GCM: nonce, ciphertext and tag in one buffer. `context` says what it is and whose, so that a
 * sealed value copied to another row does not open there. @see NIST SP 800-38D
 */
export function seal(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Opens what `seal` made. @throws Error when the key, the context or a single bit differs */
export function unseal(key: Buffer, sealed: Buffer, context: string): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(sealed.length - tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag);
  return Buffer.concat([
    decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes)),
    decipher.final(),
  ]);
}

export function sealJson(key: Buffer, value: unknown, context: string): Buffer {
  return seal(key, Buffer.from(JSON.stringify(value)), context);
}

/** Opens what `sealJson` made. @throws Error as `unseal` does, and where the value has another form */
export function unsealJson<Schema extends v.GenericSchema>(
  schema: Schema,
  key: Buffer,
  { sealed, context }: { sealed: Buffer; context: string },
): v.InferOutput<Schema> {
  return v.parse(schema, JSON.parse(unseal(key, sealed, context).toString()));
}

/** Facts that a caller keeps and hands back, readable and writable by this server alone, good until a moment. */
export function sealTicket(
  key: Buffer,
  facts: Readonly<Record<string, unknown>>,
  { context, until }: { context: string; until: Date },
): { ticket: string; expires_at: string } {
  const sealed = sealJson(key, { ...facts, until: until.getTime() }, context);
  return { ticket: sealed.toString('base64url'), expires_at: until.toISOString() };
}

const Ending = v.object({ until: v.number() });

/** Opens what `sealTicket` made. @returns null where it is none of ours, or over */
export function openTicket<Schema extends v.GenericSchema>(
  schema: Schema,
  key: Buffer,
  { ticket, context, now }: { ticket: string; context: string; now: Date },
): v.InferOutput<Schema> | null {
  try {
    const facts: unknown = JSON.parse(unseal(key, Buffer.from(ticket, 'base64url'), context).toString());
    return v.parse(Ending, facts).until <= now.getTime() ? null : v.parse(schema, facts);
  } catch {
    return null;
  }
}
