import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { Session } from '#contract/identity/identity.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { nextPage, type PageQuery } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import type {
  AcceptForm,
  Invitation,
  InvitedRole,
  InviteForm,
  OpenInvitation,
} from '#contract/members/invitations.schema.ts';
import { invitationProblems, memberProblems } from '#contract/members/members.problems.ts';
import { mayChange, rolesToGive } from '#contract/members/members.rules.ts';
import type { Role } from '#contract/kit/roles.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { withChanges } from '#server/platform/changes.ts';
import { elapsedSince } from '#server/platform/clock.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import type { PasswordHasher } from '#server/platform/passwords.ts';
import type { Actor, Call, HostTenant } from '#server/platform/route.ts';
import { sha256 } from '#server/platform/sha256.ts';
import { refuseWeakPassword } from '#server/platform/weak-passwords.ts';
import type { IdentityService } from '../identity/identity.service.types.ts';
import type { MemberAccounts } from '../identity/member-accounts.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import type { Standing } from '../visits/standing.ts';
import * as repository from './invitations.repository.ts';
import { tryLink, type LinkOpening } from './link-guesses.ts';
import { invitationLetter } from './members.letters.ts';
import * as members from './members.repository.ts';

const day = 24 * 60 * 60 * 1000;

type Asking = Pick<Call<Actor>, 'transaction' | 'actor' | 'tenant' | 'now' | 'origin'>;

export interface InvitationService {
  list(
    page: PageQuery,
    call: Pick<Asking, 'transaction' | 'actor' | 'now'>,
  ): Promise<{ count: number; next: string | null; results: Invitation[] }>;
  /**
   * @throws Problem `members.email_taken`, `members.role_not_yours`, `mail.suppressed`, `invitations.already_invited`,
   * `invitations.too_many_open`
   */
  invite(form: InviteForm, call: Asking): Promise<Invitation>;
  /** For an account that was made just now, or whose address was changed before it had a password. */
  inviteToAccount(
    account: { user_id: string; email: string; role: InvitedRole },
    call: Asking,
  ): Promise<void>;
  /** @throws Problem `invitations.not_found`, `invitations.sent_just_now`, `members.role_not_yours`, `mail.suppressed` */
  resend(id: string, call: Asking): Promise<Invitation>;
  /** @returns false where it is not open any more; throws as `resend` */
  sendAgain(id: string, call: Asking): Promise<boolean>;
  /** @throws Problem `invitations.not_found` */
  revoke(id: string, call: Asking): Promise<void>;
  /** All for a member who is archived. */
  revokeAllFor(userId: string, call: Pick<Asking, 'transaction' | 'actor' | 'now'>): Promise<void>;
  /** @throws Problem `invitations.…`, by what became of the link */
  check(token: string, at: LinkOpening): Promise<OpenInvitation>;
  /** @throws Problem `invitations.…`, by what became of the link, and `request.invalid` for a password that is easy to guess */
  accept(form: AcceptForm & { token: string }, at: LinkOpening): Promise<Session>;
}

/** A call that sends e-mail knows where it was made. */
export function originOf({ origin }: Pick<Call, 'origin'>): string {
  if (origin === null) throw new Error('A call that sends email is never queued');
  return origin;
}

export function createInvitationService(options: {
  database: Database;
  hasher: PasswordHasher;
  accounts: MemberAccounts;
  outbox: MailOutbox;
  guesses: Guesses;
  standing: Standing;
  openMemberSession: IdentityService['openMemberSession'];
}): InvitationService {
  const { database, hasher, accounts, outbox, guesses, standing } = options;

  function newLink(now: Date) {
    const token = randomBytes(32).toString('base64url');
    const expires_at = new Date(now.getTime() + limits.invitationDays * day);
    return { token, link: { token_hash: sha256(token), sent_at: now, expires_at } };
  }

  async function send(
    invitation: {
      id: string;
      kind: 'join' | 'account';
      email: string;
      role: InvitedRole;
      first_name: string;
      last_name: string;
      expires_at: Date;
    },
    token: string,
    call: Asking,
  ) {
    const { transaction, actor, tenant, now } = call;
    const { is_platform } = tenant;
    const inviter = await repository.findPerson(transaction, actor.tenant_id, actor.id);
    const { school_name } = await repository.findSchoolName(transaction, actor.tenant_id);
    const letter = invitationLetter(
      { ...invitation, inviter, school_name, is_platform },
      token,
      originOf(call),
    );
    await outbox.add(transaction, actor.tenant_id, letter, { now });
  }

  async function add(
    invited: { kind: 'join' | 'account'; email: string; role: InvitedRole; user_id: string | null },
    call: Asking,
  ): Promise<string> {
    const { transaction, actor, now } = call;
    const { tenant_id } = actor;
    if ((await repository.countOpen(transaction, tenant_id)) >= limits.openInvitations)
      throw new Problem(invitationProblems.too_many_open);
    await outbox.refuse(transaction, invited.email, { field: 'email', now });
    const id = uuidv7();
    const { token, link } = newLink(now);
    await repository.insertInvitation(transaction, {
      tenant_id,
      id,
      ...invited,
      invited_by: actor.id,
      created_at: now,
      ...link,
    });
    const person =
      invited.user_id === null
        ? { first_name: '', last_name: '' }
        : await repository.findPerson(transaction, tenant_id, invited.user_id);
    await send({ ...invited, ...person, id, expires_at: link.expires_at }, token, call);
    await audit(transaction, {
      tenant_id,
      actor_id: actor.id,
      action: 'members.invited',
      subject_id: invited.user_id ?? id,
      details: { email: invited.email, role: invited.role },
    });
    return id;
  }

  async function sendAgain(id: string, call: Asking): Promise<boolean> {
    const { transaction, actor, tenant, now } = call;
    await members.lockMembers(transaction, actor.tenant_id);
    const row = await repository.findOpen(transaction, actor.tenant_id, id);
    if (!row) return false;
    if (!maySend(actor.role, row, tenant)) throw new Problem(memberProblems.role_not_yours);
    const wait = limits.invitationPause * 1000 - elapsedSince(row.sent_at, now);
    if (wait > 0) throw new Problem(invitationProblems.sent_just_now, { retryAfter: Math.ceil(wait / 1000) });
    await outbox.refuse(transaction, row.email, { now });
    const { token, link } = newLink(now);
    const renewed = { ...link, invited_by: actor.id };
    await repository.renew(transaction, { tenant_id: actor.tenant_id, id }, renewed);
    await send(
      {
        ...row,
        first_name: row.first_name ?? '',
        last_name: row.last_name ?? '',
        expires_at: link.expires_at,
      },
      token,
      call,
    );
    await audit(transaction, {
      tenant_id: actor.tenant_id,
      actor_id: actor.id,
      action: 'members.invitation_sent_again',
      subject_id: row.user_id ?? id,
      details: { email: row.email },
    });
    return true;
  }

  async function shownOne(id: string, { transaction, actor, now }: Asking): Promise<Invitation> {
    const row = await repository.findOpen(transaction, actor.tenant_id, id);
    if (!row) throw new Problem(invitationProblems.not_found);
    return shown(row, now);
  }

  /** The invitation of a link that works. Whoever has the link may know what became of it. */
  async function findGood(
    transaction: TenantTransaction,
    token: string,
    { tenant, now }: Pick<LinkOpening, 'tenant' | 'now'>,
    find: { lock?: boolean } = {},
  ): Promise<repository.InvitationRow> {
    const row = await repository.findInvitation(transaction, tenant.id, sha256(token), find);
    if (!row) throw new Problem(invitationProblems.link_unknown);
    if (row.used_at !== null) throw new Problem(invitationProblems.used);
    if (row.revoked_at !== null) throw new Problem(invitationProblems.revoked);
    if (row.expires_at <= now) throw new Problem(invitationProblems.expired);
    const holder = await members.findByEmail(transaction, tenant.id, row.email);
    const isTheirs = row.kind === 'account' && holder?.id === row.user_id;
    if (holder && !isTheirs) throw new Problem(invitationProblems.has_account);
    if (!(await mayStillInvite(transaction, row, tenant))) throw new Problem(invitationProblems.revoked);
    return row;
  }

  /** Whether who sent the invitation could send it now. */
  async function mayStillInvite(
    transaction: TenantTransaction,
    row: repository.InvitationRow,
    tenant: HostTenant,
  ): Promise<boolean> {
    const role = await standing.roleOf(transaction, tenant.id, row.invited_by);
    if (role === null) return false;
    return maySend(role, row, tenant);
  }

  const guess = <Result>(at: LinkOpening, work: () => Promise<Result>) =>
    tryLink(guesses, at, invitationProblems.link_unknown, work);

  return {
    async list(page, { transaction, actor, now }) {
      const count = await repository.countOpen(transaction, actor.tenant_id);
      const rows = await repository.listOpen(transaction, actor.tenant_id, page);
      return { count, next: nextPage(page, count), results: rows.map((row) => shown(row, now)) };
    },

    async invite({ email, role }, call) {
      const { transaction, actor, tenant } = call;
      if (!rolesToGive(actor.role, tenant).includes(role)) throw new Problem(memberProblems.role_not_yours);
      await members.lockMembers(transaction, actor.tenant_id);
      await refuseTaken(transaction, actor.tenant_id, email);
      if (await repository.findOpenFor(transaction, actor.tenant_id, email)) {
        const { error } = invitationProblems.already_invited;
        throw new Problem(invitationProblems.already_invited, { errors: { email: [error] } });
      }
      return await shownOne(await add({ kind: 'join', email, role, user_id: null }, call), call);
    },

    async inviteToAccount({ user_id, email, role }, call) {
      const { transaction, actor, now } = call;
      await repository.revoke(transaction, actor.tenant_id, { user_id }, now);
      const before = await repository.findOpenFor(transaction, actor.tenant_id, email);
      if (before) await repository.revoke(transaction, actor.tenant_id, { id: before.id }, now);
      await add({ kind: 'account', email, role, user_id }, call);
    },

    async resend(id, call) {
      if (!(await sendAgain(id, call))) throw new Problem(invitationProblems.not_found);
      return await shownOne(id, call);
    },

    sendAgain,

    async revoke(id, { transaction, actor, now }) {
      const row = await repository.findOpen(transaction, actor.tenant_id, id);
      if (!row) throw new Problem(invitationProblems.not_found);
      await repository.revoke(transaction, actor.tenant_id, { id }, now);
      await audit(transaction, {
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action: 'members.invitation_revoked',
        subject_id: row.user_id ?? id,
        details: { email: row.email },
      });
    },

    async revokeAllFor(userId, { transaction, actor, now }) {
      await repository.revoke(transaction, actor.tenant_id, { user_id: userId }, now);
    },

    check: (token, at) =>
      guess(at, () =>
        inTenant(database, at.tenant.id, async (transaction) => {
          const row = await findGood(transaction, token, at);
          const { school_name } = await repository.findSchoolName(transaction, at.tenant.id);
          return {
            school_name,
            invited_by: inviterOf(row),
            email: row.email,
            role: row.role,
            first_name: row.first_name ?? '',
            last_name: row.last_name ?? '',
          };
        }),
      ),

    async accept({ token, first_name, last_name, new_password }, at) {
      const { tenant, now } = at;
      // Hashing costs enough that nobody gets it for a token that was made up.
      const { email, school_name } = await guess(at, () =>
        inTenant(database, tenant.id, async (transaction) => ({
          ...(await findGood(transaction, token, at)),
          ...(await repository.findSchoolName(transaction, tenant.id)),
        })),
      );
      await refuseWeakPassword(new_password, { email, school_name, first_name, last_name });
      const password_hash = await hasher.hash(new_password);
      return await inTenant(database, tenant.id, async (transaction) => {
        await members.lockMembers(transaction, tenant.id);
        const row = await findGood(transaction, token, at, { lock: true });
        const user_id = row.user_id ?? uuidv7();
        if (row.user_id === null) {
          await members.insertMember(transaction, {
            tenant_id: tenant.id,
            id: user_id,
            role: row.role,
            first_name,
            last_name,
            email: row.email,
            country: null,
            avatar: null,
            date_joined: now,
            updated_at: now,
          });
        } else {
          await members.updateMember(transaction, tenant.id, user_id, { first_name, last_name }, now);
        }
        await repository.markUsed(transaction, { tenant_id: tenant.id, id: row.id }, { user_id, now });
        await accounts.setPassword(transaction, tenant.id, user_id, { password_hash, now });
        await audit(transaction, {
          tenant_id: tenant.id,
          actor_id: user_id,
          action: 'members.joined',
          subject_id: user_id,
          details: { role: row.role, invited_by: row.invited_by },
        });
        await withChanges(transaction, tenant.id, (changes) =>
          changes.put(scopeOf.user(user_id), 'profile', user_id),
        );
        return await options.openMemberSession(transaction, { tenant_id: tenant.id, user_id, now });
      });
    },
  };
}

/** @throws Problem `members.email_taken`, at the field */
export async function refuseTaken(
  transaction: TenantTransaction,
  tenantId: string,
  email: string,
  except?: string,
): Promise<void> {
  const holder = await members.findByEmail(transaction, tenantId, email);
  if (!holder || holder.id === except) return;
  const error =
    holder.archived_at === null
      ? memberProblems.email_taken.error
      : 'Somebody who was archived has this email address. Restore the account instead.';
  throw new Problem(memberProblems.email_taken, { error, errors: { email: [error] } });
}

/** Whether somebody of this role invites whom a row is about. An account that is there already has its role. */
function maySend(role: Role, row: repository.InvitationRow, tenant: HostTenant): boolean {
  return row.kind === 'account'
    ? mayChange(role, row.person_role ?? row.role)
    : rolesToGive(role, tenant).some((given) => given === row.role);
}

function inviterOf({ inviter_first_name, inviter_last_name }: repository.InvitationRow) {
  return { first_name: inviter_first_name, last_name: inviter_last_name };
}

function shown(row: repository.InvitationRow, now: Date): Invitation {
  const { id, kind, email, role, first_name, last_name } = row;
  return {
    id,
    kind,
    email,
    role,
    name: kind === 'account' ? `${first_name ?? ''} ${last_name ?? ''}`.trim() : null,
    invited_by: inviterOf(row),
    sent_at: row.sent_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    is_expired: row.expires_at <= now,
  };
}
