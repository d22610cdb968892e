import { timingSafeEqual } from 'node:crypto';
import { identityProblems } from '#contract/identity/identity.problems.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { CallerBrowser } from '#server/platform/browser.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import { knownDevice } from '#server/platform/known-device.ts';
import { pretendToVerify, verifyPassword } from '#server/platform/passwords.ts';
import type { HostTenant } from '#server/platform/route.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import * as repository from './identity.repository.ts';

const cookie = 'quillshelf_community';
const day = 24 * 60 * 60;
/** Seconds that a parent's browser is let in without being asked again. */
const lifetime = 30 * day;

interface CommunityCall {
  now: Date;
  browser: CallerBrowser;
}

/**
 * Parents share one password of the school and have no account. Their cookie names the version of the password that it
 * was given for, so that a new password ends all that came by the old one.
 */
export interface CommunityService {
  /** @throws Problem `identity.wrong_community_password`, also where the school has set none */
  enter(tenant: HostTenant, password: string, call: CommunityCall): Promise<void>;
  /** True where the browser was let in by the password that is good now. For reading, and for the community view alone. */
  isIn(tenant: HostTenant, call: CommunityCall): Promise<boolean>;
  leave(browser: CallerBrowser): void;
}

export function createCommunityService(options: {
  database: Database;
  secretKey: SecretKey;
  guesses: Guesses;
}): CommunityService {
  const { database, secretKey, guesses } = options;

  const signatureOf = (tenant: HostTenant, version: string, issued: string) =>
    secretKey.sign('community sessions', `${tenant.id} ${version} ${issued}`);

  const findPassword = (tenant: HostTenant) =>
    inTenant(database, tenant.id, (transaction) => repository.findCommunityPassword(transaction, tenant.id));

  return {
    async enter(tenant, password, { now, browser }) {
      const device = knownDevice(browser);
      const version = await guesses.attempt(
        {
          tenantId: tenant.id,
          guessers: [
            ...(device === null ? [] : [{ kind: 'community_device', subject: device } as const]),
            { kind: 'community_network', subject: browser.network },
          ],
          wrong: identityProblems.wrong_community_password.code,
          now,
        },
        async () => {
          const set = await findPassword(tenant);
          const typed = password.trim();
          const isRight = await (set ? verifyPassword(set.password_hash, typed) : pretendToVerify(typed));
          if (!set || !isRight) throw new Problem(identityProblems.wrong_community_password);
          return String(set.version);
        },
      );
      const issued = String(Math.floor(now.getTime() / 1000));
      const signature = signatureOf(tenant, version, issued).toString('base64url');
      browser.setCookie(cookie, `${version}.${issued}.${signature}`, lifetime);
    },

    async isIn(tenant, { now, browser }) {
      const [, version, issued, signature] =
        /^(\d{1,9})\.(\d{1,12})\.([\w-]{43})$/u.exec(browser.cookie(cookie) ?? '') ?? [];
      if (version === undefined || issued === undefined || signature === undefined) return false;
      const given = Buffer.from(signature, 'base64url');
      if (!timingSafeEqual(given, signatureOf(tenant, version, issued))) return false;
      if (now.getTime() / 1000 >= Number(issued) + lifetime) return false;
      const set = await findPassword(tenant);
      return String(set?.version) === version;
    },

    leave(browser) {
      browser.clearCookie(cookie);
    },
  };
}
