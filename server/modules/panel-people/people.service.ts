import type { AuditAction } from '#contract/kit/audit-actions.ts';
import { limits } from '#contract/kit/limits.ts';
import { Problem } from '#contract/kit/problem.ts';
import { mailProblems } from '#contract/mail/mail.problems.ts';
import { memberProblems } from '#contract/members/members.problems.ts';
import type { Member } from '#contract/members/members.schema.ts';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import type { childrenReasons } from '#contract/panel/panel.schema.ts';
import type { PersonAct, PersonProfile } from '#contract/panel/people.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { elapsedSince } from '#server/platform/clock.ts';
import { lockName } from '#server/platform/database.ts';
import type { Panel } from '#server/platform/panel.ts';
import type { Actor, Call, PanelCall } from '#server/platform/route.ts';
import type { MemberAccounts } from '../identity/member-accounts.ts';
import type { InvitationService } from '../members/invitations.service.ts';
import type { MemberService } from '../members/members.service.ts';
import type { PasswordService } from '../passwords/passwords.service.ts';
import type { Schools } from '../visits/schools.ts';
import { noteReason } from '../panel/panel.service.ts';
import { foundPerson } from './members-across.ts';
import { noteHere, noteLook } from './people.audit.ts';
import type { FoundPerson } from '../panel/people.list.ts';
import * as repository from './people.repository.ts';

const resetLink = 'passwords.reset_link';

interface Naming {
  tenant_id?: string | undefined;
  reason?: (typeof childrenReasons)[number] | undefined;
}

export type PersonService = ReturnType<typeof createPersonService>;

/** One person of any school: seen in the school's own scope, and changed there as the caller's guest. */
export function createPersonService(options: {
  panel: Panel | undefined;
  schools: Schools;
  members: MemberService;
  accounts: Pick<MemberAccounts, 'endSessions'>;
  invitations: Pick<InvitationService, 'sendAgain'>;
  passwords: Pick<PasswordService, 'sendLinkAgain'>;
}) {
  const { schools, members, accounts, invitations, passwords } = options;

  /** What the school itself knows; null where there is no such member, such as for a guest. */
  async function readStaff(person: FoundPerson, call: Call<Actor>): Promise<PersonProfile['staff']> {
    const { tenant_id, email } = person;
    if (person.role === 'student' || person.role === 'parent' || email === null) return null;
    const who = { tenant_id, user_id: person.id };
    return await schools.look(call, tenant_id, async (there) => {
      const { pending_email, has_password, classes } = await members.read(person.id, there);
      const sessions = await repository.listSessions(there.transaction, who, there.now);
      const letters = await repository.listLettersTo(there.transaction, { ...who, email });
      const entries = await repository.listAuditOf(there.transaction, who);
      return {
        pending_email,
        has_password,
        classes,
        sessions: sessions.map(({ id, created_at, expires_at }) => ({
          id,
          created_at: created_at.toISOString(),
          expires_at: expires_at.toISOString(),
        })),
        letters: letters.map(({ created_at, ...letter }) => ({
          ...letter,
          written_at: created_at.toISOString(),
        })),
        audit: entries.map(({ id, created_at, action, actor_id, listed_name }) => ({
          id,
          at: created_at.toISOString(),
          action,
          by: listed_name,
          is_theirs: actor_id === person.id,
        })),
      };
    });
  }

  /** @throws Problem; see the endpoints */
  async function act(
    userId: string,
    { seen, isOwnAllowed = false }: { seen: PersonAct; isOwnAllowed?: boolean },
    call: Call<Actor>,
    {
      action,
      work,
    }: { action: AuditAction<'members'>; work: (row: Member, there: Call<Actor>) => Promise<void> },
  ): Promise<void> {
    const person = await foundPerson(options.panel, userId);
    if (person.role === 'student') throw new Problem(panelProblems.school_decides);
    if (userId === call.actor.id && !isOwnAllowed) throw new Problem(panelProblems.not_yourself);
    const done = await schools.act(call, person.tenant_id, async (there, school) => {
      const row = await members.lockSeen(userId, seen.updated_at, there);
      await work(row, there);
      return { ...row, school };
    });
    await noteHere(call, action, done, { reason: seen.reason });
  }

  async function noteThere(
    { transaction, actor }: Call<Actor>,
    action: AuditAction<'members'>,
    { userId, reason }: { userId: string; reason: string },
  ): Promise<void> {
    await audit(transaction, {
      tenant_id: actor.tenant_id,
      actor_id: actor.id,
      action,
      subject_id: userId,
      details: { reason },
    });
  }

  /** The invitation where they never chose a password, else a link for a new one. */
  async function sendLink(userId: string, there: Call<Actor>): Promise<void> {
    const { transaction, actor, now } = there;
    const who = { tenant_id: actor.tenant_id, user_id: userId };
    const invitation = await repository.findOpenInvitation(transaction, who);
    if (invitation !== null && (await invitations.sendAgain(invitation, there))) return;
    await lockName(transaction, `letters about ${userId}`);
    const last = await repository.findLastLetter(transaction, { ...who, kind: resetLink });
    const wait = last === null ? 0 : limits.invitationPause * 1000 - elapsedSince(last, now);
    if (wait > 0) throw new Problem(mailProblems.sent_just_now, { retryAfter: Math.ceil(wait / 1000) });
    if (!(await passwords.sendLinkAgain(userId, there))) throw new Problem(memberProblems.archived);
  }

  return {
    async read(userId: string, { tenant_id, reason }: Naming, call: PanelCall): Promise<PersonProfile> {
      const person = await foundPerson(call.panel, userId);
      const isStudent = person.role === 'student';
      const isNamed = !isStudent || tenant_id === person.tenant_id || reason !== undefined;
      if (isStudent && tenant_id !== person.tenant_id && reason !== undefined) await noteReason(call, reason);
      const staff = await readStaff(person, call);
      await noteLook(call, person);
      const { id, role, name, email, country, state, classes, enrolled, privacy_preference } = person;
      return {
        id,
        tenant: {
          id: person.tenant_id,
          school_name: person.school_name,
          is_organization: person.is_organization,
          is_platform: person.is_platform,
        },
        role,
        name: isNamed ? name : null,
        email,
        country,
        state,
        classes: isStudent ? enrolled : classes,
        joined_at: person.joined_at.toISOString(),
        last_login: person.last_login?.toISOString() ?? null,
        updated_at: person.updated_at.toISOString(),
        privacy_preference,
        staff,
      };
    },

    async endSessions(userId: string, seen: PersonAct, call: Call<Actor>): Promise<void> {
      const action = 'members.sessions_ended';
      await act(userId, { seen }, call, {
        action,
        async work(_row, there) {
          const { transaction, actor, now } = there;
          const end = { reason: 'ended by the platform', now };
          await accounts.endSessions(transaction, actor.tenant_id, userId, end);
          await noteThere(there, action, { userId, reason: seen.reason });
        },
      });
    },

    async sendPasswordLink(userId: string, seen: PersonAct, call: Call<Actor>): Promise<void> {
      const action = 'members.link_sent';
      await act(userId, { seen, isOwnAllowed: true }, call, {
        action,
        async work(row, there) {
          if (row.archived_at !== null) throw new Problem(memberProblems.archived);
          await sendLink(userId, there);
          await noteThere(there, action, { userId, reason: seen.reason });
        },
      });
    },

    async archive(userId: string, seen: PersonAct, call: Call<Actor>): Promise<void> {
      await act(userId, { seen }, call, {
        action: 'members.archived',
        async work(_row, there) {
          await members.archive(userId, there, seen.reason);
        },
      });
    },

    async restore(userId: string, seen: PersonAct, call: Call<Actor>): Promise<void> {
      await act(userId, { seen }, call, {
        action: 'members.restored',
        async work(_row, there) {
          await members.restore(userId, there, seen.reason);
        },
      });
    },
  };
}
