import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { limits } from '#contract/kit/limits.ts';
import { Problem } from '#contract/kit/problem.ts';
import { memberProblems } from '#contract/members/members.problems.ts';
import { mayChange } from '#contract/members/members.rules.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { withChanges } from '#server/platform/changes.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import { hashPassword } from '#server/platform/passwords.ts';
import type { Actor, Call, HostTenant } from '#server/platform/route.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { MemberAccounts } from '../identity/member-accounts.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import type { Standing } from '../visits/standing.ts';
import * as repository from './email-changes.repository.ts';
import { findPerson, findSchoolName } from './invitations.repository.ts';
import { originOf, refuseTaken, type InvitationService } from './invitations.service.ts';
import { tryLink, type LinkOpening } from './link-guesses.ts';
import { changeAskedLetter, confirmEmailLetter, emailChangedLetter } from './members.letters.ts';
import * as members from './members.repository.ts';

const hour = 60 * 60 * 1000;

export interface EmailChangeService {
  /**
   * The address counts at once where the person has no password yet; else when it is confirmed.
   * @throws Problem `members.email_taken`, `mail.suppressed`
   */
  ask(row: members.MemberRow, email: string, call: Call<Actor>): Promise<void>;
  /**
   * For the address that is not confirmed yet.
   * @returns false where there is none
   * @throws Problem `members.above_you`, and as `ask`
   */
  askAgain(userId: string, call: Call<Actor>): Promise<boolean>;
  /** @throws Problem `members.email_link_refused`, also where who asked may not any more; `members.email_taken` */
  confirm(token: string, at: LinkOpening): Promise<{ email: string }>;
  /**
   * By the link to the old address. A change that was confirmed is undone: the old address signs in again, all sessions end
   * and the password is void.
   * @throws Problem `members.email_link_refused`, `members.email_taken`
   */
  stop(token: string, at: LinkOpening): Promise<{ email: string; is_undone: boolean }>;
}

export function createEmailChangeService(options: {
  database: Database;
  guesses: Guesses;
  accounts: MemberAccounts;
  invitations: Pick<InvitationService, 'inviteToAccount'>;
  outbox: MailOutbox;
  standing: Standing;
}): EmailChangeService {
  const { database, guesses, accounts, invitations, outbox, standing } = options;

  /** The change of a link that works, whose asker may still ask for it; locked, with whose address it is. */
  async function lockGoodChange(transaction: TenantTransaction, token: string, { tenant, now }: LinkOpening) {
    const refuse = () => new Problem(memberProblems.email_link_refused);
    const open = await repository.lockOpenChange(transaction, tenant.id, { token_hash: sha256(token), now });
    if (!open) throw refuse();
    const row = await members.findMember(transaction, tenant.id, open.user_id);
    if (row?.archived_at !== null) throw refuse();
    const asker = await standing.roleOf(transaction, tenant.id, open.asked_by);
    if (asker === null || !mayChange(asker, row.role)) throw refuse();
    return { open, row };
  }

  const noteProfile = (transaction: TenantTransaction, tenant: HostTenant, userId: string) =>
    withChanges(transaction, tenant.id, (changes) => changes.put(scopeOf.user(userId), 'profile', userId));

  const guess = <Result>(at: LinkOpening, work: () => Promise<Result>) =>
    tryLink(guesses, at, memberProblems.email_link_refused, work);

  async function ask(row: members.MemberRow, email: string, call: Call<Actor>): Promise<void> {
    const { transaction, actor, now } = call;
    const { tenant_id } = actor;
    await repository.endEmailChanges(transaction, tenant_id, row.id, now);
    if (email === row.email) return;
    await refuseTaken(transaction, tenant_id, email, row.id);
    await outbox.refuse(transaction, email, { field: 'email', now });
    if (!(await members.hasPassword(transaction, tenant_id, row.id))) {
      await members.updateMember(transaction, tenant_id, row.id, { email }, now);
      await invitations.inviteToAccount({ user_id: row.id, email, role: row.role }, call);
      return;
    }
    const token = randomBytes(32).toString('base64url');
    const stop = row.id === actor.id ? null : randomBytes(32).toString('base64url');
    const expires_at = new Date(now.getTime() + limits.emailChangeHours * hour);
    await repository.insertEmailChange(transaction, {
      tenant_id,
      id: uuidv7(),
      user_id: row.id,
      email,
      token_hash: sha256(token),
      asked_by: actor.id,
      asked_at: now,
      expires_at,
      old_email: row.email,
      stop_hash: stop === null ? null : sha256(stop),
    });
    const link = { origin: originOf(call), expires_at };
    await outbox.add(transaction, tenant_id, confirmEmailLetter({ ...row, email }, token, link), { now });
    await audit(transaction, {
      tenant_id,
      actor_id: actor.id,
      action: 'members.email_change_asked',
      subject_id: row.id,
      details: { email },
    });
    if (stop === null) return;
    const asker = await findPerson(transaction, tenant_id, actor.id);
    const { school_name } = await findSchoolName(transaction, tenant_id);
    const letter = changeAskedLetter(row, stop, { ...link, newEmail: email, asker, school_name });
    await outbox.add(transaction, tenant_id, letter, { now });
  }

  return {
    ask,

    async askAgain(userId, call) {
      const { transaction, actor, now } = call;
      await members.lockMembers(transaction, actor.tenant_id);
      const email = await repository.findPendingEmail(transaction, actor.tenant_id, userId, now);
      const row = await members.findMember(transaction, actor.tenant_id, userId);
      if (email === null || row?.archived_at !== null) return false;
      if (!mayChange(actor.role, row.role)) throw new Problem(memberProblems.above_you);
      await ask(row, email, call);
      return true;
    },

    confirm: (token, at) =>
      guess(at, () =>
        inTenant(database, at.tenant.id, async (transaction) => {
          const { tenant, now } = at;
          await members.lockMembers(transaction, tenant.id);
          const { open, row } = await lockGoodChange(transaction, token, at);
          const { email } = open;
          await refuseTaken(transaction, tenant.id, email, row.id);
          await members.updateMember(transaction, tenant.id, row.id, { email }, now);
          await repository.endEmailChanges(transaction, tenant.id, row.id, now);
          await repository.markConfirmed(transaction, tenant.id, open.id, now);
          await audit(transaction, {
            tenant_id: tenant.id,
            // Who opens the link holds the new address. Who asked for it answers for the change.
            actor_id: open.asked_by,
            action: 'members.email_changed',
            subject_id: row.id,
          });
          const letter = emailChangedLetter(row, { newEmail: email, now });
          await outbox.add(transaction, tenant.id, letter, { now });
          await noteProfile(transaction, tenant, row.id);
          return { email };
        }),
      ),

    stop: (token, at) =>
      guess(at, async () => {
        const { tenant, now } = at;
        const wanted = { stop_hash: sha256(token), now };
        const refuse = () => new Problem(memberProblems.email_link_refused);
        const found = await inTenant(database, tenant.id, (transaction) =>
          repository.findStoppable(transaction, tenant.id, wanted),
        );
        if (!found) throw refuse();
        // Nobody knows it: who confirmed the change may have chosen the present one.
        const password_hash = await hashPassword(randomBytes(32).toString('base64url'));
        return await inTenant(database, tenant.id, async (transaction) => {
          await members.lockMembers(transaction, tenant.id);
          const change = await repository.findStoppable(transaction, tenant.id, wanted, { lock: true });
          const row = change && (await members.findMember(transaction, tenant.id, change.user_id));
          if (!change || row?.archived_at !== null) throw refuse();
          const is_undone = change.confirmed_at !== null;
          const email = is_undone ? change.old_email : row.email;
          await repository.endEmailChanges(transaction, tenant.id, row.id, now);
          await repository.markStopped(transaction, tenant.id, change.id, now);
          if (is_undone) {
            await refuseTaken(transaction, tenant.id, email, row.id);
            await members.updateMember(transaction, tenant.id, row.id, { email }, now);
            await accounts.setPassword(transaction, tenant.id, row.id, { password_hash, now });
            const end = { reason: 'e-mail change undone', now };
            await accounts.endSessions(transaction, tenant.id, row.id, end);
            await noteProfile(transaction, tenant, row.id);
          }
          await audit(transaction, {
            tenant_id: tenant.id,
            actor_id: row.id,
            action: 'members.email_change_stopped',
            subject_id: row.id,
            details: { asked_by: change.asked_by, is_undone },
          });
          return { email, is_undone };
        });
      }),
  };
}
