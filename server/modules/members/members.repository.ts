import type { InvitedRole } from '#contract/members/invitations.schema.ts';
import { memberRoles, type MemberRole } from '#contract/members/members.schema.ts';
import { lockName, type TenantTransaction } from '#server/platform/database.ts';
import { searchedAs } from '#server/platform/listed.ts';

const memberColumns = [
  'users.id',
  'users.first_name',
  'users.last_name',
  'users.email',
  'users.role',
  'users.country',
  'users.avatar',
  'users.archived_at',
  'users.last_login',
  'users.updated_at',
] as const;

/**
 * From here to the end of the transaction nobody else changes who is a member: no two people get one e-mail address, and of
 * two administrators who archive each other one stays.
 */
export async function lockMembers(transaction: TenantTransaction, tenantId: string): Promise<void> {
  await lockName(transaction, `members of ${tenantId}`);
}

/** The tenant's own staff. A guest is at home elsewhere, and has no e-mail address here. */
function members(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('users')
    .select(memberColumns)
    .$narrowType<{ role: MemberRole; email: string }>()
    .where('users.tenant_id', '=', tenantId)
    .where('users.role', 'in', memberRoles)
    .where('users.email', 'is not', null);
}

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number];

export function listMembers(
  transaction: TenantTransaction,
  tenantId: string,
  { isArchived }: { isArchived: boolean },
) {
  return members(transaction, tenantId)
    .where('archived_at', isArchived ? 'is not' : 'is', null)
    .execute();
}

export function findMember(transaction: TenantTransaction, tenantId: string, userId: string) {
  return members(transaction, tenantId).where('users.id', '=', userId).executeTakeFirst();
}

/** Whoever has the address, of whatever role. */
export function findByEmail(transaction: TenantTransaction, tenantId: string, email: string) {
  return transaction
    .selectFrom('users')
    .select(['id', 'archived_at'])
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .executeTakeFirst();
}

export async function insertMember(
  transaction: TenantTransaction,
  member: {
    tenant_id: string;
    id: string;
    role: InvitedRole;
    first_name: string;
    last_name: string;
    email: string;
    country: string | null;
    avatar: string | null;
    date_joined: Date;
    updated_at: Date;
  },
) {
  await transaction
    .insertInto('users')
    .values({ ...member, username: null, listed_search: searchedAs(member) })
    .execute();
}

export interface MemberChange {
  first_name?: string | undefined;
  last_name?: string | undefined;
  email?: string | undefined;
  country?: string | undefined;
  avatar?: string | null | undefined;
  role?: InvitedRole | undefined;
  archived_at?: Date | null | undefined;
  archived_by?: string | null | undefined;
}

export async function updateMember(
  transaction: TenantTransaction,
  tenantId: string,
  userId: string,
  change: MemberChange,
  now: Date,
) {
  const row = await transaction
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .returning(['role', 'first_name', 'last_name'])
    .executeTakeFirst();
  if (!row || (change.first_name === undefined && change.last_name === undefined)) return;
  await transaction
    .updateTable('users')
    .set({ listed_search: searchedAs(row) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .execute();
}

export async function hasPassword(
  transaction: TenantTransaction,
  tenantId: string,
  userId: string,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('credentials')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many others of a role there are who can sign in. */
export async function countOthers(
  transaction: TenantTransaction,
  tenantId: string,
  { role, except }: { role: MemberRole; except: string },
): Promise<number> {
  const { count } = await transaction
    .selectFrom('users')
    .innerJoin('credentials', (join) =>
      join
        .onRef('credentials.tenant_id', '=', 'users.tenant_id')
        .onRef('credentials.user_id', '=', 'users.id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('users.tenant_id', '=', tenantId)
    .where('users.role', '=', role)
    .where('users.email', 'is not', null)
    .where('users.archived_at', 'is', null)
    .where('users.id', '!=', except)
    .executeTakeFirstOrThrow();
  return count;
}

/** The classes of a teacher, by name. */
export function listClassesOf(transaction: TenantTransaction, tenantId: string, userId: string) {
  return transaction
    .selectFrom('class_teachers')
    .innerJoin('school_classes', (join) =>
      join
        .onRef('school_classes.tenant_id', '=', 'class_teachers.tenant_id')
        .onRef('school_classes.id', '=', 'class_teachers.school_class_id'),
    )
    .select(['school_classes.id', 'school_classes.name'])
    .where('class_teachers.tenant_id', '=', tenantId)
    .where('class_teachers.teacher_id', '=', userId)
    .where('school_classes.archived_at', 'is', null)
    .execute();
}
