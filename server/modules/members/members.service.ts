import { uuidv7 } from 'uuidv7';
import type { AuditAction } from '#contract/kit/audit-actions.ts';
import { nextPage } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { memberProblems } from '#contract/members/members.problems.ts';
import { losesRights, mayChange, rolesToGive, runningRole } from '#contract/members/members.rules.ts';
import type {
  ArchivedMember,
  CreateMember,
  Member,
  MemberDetails,
  MemberQuery,
  UpdateMember,
  UpdateOwnAccount,
} from '#contract/members/members.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { audit } from '#server/platform/audit.ts';
import type { PictureWorkers } from '#server/platform/picture-workers.ts';
import { personPicture, refusePicture } from '#server/platform/pictures.ts';
import type { Actor, Call, OpenCall } from '#server/platform/route.ts';
import { forgetUnusedFile, storeFile } from '#server/platform/stored-files.ts';
import type { ClassAccess } from '../classes/classes.service.ts';
import type { MemberAccounts } from '../identity/member-accounts.ts';
import type { GivenTablets } from '../devices/given-tablets.ts';
import type { PasswordService } from '../passwords/passwords.service.ts';
import type { GrantRevocation } from '../sync/grants.service.ts';
import type { AskedFor } from './asked-for.ts';
import { endEmailChanges, findPendingEmail } from './email-changes.repository.ts';
import type { EmailChangeService } from './email-changes.service.ts';
import { refuseTaken, type InvitationService } from './invitations.service.ts';
import { searchMembers, sortMembers } from './members.list.ts';
import * as repository from './members.repository.ts';

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

type Asking = Call<Actor>;

/** As it is kept; `undefined` where nothing was sent. */
export type PreparedPicture = Buffer | 'none' | undefined;

export interface MemberService {
  list(query: MemberQuery, call: Asking): Promise<{ count: number; next: string | null; results: Member[] }>;
  /** @throws Problem `members.not_found` */
  read(userId: string, call: Asking): Promise<MemberDetails>;
  /** The picture that was sent, made anew before the transaction. @throws Problem `members.picture_unreadable`, at the field */
  preparePicture(avatar: UpdateMember['avatar'], call: OpenCall<Actor>): Promise<PreparedPicture>;
  /** @throws Problem `members.email_taken`, `members.role_not_yours` */
  create(
    form: Omit<CreateMember, 'avatar' | 'tenant_id'>,
    picture: PreparedPicture,
    call: Asking,
  ): Promise<Member>;
  /** @throws Problem; see the endpoint */
  update(
    userId: string,
    form: Omit<UpdateMember, 'avatar'>,
    picture: PreparedPicture,
    call: Asking,
  ): Promise<MemberDetails>;
  /** The own account. @throws Problem; see the endpoint */
  updateOwn(
    form: Omit<UpdateOwnAccount, 'avatar'>,
    picture: PreparedPicture,
    call: Asking,
  ): Promise<MemberDetails>;
  /** @param why the audit says it, where one is given */
  archive(userId: string, call: Asking, why?: string): Promise<ArchivedMember>;
  restore(userId: string, call: Asking, why?: string): Promise<Member>;
  /**
   * For a change by somebody who saw the account as it was at a moment.
   * @throws Problem `members.not_found`, `members.above_you`, `members.changed_since`
   */
  lockSeen(userId: string, seen: string, call: Asking): Promise<Member>;
  confirmEmail: EmailChangeService['confirm'];
  stopEmailChange: EmailChangeService['stop'];
}

function shown({ archived_at, last_login, updated_at: _seen, ...row }: repository.MemberRow): Member {
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

/** @throws Problem `members.changed_since`, with what the account is now */
function refuseChanged(row: repository.MemberRow, seen: string | undefined): void {
  if (seen === undefined || Date.parse(seen) === row.updated_at.getTime()) return;
  const { first_name, last_name, email, role, country, archived_at } = shown(row);
  const now = { first_name, last_name, email, role, country, archived_at };
  throw new Problem(memberProblems.changed_since, { details: { now } });
}

export function createMemberService(options: {
  accounts: MemberAccounts;
  invitations: InvitationService;
  emails: EmailChangeService;
  askedFor: AskedFor;
  grants: GrantRevocation;
  passwords: Pick<PasswordService, 'endLinksOf'>;
  tablets: GivenTablets;
  classes: Pick<ClassAccess, 'noteTeacher'>;
  pictures: PictureWorkers;
}): MemberService {
  const { accounts, invitations, emails, askedFor, grants, passwords, tablets, classes, pictures } = options;

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
      pending_email: await findPendingEmail(transaction, actor.tenant_id, userId, now),
      has_password: await repository.hasPassword(transaction, actor.tenant_id, userId),
      classes: taught.toSorted((one, other) => byName.compare(one.name, other.name)),
      prepared_tablets: await tablets.listGivenBy(transaction, actor.tenant_id, [userId]),
      updated_at: row.updated_at.toISOString(),
    };
  }

  /** For the audit, what went with somebody's rights, and the tablets that they prepared. */
  async function endRights(userId: string, { transaction, actor, now }: Asking) {
    const ended = await askedFor.end(transaction, actor.tenant_id, [userId], now);
    const given = await tablets.listGivenBy(transaction, actor.tenant_id, [userId]);
    return { given, facts: { ...ended, prepared_tablets: given.map(({ id }) => id) } };
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

  /** Writes what was sent of a member who was found and locked. */
  async function writeChange(
    row: repository.MemberRow,
    { email, role, ...person }: Omit<UpdateMember, 'avatar' | 'updated_at'>,
    picture: PreparedPicture,
    call: Asking,
  ): Promise<MemberDetails> {
    const { transaction, actor, tenant, now } = call;
    const { tenant_id } = actor;
    const userId = row.id;
    if (row.archived_at !== null) throw new Problem(memberProblems.archived);
    const isRoleNew = role !== undefined && role !== row.role;
    if (isRoleNew) {
      if (!rolesToGive(actor.role, tenant).includes(role)) refuseRole();
      await refuseLast(row, call);
    }
    const changed: repository.MemberChange = { ...person, ...(isRoleNew && { role }) };
    if (picture === 'none') changed.avatar = null;
    else if (picture !== undefined) {
      const file = { content: picture, media_type: 'image/webp', now } as const;
      changed.avatar = await storeFile(transaction, tenant_id, file);
    }
    await repository.updateMember(transaction, tenant_id, userId, changed, now);
    if (changed.avatar !== undefined && changed.avatar !== row.avatar)
      await forgetUnusedFile(transaction, tenant_id, row.avatar);
    if (isRoleNew) await endSessions(userId, 'role changed', call);
    const isLess = isRoleNew && losesRights(row.role, role, tenant);
    const ended = isLess ? await endRights(userId, call) : null;
    if (email !== undefined) await emails.ask(await find(call, userId), email, call);
    if (isRoleNew)
      await note(call, 'members.role_changed', userId, { from: row.role, to: role, ...ended?.facts });
    const fields = [
      ...Object.keys(changed).filter((field) => field !== 'role'),
      ...(email === undefined || email === row.email ? [] : ['email']),
    ].toSorted();
    if (fields.length > 0 || !isRoleNew) await note(call, 'members.changed', userId, { fields });
    const isNameNew =
      [changed.first_name ?? row.first_name, changed.last_name ?? row.last_name].join() !==
      [row.first_name, row.last_name].join();
    await noteChanged(userId, isNameNew, call);
    return await details(call, userId);
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

    async update(userId, { updated_at, ...form }, picture, call) {
      const row = await findToChange(call, userId);
      refuseChanged(row, updated_at);
      return await writeChange(row, form, picture, call);
    },

    async updateOwn(form, picture, call) {
      await repository.lockMembers(call.transaction, call.actor.tenant_id);
      return await writeChange(await find(call, call.actor.id), form, picture, call);
    },

    async lockSeen(userId, seen, call) {
      const row = await findToChange(call, userId);
      refuseChanged(row, seen);
      return shown(row);
    },

    async archive(userId, call, why) {
      const { transaction, actor, now } = call;
      const row = await findToChange(call, userId);
      if (userId === actor.id) throw new Problem(memberProblems.not_yourself);
      if (row.archived_at !== null)
        return {
          ...shown(row),
          prepared_tablets: await tablets.listGivenBy(transaction, actor.tenant_id, [userId]),
        };
      await refuseLast(row, call);
      const change = { archived_at: now, archived_by: actor.id };
      await repository.updateMember(transaction, actor.tenant_id, userId, change, now);
      await endSessions(userId, 'archived', call);
      await grants.revoke(call, [userId], 'archived');
      await endEmailChanges(transaction, actor.tenant_id, userId, now);
      await passwords.endLinksOf(transaction, actor.tenant_id, userId, now);
      await invitations.revokeAllFor(userId, call);
      const { given, facts } = await endRights(userId, call);
      await note(call, 'members.archived', userId, { ...facts, ...(why !== undefined && { reason: why }) });
      await noteChanged(userId, true, call);
      return { ...shown(await find(call, userId)), prepared_tablets: given };
    },

    async restore(userId, call, why) {
      const { transaction, actor, now } = call;
      const row = await findToChange(call, userId);
      if (row.archived_at === null) return shown(row);
      const change = { archived_at: null, archived_by: null };
      await repository.updateMember(transaction, actor.tenant_id, userId, change, now);
      // Whoever never chose a password has no link for it any more.
      if (!(await repository.hasPassword(transaction, actor.tenant_id, userId)))
        await invitations.inviteToAccount({ user_id: userId, email: row.email, role: row.role }, call);
      await note(call, 'members.restored', userId, why === undefined ? {} : { reason: why });
      await noteChanged(userId, true, call);
      return shown(await find(call, userId));
    },

    confirmEmail: (token, at) => emails.confirm(token, at),
    stopEmailChange: (token, at) => emails.stop(token, at),
  };
}
