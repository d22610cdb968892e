import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { busy } from './admission.ts';
import { metrics, readWhenLooked } from './metrics.ts';

/** What one hash costs: KiB of memory, passes over it, and lanes. @see RFC 9106 */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's floor for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. */
export const shippedCost: PasswordCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

// A class of thirty signing in at once must not take all the memory; the rest wait a few milliseconds.
const queue = pLimit(4);
readWhenLooked(metrics.passwordsWaiting, () => queue.pendingCount);

export function hashPassword(password: string, cost: PasswordCost = shippedCost): Promise<string> {
  return queue(() => hash(password, cost));
}

/** Makes and checks password hashes. A check costs what its hash did. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** @throws Problem `request.unavailable` where too many wait already */
  verify(passwordHash: string, typed: string): Promise<boolean>;
  /** Takes as long as a real check, so that an unknown name cannot be told from a wrong password by the clock. */
  pretendToVerify(typed: string): Promise<false>;
}

/** Passwords that may wait before one who signs in is asked to come again: half a second's work of two processors. */
const mostWaiting = 32;

export function createPasswordHasher(cost: PasswordCost = shippedCost): PasswordHasher {
  const verifyPassword = async (passwordHash: string, typed: string) => {
    if (queue.pendingCount >= mostWaiting) throw busy();
    return await queue(() => verify(passwordHash, typed));
  };
  const decoy = hashPassword('nobody has this password', cost);
  return {
    hash: (password) => hashPassword(password, cost),
    verify: verifyPassword,
    async pretendToVerify(typed) {
      await verifyPassword(await decoy, typed);
      return false;
    },
  };
}
