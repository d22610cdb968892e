import { championProblems } from '#contract/champions/champions.problems.ts';
import { endOf, refuseUntil, hasRights } from '#contract/champions/champions.rules.ts';
import type {
  Champion,
  ExtendForm,
  GrantForm,
  OwnRights,
  RevokeForm,
} from '#contract/champions/champions.schema.ts';
import type { AuditAction } from '#contract/kit/audit-actions.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { audit } from '#server/platform/audit.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { MemberAccounts } from '../identity/member-accounts.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import type { ChampionAccounts } from '../members/champion-accounts.ts';
import type { InvitationService } from '../members/invitations.service.ts';
import { findChampion } from './champions.list.ts';
import { againLetter, revokedLetter } from './champions.letters.ts';
import * as repository from './champions.repository.ts';

type StaffCall = Call<Actor>;

export type ChampionService = ReturnType<typeof createChampionService>;

/** Grants the rights of champions, changes their end and revokes them: each in one transaction with its row in the audit. */
export function createChampionService(options: {
  people: ChampionAccounts;
  accounts: Pick<MemberAccounts, 'endSessions'>;
  invitations: Pick<InvitationService, 'inviteToAccount' | 'revokeAllFor'>;
  outbox: Pick<MailOutbox, 'add' | 'refuse'>;
  /** Of the tenant at hand. */
  findName: (transaction: StaffCall['transaction'], tenantId: string) => Promise<{ school_name: string }>;
}) {
  const { people, accounts, invitations, outbox, findName } = options;

  const keyOf = (id: string, { tenant }: Pick<StaffCall, 'tenant'>) => ({ tenant_id: tenant.id, id });

  /** @throws Problem `champions.not_found` */
  async function show(id: string, call: StaffCall): Promise<Champion> {
    const champion = await findChampion(call.transaction, keyOf(id, call), call.now);
    if (!champion) throw new Problem(championProblems.not_found);
    return champion;
  }

  /** @throws Problem `champions.not_found`, `champions.changed_since` with who it is now */
  async function lockSeen(id: string, seen: string, call: StaffCall): Promise<Champion> {
    const row = await repository.lockChampion(call.transaction, keyOf(id, call));
    if (!row) throw new Problem(championProblems.not_found);
    const champion = await show(id, call);
    if (row.updated_at.getTime() !== Date.parse(seen))
      throw new Problem(championProblems.changed_since, { details: { now: champion } });
    return champion;
  }

  /** @throws Problem `request.invalid`, at the field */
  function refuseDay(until: string, now: Date): void {
    const said = refuseUntil(until, now);
    if (said !== null) throw new Problem(requestProblems.invalid, { errors: { until: [said] } });
  }

  /** Later than the moment before in any case: what somebody saw is told by it. */
  const later = ({ updated_at }: Pick<Champion, 'updated_at'>, now: Date) =>
    new Date(Math.max(now.getTime(), Date.parse(updated_at) + 1));

  async function note(
    action: AuditAction<'champions'>,
    { id, name, kind, until }: Champion,
    { reason, call }: { reason: string; call: StaffCall },
  ): Promise<void> {
    await audit(call.transaction, {
      tenant_id: call.tenant.id,
      actor_id: call.actor.id,
      action,
      subject_id: id,
      details: { name, kind, until, reason },
    });
  }

  /** The account of a new champion, or of one whose rights are over. @throws Problem `champions.already`, `members.email_taken` */
  async function findAccount(form: GrantForm, call: StaffCall): Promise<{ id: string; isNew: boolean }> {
    const { transaction, tenant, now } = call;
    const { kind: role, email, first_name, last_name } = form;
    await people.lock(transaction, tenant.id);
    const holder = await people.findByEmail(transaction, tenant.id, email);
    if (!holder) {
      const person = { tenant_id: tenant.id, role, first_name, last_name, email };
      return { id: await people.add(transaction, person, now), isNew: true };
    }
    const before = await repository.lockChampion(transaction, keyOf(holder.id, call));
    // Who was archived is restored first, and who runs the platform is no champion.
    const isChampion = before && (await findChampion(transaction, keyOf(holder.id, call), now));
    if (!isChampion || holder.archived_at !== null) await people.refuseTaken(transaction, tenant.id, email);
    if (before && hasRights(before, now)) {
      const { already } = championProblems;
      throw new Problem(already, { errors: { email: [already.error] } });
    }
    await people.changeRole(transaction, { tenant_id: tenant.id, id: holder.id, role }, now);
    return { id: holder.id, isNew: false };
  }

  return {
    /** @throws Problem; see the endpoint */
    async grant(form: GrantForm, call: StaffCall): Promise<Champion> {
      const { transaction, tenant, actor, now } = call;
      const { kind, email, until, reason } = form;
      refuseDay(until, now);
      const { id, isNew } = await findAccount(form, call);
      await repository.putChampion(transaction, {
        tenant_id: tenant.id,
        user_id: id,
        kind,
        why: reason,
        ends_at: endOf(until),
        granted_by: actor.id,
        granted_at: now,
        updated_at: now,
      });
      const champion = await show(id, call);
      if (isNew || !(await people.hasPassword(transaction, tenant.id, id)))
        await invitations.inviteToAccount({ user_id: id, email, role: kind }, call);
      else {
        await outbox.refuse(transaction, email, { field: 'email', now });
        const { school_name: site } = await findName(transaction, tenant.id);
        const about = { kind, site, reason, now, until, origin: call.origin ?? '' };
        await outbox.add(transaction, tenant.id, againLetter(champion, about), { now });
      }
      await note('champions.granted', champion, { reason, call });
      return champion;
    },

    /** @throws Problem; see the endpoint */
    async extend(id: string, { until, reason, updated_at }: ExtendForm, call: StaffCall): Promise<Champion> {
      const { transaction, actor, now } = call;
      refuseDay(until, now);
      const before = await lockSeen(id, updated_at, call);
      if (before.state === 'revoked') throw new Problem(championProblems.revoked);
      await repository.changeChampion(transaction, keyOf(id, call), {
        why: reason,
        ends_at: endOf(until),
        granted_by: actor.id,
        updated_at: later(before, now),
      });
      const champion = await show(id, call);
      await note('champions.extended', champion, { reason, call });
      return champion;
    },

    /** @throws Problem; see the endpoint */
    async revoke(id: string, { reason, updated_at }: RevokeForm, call: StaffCall): Promise<Champion> {
      const { transaction, tenant, actor, now } = call;
      const before = await lockSeen(id, updated_at, call);
      if (before.state === 'revoked' || before.state === 'ended')
        throw new Problem(championProblems.not_revoked_twice);
      await repository.changeChampion(transaction, keyOf(id, call), {
        revoked_at: now,
        revoked_by: actor.id,
        revoked_why: reason,
        updated_at: later(before, now),
      });
      await accounts.endSessions(transaction, tenant.id, id, { reason: 'rights were revoked', now });
      await invitations.revokeAllFor(id, call);
      const { school_name: site } = await findName(transaction, tenant.id);
      const letter = revokedLetter(before, { kind: before.kind, site, reason, now });
      await outbox.add(transaction, tenant.id, letter, { now });
      await note('champions.revoked', before, { reason, call });
      return await show(id, call);
    },

    /** @throws Problem `champions.not_found` */
    async readOwn(call: StaffCall): Promise<OwnRights> {
      const { kind, until, why, by, granted_at } = await show(call.actor.id, call);
      return { kind, until, why, by, granted_at };
    },
  };
}
