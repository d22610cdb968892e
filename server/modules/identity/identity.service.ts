import { randomBytes, timingSafeEqual } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { championProblems } from '#contract/champions/champions.problems.ts';
import { identityProblems } from '#contract/identity/identity.problems.ts';
import type { Session, SignInForm, User } from '#contract/identity/identity.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import type { ChampionKind } from '#contract/kit/roles.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { foldPupilPassword } from '#contract/students/pupil-password.rules.ts';
import { tenantLifeProblems } from '#contract/tenants/tenant-life.problems.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { withChanges } from '#server/platform/changes.ts';
import { elapsedSince } from '#server/platform/clock.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { PasswordHasher } from '#server/platform/passwords.ts';
import type { Actor, HostTenant } from '#server/platform/route.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { BadgeCheck } from '../cards/badges.ts';
import { championOf, findChampionOf } from './champion-rights.ts';
import type { StudentAccounts } from '../students/student-accounts.ts';
import type { GuestMay } from '#contract/visits/visits.schema.ts';
import type { Visitors } from '../visits/visitors.ts';
import { AccessTokens, type Claims } from './access-tokens.ts';
import * as repository from './identity.repository.ts';
import * as sessionRepository from './sessions.repository.ts';
import type { GuessedAccount, IdentityService } from './identity.service.types.ts';
import type { StudentHandles } from './student-handles.ts';

const refreshTokenDays = 30;
const hour = 60 * 60 * 1000;
const day = 24 * hour;
/**
 * Milliseconds between two sign-ins of a student that are noted: each one goes to all devices that show the student, and a
 * class signs in and out all day. Less than from the end of a school day to the beginning of the next.
 */
const signInsApart = 16 * 60 * 60 * 1000;
/** Milliseconds in which a token may come again although its successor's access token is in use, as two tabs do it. */
const lostAnswerGrace = 60 * 1000;

/** How and where a session is opened. */
interface Opening {
  now: Date;
  login_card_id?: string;
  home_session_id?: string;
  guest_may?: GuestMay | null;
  /** Of a guest. Others get so old as people of their kind do. */
  expires_at?: Date;
  remember?: boolean;
  device_id?: string;
}

/** Of the form, what a session is opened with. */
function openingOf({ remember, device_id }: SignInForm, now: Date): Opening {
  return {
    now,
    ...(remember !== undefined && { remember }),
    ...(device_id !== undefined && { device_id }),
  };
}

export function createIdentityService(options: {
  database: Database;
  secretKey: SecretKey;
  hasher: PasswordHasher;
  studentAccounts: StudentAccounts;
  handles: StudentHandles;
  badges: BadgeCheck;
  visitors: Visitors;
}): IdentityService {
  const { database, secretKey, hasher, studentAccounts, handles, badges, visitors } = options;
  const accessTokens = new AccessTokens(secretKey);

  /** The next token is made from this one, so that a second refresh within the grace gets the very same: one for each key. */
  function nextTokens(token: string): string[] {
    return secretKey.signAll('refresh tokens', token).map((next) => next.toString('base64url'));
  }

  async function storeToken(
    transaction: TenantTransaction,
    token: string,
    row: { tenant_id: string; session_id: string; parent_hash: Buffer | null; now: Date },
  ): Promise<void> {
    await sessionRepository.insertRefreshToken(transaction, {
      tenant_id: row.tenant_id,
      session_id: row.session_id,
      parent_hash: row.parent_hash,
      token_hash: sha256(token),
      created_at: row.now,
      expires_at: new Date(row.now.getTime() + refreshTokenDays * day),
    });
  }

  async function isOnPrepared(
    transaction: TenantTransaction,
    tenantId: string,
    { device_id }: Pick<Opening, 'device_id'>,
  ): Promise<boolean> {
    return device_id !== undefined && (await repository.isPrepared(transaction, tenantId, device_id));
  }

  async function openSession(
    transaction: TenantTransaction,
    user: User,
    { now, remember = false, ...by }: Opening,
  ): Promise<Session> {
    const { tenant_id } = user;
    await refuseSuspended(transaction, tenant_id);
    const champion = championOf(await findChampionOf(transaction, user), now);
    if (champion === 'over') throw new Problem(championProblems.over);
    const isForLong =
      user.role !== 'student' || (remember && !(await isOnPrepared(transaction, tenant_id, by)));
    const age = isForLong ? limits.sessionDays * day : limits.pupilSessionHours * hour;
    const session_id = uuidv7();
    const refresh = randomBytes(32).toString('base64url');
    await sessionRepository.insertSession(transaction, {
      tenant_id,
      id: session_id,
      user_id: user.id,
      created_at: now,
      expires_at: new Date(now.getTime() + age),
      ...by,
    });
    await storeToken(transaction, refresh, { tenant_id, session_id, parent_hash: null, now });
    const isStudent = user.role === 'student';
    const before = isStudent ? new Date(now.getTime() - signInsApart) : now;
    const isNoted = await repository.setLastLogin(transaction, tenant_id, user.id, { now, before });
    if (isStudent && isNoted)
      await withChanges(transaction, tenant_id, (changes) =>
        studentAccounts.noteChanged(transaction, changes, tenant_id, [user.id]),
      );
    const access = await accessTokens.sign({ sub: user.id, tenant: tenant_id, session: session_id }, now);
    return { access, refresh, user: shownUser(user, champion) };
  }

  /** The person of a session that still stands; of a guest's, as long as they are welcome. */
  async function findSession(
    transaction: TenantTransaction,
    tenantId: string,
    session: { id: string; now: Date },
  ) {
    const found = await sessionRepository.findActiveSession(transaction, tenantId, session);
    return found && (await standingOf(transaction, tenantId, found, session.now));
  }

  async function standingOf(
    transaction: TenantTransaction,
    tenantId: string,
    found: sessionRepository.ActiveSession,
    now: Date,
  ) {
    const { home_tenant_id, home_user_id, home_session_id, guest_may, expires_at, ...rest } = found;
    const { kind, ends_at, revoked_at, ...person } = rest;
    const champion = championOf({ kind, ends_at, revoked_at }, now);
    if (champion === 'over') return undefined;
    const standing = { ...person, champion };
    if (home_tenant_id === null || home_user_id === null) return { ...standing, visit: null };
    const guest = { home_tenant_id, home_user_id, home_session_id: home_session_id ?? '' };
    const home = home_session_id === null ? null : await visitors.homeOf(transaction, tenantId, guest);
    if (!home) return undefined;
    // A session from before there was a choice looks.
    const may = home.is_platform ? (guest_may ?? 'look') : null;
    return { ...standing, visit: { ...home, may, until: expires_at.toISOString() } };
  }

  /** Who shows those claims, in a session that was just read. */
  async function actorOf(
    transaction: TenantTransaction,
    tenantId: string,
    claims: Claims,
    found: Awaited<ReturnType<typeof standingOf>>,
  ): Promise<Actor | null> {
    if (found?.id !== claims.sub) return null;
    const { unheard_pair, visit, champion, ...person } = found;
    if (unheard_pair !== null && unheard_pair === claims.pair) {
      const heard = { tenant_id: tenantId, id: claims.session, heard_pair: unheard_pair };
      await sessionRepository.clearUnheardPair(transaction, heard);
    }
    return {
      ...person,
      session_id: claims.session,
      ...(visit?.may && { guest: visit.may }),
      ...(champion && { champion }),
    };
  }

  function typedAccount(tenant: HostTenant, typedName: string): repository.TypedAccount {
    const id = handles.open(tenant.id, typedName);
    return id === null ? { name: typedName.toLowerCase() } : { id };
  }

  return {
    async signInByCard(tenant, form, now) {
      const { username, password } = form;
      return await inTenant(database, tenant.id, async (transaction) => {
        const found = await repository.findAccount(transaction, tenant.id, typedAccount(tenant, username));
        const cardId = await badges.findCard(transaction, tenant.id, found?.id ?? null, password);
        if (!found || cardId === null) return null;
        // It may have been voided since it was found.
        if (!(await badges.noteUsed(transaction, tenant.id, cardId, now))) return null;
        const { password_hash: _hash, password_sealed: _sealed, class_ids: _classes, ...user } = found;
        return await openSession(transaction, user, { ...openingOf(form, now), login_card_id: cardId });
      });
    },

    async signInByPassword(tenant, form, { now, guard }) {
      const { username, password } = form;
      const typed = typedAccount(tenant, username);
      const { account, found } = await inTenant(database, tenant.id, async (transaction) => {
        const row = await repository.findAccount(transaction, tenant.id, typed);
        const subject = row?.id ?? ('id' in typed ? typed.id : typed.name);
        const guessed: GuessedAccount = { subject, personId: row?.id, classIds: row?.class_ids ?? [] };
        await guard.begin(transaction, guessed);
        const sealed = row?.password_sealed ?? null;
        const shown = await studentAccounts.openPassword(transaction, tenant.id, subject, sealed);
        return { account: guessed, found: row && { row, shown } };
      });
      // Checked for a name that nobody has as well, so that it takes as long as a wrong password.
      const isRight = await passwordMatches(
        hasher,
        found?.row.password_hash ?? null,
        found?.shown ?? null,
        password,
      );
      if (found && isRight) {
        const { password_hash, password_sealed, class_ids: _classes, ...user } = found.row;
        const session = await inTenant(database, tenant.id, async (transaction) => {
          // It may have been changed since it was read.
          const verified = { password_hash, password_sealed };
          if (!(await repository.holdPassword(transaction, tenant.id, user.id, verified))) return null;
          await guard.endRight(transaction, account);
          return await openSession(transaction, user, openingOf(form, now));
        });
        if (session) return session;
      }
      await guard.endWrong(account);
      throw new Problem(identityProblems.wrong_credentials);
    },

    async openGuestSession(transaction, { tenant_id, user_id, visiting, ...guest }) {
      const user = await repository.findPerson(transaction, tenant_id, user_id);
      if (!user) throw new Problem(requestProblems.unauthenticated);
      return await openSession(transaction, { ...user, visiting }, guest);
    },

    async openMemberSession(transaction, { tenant_id, user_id, now }) {
      const user = await repository.findPerson(transaction, tenant_id, user_id);
      if (!user) throw new Problem(requestProblems.unauthenticated);
      return await openSession(transaction, user, { now });
    },

    async refresh(tenant, refresh, now) {
      // A reuse has to be remembered although it is refused, so the refusal is thrown after the commit.
      const renewed = await inTenant(database, tenant.id, async (transaction) => {
        const hash = sha256(refresh);
        const token = await sessionRepository.lockRefreshToken(transaction, tenant.id, hash);
        if (!token || token.expires_at <= now) return null;
        const person = await findSession(transaction, tenant.id, { id: token.session_id, now });
        if (!person) return null;
        const child =
          token.used_at &&
          (await sessionRepository.findChildToken(transaction, tenant.id, hash, token.session_id));
        const all = nextTokens(refresh);
        const made = child && all.find((each) => sha256(each).equals(child.token_hash));
        const next = made ?? all[0];
        if (next === undefined) throw new Error('There is no key');
        const pair = pairOf(next);
        const session = { tenant_id: tenant.id, id: token.session_id };
        if (token.used_at === null) {
          await sessionRepository.setUnheardPair(transaction, { ...session, unheard_pair: pair });
          await sessionRepository.markRefreshTokenUsed(transaction, tenant.id, hash, now);
          await storeToken(transaction, next, {
            tenant_id: tenant.id,
            session_id: token.session_id,
            parent_hash: hash,
            now,
          });
        } else {
          const isRecent = elapsedSince(token.used_at, now) <= lostAnswerGrace;
          const answerWasLost = child?.used_at === null && (isRecent || person.unheard_pair === pair);
          if (!answerWasLost) {
            const end = { reason: 'refresh token used again', now };
            await sessionRepository.revokeSessions(transaction, tenant.id, { id: token.session_id }, end);
            await audit(transaction, {
              tenant_id: tenant.id,
              actor_id: null,
              action: 'sign_ins.token_reused',
              subject_id: person.id,
            });
            return null;
          }
        }
        const claims = { sub: person.id, tenant: tenant.id, session: token.session_id, pair };
        return { access: await accessTokens.sign(claims, now), refresh: next };
      });
      if (!renewed) throw new Problem(identityProblems.refresh_refused);
      return renewed;
    },

    async signOut(tenant, tokenHash, now) {
      await inTenant(database, tenant.id, async (transaction) => {
        const token = await sessionRepository.lockRefreshToken(transaction, tenant.id, tokenHash);
        if (!token) return;
        const end = { reason: 'signed out', now };
        await sessionRepository.revokeSessions(transaction, tenant.id, { id: token.session_id }, end);
      });
    },

    async readProfile(transaction, { tenant_id, id, session_id }, now) {
      const user = await repository.findPerson(transaction, tenant_id, id);
      const session = await findSession(transaction, tenant_id, { id: session_id, now });
      if (!user || !session) throw new Problem(requestProblems.unauthenticated);
      const { visit, champion } = session;
      return shownUser({ ...user, ...(visit && { visiting: visit }) }, champion);
    },

    async markTutorialSeen(key, { transaction, actor, changes, now }) {
      const { id: user_id, tenant_id } = actor;
      const isNew = await repository.insertTutorialSeen(transaction, {
        tenant_id,
        user_id,
        key,
        seen_at: now,
      });
      if (isNew) changes.put(scopeOf.user(user_id), 'profile', user_id);
      return await repository.listTutorialsSeen(transaction, tenant_id, user_id);
    },

    async findActor(transaction, tenant, accessToken, now) {
      const claims = await accessTokens.read(accessToken, now);
      if (!claims || claims.tenant !== tenant.id) return null;
      const found = await findSession(transaction, tenant.id, { id: claims.session, now });
      return await actorOf(transaction, tenant.id, claims, found);
    },

    async findActors(transaction, tenantId, accessTokensShown, now) {
      const shown = new Map<string, Claims>();
      for (const token of accessTokensShown) {
        const claims = await accessTokens.read(token, now);
        if (claims?.tenant === tenantId) shown.set(token, claims);
      }
      const ids = [...new Set([...shown.values()].map(({ session }) => session))];
      const sessions = await sessionRepository.findActiveSessions(transaction, tenantId, { ids, now });
      const actors = new Map<string, Actor>();
      for (const [token, claims] of shown) {
        const session = sessions.get(claims.session);
        const found = session && (await standingOf(transaction, tenantId, session, now));
        const actor = await actorOf(transaction, tenantId, claims, found);
        if (actor) actors.set(token, actor);
      }
      return actors;
    },
  };
}

/** To the app a champion is family with a page of their own, and no staff, whichever role their account has. */
function shownUser(user: User, champion: ChampionKind | null): User {
  return champion === null ? user : { ...user, role: 'parent', champion };
}

/** Read under a lock: a sign-in that meets the suspending waits for it, so that no session outlives it. */
async function refuseSuspended(transaction: TenantTransaction, tenantId: string): Promise<void> {
  if (await repository.isSuspended(transaction, tenantId)) throw new Problem(tenantLifeProblems.suspended);
}

/** Names a pair of tokens by its refresh token, of which it gives nothing away. */
function pairOf(refreshToken: string): string {
  return sha256(refreshToken).subarray(0, 16).toString('base64url');
}

async function passwordMatches(
  hasher: PasswordHasher,
  passwordHash: string | null,
  shown: string | null,
  typed: string,
): Promise<boolean> {
  if (passwordHash !== null) return await hasher.verify(passwordHash, typed);
  await hasher.pretendToVerify(typed);
  return (
    shown !== null && timingSafeEqual(sha256(foldPupilPassword(shown)), sha256(foldPupilPassword(typed)))
  );
}
