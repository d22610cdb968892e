import { createHash } from 'node:crypto';

/**
 * 32 bytes. Without salt or work, so what is kept like this has to be random: it can be found by its hash, and nobody tries
 * out 128 bits. Passwords are no such thing.
 */
export function sha256(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
