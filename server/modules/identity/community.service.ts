import { identityProblems } from '#contract/identity/identity.problems.ts';
import type { CommunityPasswordState } from '#contract/identity/identity.schema.ts';
import { Problem } from '#contract/kit/problem.ts';
import { audit } from '#server/platform/audit.ts';
import type { CallerBrowser } from '#server/platform/browser.ts';
import { isInFuture } from '#server/platform/clock.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import type { KnownBrowsers } from '#server/platform/known-device.ts';
import type { PasswordHasher } from '#server/platform/passwords.ts';
import type { Actor, HostTenant } from '#server/platform/route.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import type { Standing } from '../visits/standing.ts';
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
  read(transaction: TenantTransaction, tenantId: string): Promise<CommunityPasswordState>;
  /**
   * Whoever came by the old one is out at the next request.
   * @throws Problem `identity.guests_set_none`
   */
  setPassword(password: string, by: { actor: Actor; now: Date }): Promise<CommunityPasswordState>;
}

export function createCommunityService(options: {
  database: Database;
  secretKey: SecretKey;
  hasher: PasswordHasher;
  guesses: Guesses;
  browsers: KnownBrowsers;
  standing: Pick<Standing, 'isGuest'>;
}): CommunityService {
  const { database, secretKey, hasher, guesses, browsers, standing } = options;

  async function read(transaction: TenantTransaction, tenantId: string): Promise<CommunityPasswordState> {
    const set = await repository.readCommunityPassword(transaction, tenantId);
    return {
      is_set: set !== null,
      set_at: set?.set_at.toISOString() ?? null,
      set_by: set?.set_by ?? null,
    };
  }

  const purpose = 'community sessions';
  const signed = (tenant: HostTenant, version: string, issued: string) => `${tenant.id} ${version} ${issued}`;

  const findPassword = (tenant: HostTenant) =>
    inTenant(database, tenant.id, (transaction) => repository.findCommunityPassword(transaction, tenant.id));

  return {
    async enter(tenant, password, { now, browser }) {
      const guessing = browsers.look(browser, { tenantId: tenant.id, now });
      const version = await guesses.attempt(
        {
          tenantId: tenant.id,
          guessers: guessing.guessers({
            device: 'community_device',
            known: 'community_device',
            shared: [{ kind: 'community_network', subject: browser.network }],
          }),
          wrong: identityProblems.wrong_community_password.code,
          now,
        },
        async () => {
          const set = await findPassword(tenant);
          const typed = password.trim();
          const isRight = await (set
            ? hasher.verify(set.password_hash, typed)
            : hasher.pretendToVerify(typed));
          if (!set || !isRight) throw new Problem(identityProblems.wrong_community_password);
          return String(set.version);
        },
      );
      const issued = String(Math.floor(now.getTime() / 1000));
      const signature = secretKey.sign(purpose, signed(tenant, version, issued)).toString('base64url');
      browser.setCookie(cookie, `${version}.${issued}.${signature}`, lifetime);
    },

    async isIn(tenant, { now, browser }) {
      const [, version, issued, signature] =
        /^(\d{1,9})\.(\d{1,12})\.([\w-]{43})$/u.exec(browser.cookie(cookie) ?? '') ?? [];
      if (version === undefined || issued === undefined || signature === undefined) return false;
      const given = Buffer.from(signature, 'base64url');
      if (!secretKey.isSigned(purpose, signed(tenant, version, issued), given)) return false;
      if (now.getTime() / 1000 >= Number(issued) + lifetime) return false;
      if (isInFuture(new Date(Number(issued) * 1000), now)) return false;
      const set = await findPassword(tenant);
      return String(set?.version) === version;
    },

    leave(browser) {
      browser.clearCookie(cookie);
    },

    read,

    async setPassword(password, { actor, now }) {
      const { tenant_id, id } = actor;
      const refuseGuest = async (transaction: TenantTransaction) => {
        if (await standing.isGuest(transaction, tenant_id, id))
          throw new Problem(identityProblems.guests_set_none);
      };
      await inTenant(database, tenant_id, refuseGuest);
      const password_hash = await hasher.hash(password);
      return await inTenant(database, tenant_id, async (transaction) => {
        const version = await repository.putCommunityPassword(transaction, {
          tenant_id,
          password_hash,
          set_by: id,
          updated_at: now,
        });
        await audit(transaction, {
          tenant_id,
          actor_id: id,
          action: 'community.password_set',
          subject_id: tenant_id,
          details: { version },
        });
        return await read(transaction, tenant_id);
      });
    },
  };
}
