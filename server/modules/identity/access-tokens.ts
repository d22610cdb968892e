import { errors, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { Id } from '#contract/kit/id.ts';
import { limits } from '#contract/kit/limits.ts';
import { isInFuture } from '#server/platform/clock.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';

const Claims = v.object({
  sub: Id,
  tenant: Id,
  session: Id,
  /** The pair that it came in; a session's first pair has none, since no token came before it. */
  pair: v.optional(v.string()),
});
export type Claims = v.InferOutput<typeof Claims>;

const algorithm = 'HS256';

/** Signs and reads access tokens: JSON web tokens that are good for ten minutes on one tenant. @see RFC 7519 */
export class AccessTokens {
  readonly #key: Buffer;
  readonly #all: readonly Buffer[];

  constructor(secretKey: SecretKey) {
    this.#key = secretKey.derive('access tokens');
    this.#all = secretKey.deriveAll('access tokens');
  }

  sign(claims: Claims, now: Date): Promise<string> {
    const seconds = Math.floor(now.getTime() / 1000);
    return new SignJWT({ tenant: claims.tenant, session: claims.session, pair: claims.pair })
      .setProtectedHeader({ alg: algorithm })
      .setSubject(claims.sub)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + limits.accessTokenSeconds)
      .sign(this.#key);
  }

  /** The claims of a token that we signed, not in the future, and that has not expired; null for any other text. */
  async read(token: string, now: Date): Promise<Claims | null> {
    for (const key of this.#all) {
      const claims = await readWith(key, token, now);
      if (claims) return claims;
    }
    return null;
  }
}

async function readWith(key: Buffer, token: string, now: Date): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], currentDate: now });
    // Signed by a clock that had jumped ahead, it would be good for as long as that.
    if (payload.iat === undefined || isInFuture(new Date(payload.iat * 1000), now)) return null;
    const claims = v.safeParse(Claims, payload);
    return claims.success ? claims.output : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
