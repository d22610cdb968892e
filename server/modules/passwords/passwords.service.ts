import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { limits } from '#contract/kit/limits.ts';
import { Problem } from '#contract/kit/problem.ts';
import { passwordProblems } from '#contract/passwords/passwords.problems.ts';
import type { PasswordOwner } from '#contract/kit/weak-passwords.ts';
import type { ChangePasswordForm } from '#contract/passwords/passwords.schema.ts';
import { askingLimits, secondsToWait } from '#server/platform/asking.ts';
import { audit } from '#server/platform/audit.ts';
import type { CallerBrowser } from '#server/platform/browser.ts';
import { inTenant, keepIf, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import { knownDevice } from '#server/platform/known-device.ts';
import type { PasswordHasher } from '#server/platform/passwords.ts';
import type { Actor, Call, HostTenant } from '#server/platform/route.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import { sha256 } from '#server/platform/sha256.ts';
import { refuseWeakPassword } from '#server/platform/weak-passwords.ts';
import type { MemberAccounts } from '../identity/member-accounts.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import { changedLetter, resetLetter } from './passwords.letters.ts';
import * as repository from './passwords.repository.ts';

/** Where and when a call is made. */
interface Place {
  tenant: HostTenant;
  origin: string;
  now: Date;
}

type OwnCheck = Pick<Place, 'tenant' | 'now'> & { actor: Actor; browser: CallerBrowser };

/** Somebody who has no password yet. */
export interface Newcomer {
  tenant_id: string;
  id: string;
  email: string;
}

export interface PasswordService {
  /** What the link carries with which somebody chooses a first password, and until when it is good. */
  makeFirstLink(
    transaction: TenantTransaction,
    person: Newcomer,
    from: { network: string; now: Date },
  ): Promise<{ token: string; expires_at: Date }>;
  /**
   * Sends a link, where the address is that of a teacher, an administrator or a parent. Whether it is must not be seen from
   * outside, neither by the answer nor by the clock: the same statements run for an address that nobody has.
   * @throws Problem `passwords.asked_too_often`
   */
  askReset(email: string, place: Place & { network: string }): Promise<void>;
  /**
   * Sends a link to somebody who is here, as staff wish; the earlier ones stop working.
   * @returns false where they are archived, or have no e-mail address
   */
  sendLinkAgain(userId: string, call: Call<Actor>): Promise<boolean>;
  /** No link of this person works any more: they were archived. */
  endLinksOf(transaction: TenantTransaction, tenantId: string, userId: string, now: Date): Promise<void>;
  /** @throws Problem `passwords.link_refused` */
  checkReset(token: string, place: Place): Promise<{ email: string; is_first: boolean }>;
  /** @throws Problem `passwords.link_refused`, and `request.invalid` for a password that is easy to guess */
  reset(chosen: { token: string; new_password: string }, place: Place): Promise<void>;
  /**
   * By the old one; the session that asks goes on, and no other.
   * @throws Problem `passwords.wrong_old_password`, `request.too_many` after too many of them, and `request.invalid` for a new one
   * that is easy to guess
   */
  change(chosen: ChangePasswordForm, by: Place & { actor: Actor; browser: CallerBrowser }): Promise<void>;
  /**
   * Whether who is signed in knows the password, for what a tablet left open must not do.
   * @throws Problem `passwords.no_password`, `passwords.wrong_old_password`, `request.too_many` after too many of them
   */
  check(password: string, by: OwnCheck): Promise<void>;
}

const day = 24 * 60 * 60 * 1000;
const nobody = { id: null, first_name: '', last_name: '' };

export function createPasswordService(options: {
  database: Database;
  secretKey: SecretKey;
  hasher: PasswordHasher;
  members: MemberAccounts;
  outbox: MailOutbox;
  guesses: Guesses;
  /** Called in the transaction in which somebody chose a password by a link. */
  onReset(transaction: TenantTransaction, tenantId: string, now: Date): Promise<void>;
}): PasswordService {
  const { database, secretKey, hasher, members, outbox, guesses } = options;

  /** Where it was asked for, without saying so. */
  const placeOf = (network: string) => secretKey.sign('networks of password resets', network);

  /** Whether somebody has never chosen a password. */
  const hasNone = async (transaction: TenantTransaction, tenantId: string, personId: string) =>
    (await members.findWithPassword(transaction, tenantId, personId)) === undefined;

  async function ownerOf(
    transaction: TenantTransaction,
    tenantId: string,
    person: Omit<PasswordOwner, 'school_name'>,
  ) {
    const { email, first_name = '', last_name = '' } = person;
    const school_name = await repository.findSchoolName(transaction, tenantId);
    return { email, first_name, last_name, school_name };
  }

  /** @param field at which it stands that the password is wrong */
  async function checkOwn(
    password: string,
    { tenant, actor, browser, now }: OwnCheck,
    field: 'old_password' | 'password',
  ) {
    const { person, owner } = await inTenant(database, tenant.id, async (transaction) => {
      const found = await members.findWithPassword(transaction, tenant.id, actor.id);
      return { person: found, owner: found && (await ownerOf(transaction, tenant.id, found)) };
    });
    if (!person || !owner) throw new Problem(passwordProblems.no_password);
    const device = knownDevice(browser);
    await guesses.attempt(
      {
        tenantId: tenant.id,
        // Who found a tablet that somebody is signed in on guesses no better here than at the front door.
        guessers: [
          { kind: 'account', subject: person.id, named: person.id },
          ...(device === null ? [] : [{ kind: 'device', subject: device } as const]),
        ],
        wrong: passwordProblems.wrong_old_password.code,
        now,
      },
      async () => {
        if (await hasher.verify(person.password_hash, password)) return;
        throw new Problem(passwordProblems.wrong_old_password, {
          errors: { [field]: [passwordProblems.wrong_old_password.error] },
        });
      },
    );
    return { person, owner };
  }

  return {
    async makeFirstLink(transaction, { tenant_id, id, email }, { network, now }) {
      const token = randomBytes(32).toString('base64url');
      const expires_at = new Date(now.getTime() + limits.firstLinkDays * day);
      await repository.insertReset(transaction, {
        tenant_id,
        id: uuidv7(),
        email,
        user_id: id,
        token_hash: sha256(token),
        asked_from: placeOf(network),
        asked_at: now,
        expires_at,
      });
      return { token, expires_at };
    },

    async askReset(email, { tenant, origin, now, network }) {
      const asked_from = placeOf(network);
      await inTenant(database, tenant.id, async (transaction) => {
        await repository.lockAsking(transaction, tenant.id);
        const asked = await repository.listAsked(transaction, tenant.id, { email, asked_from });
        const moments = (rows: typeof asked) => rows.map((row) => row.asked_at);
        const retryAfter = Math.max(
          secondsToWait(moments(asked.filter((row) => row.email === email)), askingLimits.email, now),
          secondsToWait(
            moments(asked.filter((row) => row.asked_from.equals(asked_from))),
            askingLimits.address,
            now,
          ),
        );
        if (retryAfter > 0) throw new Problem(passwordProblems.asked_too_often, { retryAfter });

        const member = await members.findByEmail(transaction, tenant.id, email);
        const user_id = member?.id ?? null;
        const token = randomBytes(32).toString('base64url');
        await repository.endResetsOf(transaction, tenant.id, user_id, now);
        await repository.insertReset(transaction, {
          tenant_id: tenant.id,
          id: uuidv7(),
          email,
          user_id,
          token_hash: sha256(token),
          asked_from,
          asked_at: now,
          expires_at: new Date(now.getTime() + limits.passwordLinkSeconds * 1000),
        });
        const letter = resetLetter({ ...nobody, ...member, email }, token, { origin, now });
        await keepIf(transaction, member !== undefined, () =>
          outbox.add(transaction, tenant.id, letter, { now }),
        );
      });
    },

    async sendLinkAgain(userId, { transaction, actor, origin, now }) {
      const { tenant_id } = actor;
      const person = await repository.findReachable(transaction, tenant_id, userId);
      if (!person || origin === null) return false;
      await outbox.refuse(transaction, person.email, { now });
      const token = randomBytes(32).toString('base64url');
      await repository.endResetsOf(transaction, tenant_id, userId, now);
      await repository.insertReset(transaction, {
        tenant_id,
        id: uuidv7(),
        email: person.email,
        user_id: userId,
        token_hash: sha256(token),
        asked_from: placeOf(actor.id),
        asked_at: now,
        expires_at: new Date(now.getTime() + limits.passwordLinkSeconds * 1000),
      });
      await outbox.add(transaction, tenant_id, resetLetter(person, token, { origin, now }), { now });
      return true;
    },

    endLinksOf: repository.endResetsOf,

    async checkReset(token, { tenant, now }) {
      const open = { token_hash: sha256(token), now };
      return await inTenant(database, tenant.id, async (transaction) => {
        const found = await repository.findOpenReset(transaction, tenant.id, open);
        if (!found) throw new Problem(passwordProblems.link_refused);
        return { email: found.email, is_first: await hasNone(transaction, tenant.id, found.id) };
      });
    },

    async reset({ token, new_password }, { tenant, origin, now }) {
      const open = { token_hash: sha256(token), now };
      const refuse = () => new Problem(passwordProblems.link_refused);
      const owner = await inTenant(database, tenant.id, async (transaction) => {
        const person = await repository.findOpenReset(transaction, tenant.id, open);
        return person && (await ownerOf(transaction, tenant.id, person));
      });
      // Hashing costs enough that nobody gets it for a token that was made up.
      if (!owner) throw refuse();
      await refuseWeakPassword(new_password, owner);
      const password_hash = await hasher.hash(new_password);
      await inTenant(database, tenant.id, async (transaction) => {
        const person = await repository.findOpenReset(transaction, tenant.id, open, { lock: true });
        if (!person) throw refuse();
        const isFirst = await hasNone(transaction, tenant.id, person.id);
        await repository.endResetsOf(transaction, tenant.id, person.id, now);
        await members.setPassword(transaction, tenant.id, person.id, { password_hash, now });
        await options.onReset(transaction, tenant.id, now);
        // Who forgot a password has guessed at it; the new one shall open the account at once.
        await guesses.forgive(transaction, tenant.id, { accounts: [person.id] });
        await members.endSessions(transaction, tenant.id, person.id, { reason: 'password reset', now });
        await audit(transaction, {
          tenant_id: tenant.id,
          actor_id: person.id,
          action: 'passwords.reset',
          subject_id: person.id,
        });
        // A first password is no change, and nobody else's doing.
        if (!isFirst)
          await outbox.add(transaction, tenant.id, changedLetter(person, { origin, now }), { now });
      });
    },

    async check(password, by) {
      await checkOwn(password, by, 'password');
    },

    async change({ old_password, new_password }, { tenant, actor, browser, origin, now }) {
      const { person, owner } = await checkOwn(old_password, { tenant, actor, browser, now }, 'old_password');
      await refuseWeakPassword(new_password, owner);
      const password_hash = await hasher.hash(new_password);
      await inTenant(database, tenant.id, async (transaction) => {
        await repository.endResetsOf(transaction, tenant.id, person.id, now);
        await members.setPassword(transaction, tenant.id, person.id, { password_hash, now });
        await members.endSessions(transaction, tenant.id, person.id, {
          reason: 'password changed',
          now,
          except: actor.session_id,
        });
        await audit(transaction, {
          tenant_id: tenant.id,
          actor_id: person.id,
          action: 'passwords.changed',
          subject_id: person.id,
        });
        await outbox.add(transaction, tenant.id, changedLetter(person, { origin, now }), { now });
      });
    },
  };
}
