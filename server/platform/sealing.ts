import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { numberBytes, type SealingKeys } from './secret-key.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** A key of its own, such as a school's, or those of the installation for one purpose. */
export type SealedBy = Buffer | SealingKeys;

/**
 * Seals with AES-256-GCM: nonce, ciphertext and tag in one buffer. `context` says what it is and whose, so that a
 * sealed value copied to another row does not open there. In front stands the number of the key where there are several; a
 * ring of one writes none, so that servers of the version before open it, too. @see NIST SP 800-38D
 */
export function seal(by: SealedBy, plain: Buffer, context: string): Buffer {
  if (Buffer.isBuffer(by)) return sealWith(by, plain, context);
  const [{ number, key }, ...others] = by.keys;
  const sealed = sealWith(key, plain, context);
  return others.length === 0 ? sealed : Buffer.concat([number, sealed]);
}

/** Opens what `seal` made. @throws Error when the key, the context or a single bit differs */
export function unseal(by: SealedBy, sealed: Buffer, context: string): Buffer {
  return Buffer.isBuffer(by) ? unsealWith(by, sealed, context) : openedBy(by, sealed, context).plain;
}

/**
 * Seals anew what another than the first key sealed.
 * @returns null where the first key did
 * @throws Error where none of the keys opens it
 */
export function reseal(by: SealingKeys, sealed: Buffer, context: string): Buffer | null {
  const { plain, place } = openedBy(by, sealed, context);
  return place === 0 ? null : seal(by, plain, context);
}

/** By the key that its number names, or by any: what was sealed by a ring of one has no number. */
function openedBy({ keys }: SealingKeys, sealed: Buffer, context: string): { plain: Buffer; place: number } {
  const number = sealed.subarray(0, numberBytes);
  for (const [place, each] of keys.entries()) {
    if (!each.number.equals(number)) continue;
    const plain = tryToUnseal(each.key, sealed.subarray(numberBytes), context);
    if (plain) return { plain, place };
  }
  for (const [place, each] of keys.entries()) {
    const plain = tryToUnseal(each.key, sealed, context);
    if (plain) return { plain, place };
  }
  throw new Error('None of the keys opens it');
}

function tryToUnseal(key: Buffer, sealed: Buffer, context: string): Buffer | null {
  try {
    return unsealWith(key, sealed, context);
  } catch {
    return null;
  }
}

function sealWith(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function unsealWith(key: Buffer, sealed: Buffer, context: string): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(sealed.length - tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag);
  return Buffer.concat([
    decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes)),
    decipher.final(),
  ]);
}

export function sealJson(key: SealedBy, value: unknown, context: string): Buffer {
  return seal(key, Buffer.from(JSON.stringify(value)), context);
}

/** Opens what `sealJson` made. @throws Error as `unseal` does, and where the value has another form */
export function unsealJson<Schema extends v.GenericSchema>(
  schema: Schema,
  key: SealedBy,
  { sealed, context }: { sealed: Buffer; context: string },
): v.InferOutput<Schema> {
  return v.parse(schema, JSON.parse(unseal(key, sealed, context).toString()));
}

/** Facts that a caller keeps and hands back, readable and writable by this server alone, good until a moment. */
export function sealTicket(
  key: SealedBy,
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
  key: SealedBy,
  { ticket, context, now }: { ticket: string; context: string; now: Date },
): v.InferOutput<Schema> | null {
  try {
    const facts: unknown = JSON.parse(unseal(key, Buffer.from(ticket, 'base64url'), context).toString());
    return v.parse(Ending, facts).until <= now.getTime() ? null : v.parse(schema, facts);
  } catch {
    return null;
  }
}
