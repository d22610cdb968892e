import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** OWASP's floor for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. @see RFC 9106 */
const parameters = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

// A class of thirty signing in at once must not take all the memory; the rest wait a few milliseconds.
const queue = pLimit(4);

export function hashPassword(password: string): Promise<string> {
  return queue(() => hash(password, parameters));
}

export function verifyPassword(passwordHash: string, typed: string): Promise<boolean> {
  return queue(() => verify(passwordHash, typed));
}

const decoy = hashPassword('nobody has this password');

/** Takes as long as a real check, so that an unknown name cannot be told from a wrong password by the clock. */
export async function pretendToVerify(typed: string): Promise<false> {
  await verifyPassword(await decoy, typed);
  return false;
}
