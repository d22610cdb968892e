import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { AuditAction } from '#contract/kit/audit-actions.ts';
import { limits } from '#contract/kit/limits.ts';
import { nextPage } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { memberProblems } from '#contract/members/members.problems.ts';
import { mayChange, rolesToGive, runningRole } from '#contract/members/members.rules.ts';
import type {
  CreateMember,
  Member,
  MemberDetails,
  MemberQuery,
  UpdateMember,
} from '#contract/members/members.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { withChanges } from '#server/platform/changes.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import type { PictureWorkers } from '#server/platform/picture-workers.ts';
import { personPicture, refusePicture } from '#server/platform/pictures.ts';
import type { Actor, Call, OpenCall } from '#server/platform/route.ts';
import { sha256 } from '#server/platform/sha256.ts';
import { forgetUnusedFile, storeFile } from '#server/platform/stored-files.ts';
import type { ClassAccess } from '../classes/classes.service.ts';
import type { MemberAccounts } from '../identity/member-accounts.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import type { GrantRevocation } from '../sync/grants.service.ts';
import * as emailChanges from './email-changes.repository.ts';
import { originOf, refuseTaken, type InvitationService } from './invitations.service.ts';
import { tryLink, type LinkOpening } from './link-guesses.ts';
import { confirmEmailLetter, emailChangedLetter } from './members.letters.ts';
import { searchMembers, sortMembers } from './members.list.ts';
import * as repository from './members.repository.ts';

const hour = 60 * 60 * 1000;
const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

type Asking = Call<Actor>;

/** As it is kept; `undefined` where nothing was sent. */
type PreparedPicture = Buffer | 'none' | undefined;

export interface MemberService {
  list(query: MemberQuery, call: Asking): Promise<{ count: number; next: string | null; results: Member[] }>;
  /** @throws Problem `members.not_found` */
  read(userId: string, call: Asking): Promise<MemberDetails>;
  /** The picture that was sent, made anew before the transaction. @throws Problem `members.picture_unreadable`, at the field */
  preparePicture(avatar: UpdateMember['avatar'], call: OpenCall<Actor>): Promise<PreparedPicture>;
  /** @throws Problem `members.email_taken`, `members.role_not_yours` */
  create(form: Omit<CreateMember, 'avatar'>, picture: PreparedPicture, call: Asking): Promise<Member>;
  /** @throws Problem; see the endpoint */
  update(
    userId: string,
    form: Omit<UpdateMember, 'avatar'>,
    picture: PreparedPicture,
    call: Asking,
  ): Promise<MemberDetails>;
  archive(userId: string, call: Asking): Promise<Member>;
  restore(userId: string, call: Asking): Promise<Member>;
  /** @throws Problem `members.email_link_refused`, `members.email_taken` */
  confirmEmail(token: string, at: LinkOpening): Promise<{ email: string }>;
}

function shown({ archived_at, last_login, ...row }: repository.MemberRow): Member {
  return {
    ...row,
    archived_at: archived_at?.toISOString() ?? null,
    last_login: last_login?.toISOString() ?? null,
  };
}

/** @throws Problem `members.role_not_yours`, at the field */
function refuseRole(): never {
  const { role_not_yours } = memberProblems;
  throw new Problem(role_not_yours, { errors: { role: [role_not_yours.error] } });
}

export function createMemberService(options: {
  database: Database;
  guesses: Guesses;
  accounts: MemberAccounts;
  invitations: InvitationService;
  grants: GrantRevocation;
  classes: Pick<ClassAccess, 'noteTeacher'>;
  outbox: MailOutbox;
  pictures: PictureWorkers;
}): MemberService {
  const { database, guesses, accounts, invitations, grants, classes, outbox, pictures } = options;

  async function find({ transaction, actor }: Asking, userId: string): Promise<repository.MemberRow> {
    const row = await repository.findMember(transaction, actor.tenant_id, userId);
    if (!row) throw new Problem(memberProblems.not_found);
    return row;
  }

  /** For a change, locked. @throws Problem `members.not_found`, `members.above_you` */
  async function findToChange(call: Asking, userId: string): Promise<repository.MemberRow> {
    await repository.lockMembers(call.transaction, call.actor.tenant_id);
    const row = await find(call, userId);
    if (!mayChange(call.actor.role, row.role)) throw new Problem(memberProblems.above_you);
    return row;
  }

  async function details(call: Asking, userId: string): Promise<MemberDetails> {
    const { transaction, actor, now } = call;
    const row = await find(call, userId);
    const taught = await repository.listClassesOf(transaction, actor.tenant_id, userId);
    return {
      ...shown(row),
      pending_email: await emailChanges.findPendingEmail(transaction, actor.tenant_id, userId, now),
      has_password: await repository.hasPassword(transaction, actor.tenant_id, userId),
      classes: taught.toSorted((one, other) => byName.compare(one.name, other.name)),
    };
  }

  /** @throws Problem `members.last_administrator` where nobody else who can sign in runs the place */
  async function refuseLast(
    row: repository.MemberRow,
    { transaction, actor, tenant }: Asking,
  ): Promise<void> {
    const role = runningRole(tenant);
    if (row.role !== role || row.archived_at !== null) return;
    const others = await repository.countOthers(transaction, actor.tenant_id, { role, except: row.id });
    if (others === 0) throw new Problem(memberProblems.last_administrator);
  }

  async function endSessions(userId: string, reason: string, { transaction, actor, now }: Asking) {
    await accounts.endSessions(transaction, actor.tenant_id, userId, { reason, now });
  }

  /** The devices of the person, and those that show them at a class. */
  async function noteChanged(
    userId: string,
    isShownOtherwise: boolean,
    { transaction, actor, changes }: Asking,
  ) {
    changes.put(scopeOf.user(userId), 'profile', userId);
    if (isShownOtherwise) await classes.noteTeacher(transaction, changes, actor.tenant_id, userId);
  }

  async function note(
    { transaction, actor }: Asking,
    action: AuditAction<'members'>,
    userId: string,
    facts: Record<string, unknown> = {},
  ) {
    await audit(transaction, {
      tenant_id: actor.tenant_id,
      actor_id: actor.id,
      action,
      subject_id: userId,
      details: facts,
    });
  }

  /** The address counts at once where nobody can sign in with the old one yet; else when it is confirmed. */
  async function changeEmail(row: repository.MemberRow, email: string, call: Asking): Promise<void> {
    const { transaction, actor, now } = call;
    const { tenant_id } = actor;
    await emailChanges.endEmailChanges(transaction, tenant_id, row.id, now);
    if (email === row.email) return;
    await refuseTaken(transaction, tenant_id, email, row.id);
    if (!(await repository.hasPassword(transaction, tenant_id, row.id))) {
      await repository.updateMember(transaction, tenant_id, row.id, { email }, now);
      await invitations.inviteToAccount({ user_id: row.id, email, role: row.role }, call);
      return;
    }
    const token = randomBytes(32).toString('base64url');
    const expires_at = new Date(now.getTime() + limits.emailChangeHours * hour);
    await emailChanges.insertEmailChange(transaction, {
      tenant_id,
      id: uuidv7(),
      user_id: row.id,
      email,
      token_hash: sha256(token),
      asked_by: actor.id,
      asked_at: now,
      expires_at,
    });
    const letter = confirmEmailLetter({ ...row, email }, token, { origin: originOf(call), expires_at });
    await outbox.add(transaction, tenant_id, letter, { now });
  }

  return {
    async list({ limit, offset, search, role, is_archived, sort }, { transaction, actor }) {
      // The staff of one school are few enough to be sorted here, in the same way on every database.
      const all = await repository.listMembers(transaction, actor.tenant_id, { isArchived: is_archived });
      const ofRole = all.filter((row) => role === undefined || row.role === role);
      const found = sortMembers(searchMembers(ofRole, search), sort);
      return {
        count: found.length,
        next: nextPage({ limit, offset, search }, found.length, {
          role,
          is_archived: is_archived ? 'true' : undefined,
          sort: sort === 'name' ? undefined : sort,
        }),
        results: found.slice(offset, offset + limit).map(shown),
      };
    },

    read: (userId, call) => details(call, userId),

    async preparePicture(avatar, { tenant, signal }) {
      if (!(avatar instanceof Blob)) return avatar;
      const bytes = new Uint8Array(await avatar.arrayBuffer());
      try {
        const sender = { tenantId: tenant.id, signal };
        return await personPicture({ bytes, workers: pictures, sender });
      } catch (error) {
        return refusePicture(error, memberProblems.picture_unreadable, 'avatar');
      }
    },

    async create({ role: wanted, ...person }, content, call) {
      const { transaction, actor, tenant, now } = call;
      const { tenant_id } = actor;
      const [usual, ...others] = rolesToGive(actor.role, tenant);
      const role = wanted ?? usual;
      if (role === undefined || usual === undefined || ![usual, ...others].includes(role))
        return refuseRole();
      await repository.lockMembers(transaction, tenant_id);
      await refuseTaken(transaction, tenant_id, person.email);
      const picture = content instanceof Buffer && { content, media_type: 'image/webp' as const, now };
      const id = uuidv7();
      await repository.insertMember(transaction, {
        ...person,
        tenant_id,
        id,
        role,
        avatar: picture ? await storeFile(transaction, tenant_id, picture) : null,
        date_joined: now,
        updated_at: now,
      });
      await note(call, 'members.created', id, { role, email: person.email });
      await invitations.inviteToAccount({ user_id: id, email: person.email, role }, call);
      await noteChanged(id, false, call);
      return shown(await find(call, id));
    },

    async update(userId, { email, role, ...person }, picture, call) {
      const { transaction, actor, tenant, now } = call;
      const { tenant_id } = actor;
      const row = await findToChange(call, userId);
      if (row.archived_at !== null) throw new Problem(memberProblems.archived);
      const isRoleNew = role !== undefined && role !== row.role;
      if (isRoleNew) {
        if (!rolesToGive(actor.role, tenant).includes(role)) refuseRole();
        await refuseLast(row, call);
      }
      const change: repository.MemberChange = { ...person, ...(isRoleNew && { role }) };
      if (picture === 'none') change.avatar = null;
      else if (picture !== undefined) {
        const file = { content: picture, media_type: 'image/webp', now } as const;
        change.avatar = await storeFile(transaction, tenant_id, file);
      }
      await repository.updateMember(transaction, tenant_id, userId, change, now);
      if (change.avatar !== undefined && change.avatar !== row.avatar)
        await forgetUnusedFile(transaction, tenant_id, row.avatar);
      if (isRoleNew) await endSessions(userId, 'role changed', call);
      if (email !== undefined) await changeEmail(await find(call, userId), email, call);
      await note(call, 'members.changed', userId, {
        fields: [
          ...Object.keys(change),
          ...(email === undefined || email === row.email ? [] : ['email']),
        ].toSorted(),
        ...(isRoleNew && { role: { from: row.role, to: role } }),
      });
      const isNameNew =
        [change.first_name ?? row.first_name, change.last_name ?? row.last_name].join() !==
        [row.first_name, row.last_name].join();
      await noteChanged(userId, isNameNew, call);
      return await details(call, userId);
    },

    async archive(userId, call) {
      const { transaction, actor, now } = call;
      const row = await findToChange(call, userId);
      if (userId === actor.id) throw new Problem(memberProblems.not_yourself);
      if (row.archived_at !== null) return shown(row);
      await refuseLast(row, call);
      const change = { archived_at: now, archived_by: actor.id };
      await repository.updateMember(transaction, actor.tenant_id, userId, change, now);
      await endSessions(userId, 'archived', call);
      await grants.revoke(call, [userId], 'archived');
      await emailChanges.endEmailChanges(transaction, actor.tenant_id, userId, now);
      await invitations.revokeAllOf(userId, call);
      await note(call, 'members.archived', userId);
      await noteChanged(userId, true, call);
      return shown(await find(call, userId));
    },

    async restore(userId, call) {
      const { transaction, actor, now } = call;
      const row = await findToChange(call, userId);
      if (row.archived_at === null) return shown(row);
      const change = { archived_at: null, archived_by: null };
      await repository.updateMember(transaction, actor.tenant_id, userId, change, now);
      // Whoever never chose a password has no link for it any more.
      if (!(await repository.hasPassword(transaction, actor.tenant_id, userId)))
        await invitations.inviteToAccount({ user_id: userId, email: row.email, role: row.role }, call);
      await note(call, 'members.restored', userId);
      await noteChanged(userId, true, call);
      return shown(await find(call, userId));
    },

    confirmEmail: (token, at) =>
      tryLink(guesses, at, memberProblems.email_link_refused, () =>
        inTenant(database, at.tenant.id, async (transaction) => {
          const { tenant, now } = at;
          await repository.lockMembers(transaction, tenant.id);
          const link = { token_hash: sha256(token), now };
          const open = await emailChanges.lockOpenChange(transaction, tenant.id, link);
          const row = open && (await repository.findMember(transaction, tenant.id, open.user_id));
          if (row?.archived_at !== null || !open) throw new Problem(memberProblems.email_link_refused);
          const { email } = open;
          await refuseTaken(transaction, tenant.id, email, row.id);
          await repository.updateMember(transaction, tenant.id, row.id, { email }, now);
          await emailChanges.endEmailChanges(transaction, tenant.id, row.id, now);
          await audit(transaction, {
            tenant_id: tenant.id,
            actor_id: row.id,
            action: 'members.email_changed',
            subject_id: row.id,
          });
          await outbox.add(transaction, tenant.id, emailChangedLetter(row, { newEmail: email, now }), {
            now,
          });
          await withChanges(transaction, tenant.id, (changes) =>
            changes.put(scopeOf.user(row.id), 'profile', row.id),
          );
          return { email };
        }),
      ),
  };
}
