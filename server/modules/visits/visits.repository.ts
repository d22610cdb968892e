import { sql } from 'kysely';
import type { Role } from '#contract/kit/roles.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import { searchedAs } from '#server/platform/listed.ts';
import { oldRows } from '#server/platform/sweep.ts';

const day = 24 * 60 * 60 * 1000;

/** Each is in the audit. */
export const oldLinks = oldRows('visit_links', { since: 'expires_at', keptFor: day });

const tenantColumns = [
  'tenants.id',
  'tenants.school_name',
  'tenants.subdomain',
  'tenants.verified_host',
  'tenants.is_organization',
  'tenants.is_platform',
] as const;

/** The schools that both sides say belong to the organization. */
export async function listLinked(transaction: TenantTransaction, organizationId: string) {
  const links = await transaction
    .selectFrom('organization_schools')
    .select('school_id')
    .where('tenant_id', '=', organizationId)
    .where('confirmed_at', 'is not', null)
    .execute();
  const ids = links.map(({ school_id }) => school_id);
  return await elsewhere(transaction, null, () =>
    transaction
      .selectFrom('tenants')
      .select(tenantColumns)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute(),
  );
}

/** Every tenant but the platform itself. */
export async function listAll(transaction: TenantTransaction) {
  const rows = await elsewhere(transaction, null, () =>
    transaction.selectFrom('tenants').select(tenantColumns).execute(),
  );
  return rows.filter((row) => !row.is_platform);
}

/** The tenant at hand. */
export function findHere(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('tenants')
    .select(tenantColumns)
    .where('id', '=', tenantId)
    .executeTakeFirst();
}

/** Of the tenant at hand. */
export async function nameOf(transaction: TenantTransaction, tenantId: string): Promise<string> {
  const { school_name } = await transaction
    .selectFrom('tenants')
    .select('school_name')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return school_name;
}

export function findName(transaction: TenantTransaction, tenantId: string, userId: string) {
  return transaction
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Somebody with the name of where they are at home. */
export function findOwnName(transaction: TenantTransaction, tenantId: string, userId: string) {
  return transaction
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .select(['users.first_name', 'users.last_name', 'users.email', 'tenants.school_name as home'])
    .where('users.tenant_id', '=', tenantId)
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}

export async function findPlatform(transaction: TenantTransaction): Promise<string> {
  const { id } = await elsewhere(transaction, null, () =>
    transaction.selectFrom('tenants').select('id').where('is_platform', '=', true).executeTakeFirstOrThrow(),
  );
  return id;
}

/** Also as the school sees it. */
export async function isLinked(
  transaction: TenantTransaction,
  organizationId: string,
  schoolId: string,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('organization_schools')
    .select('school_id')
    .where('tenant_id', '=', organizationId)
    .where('school_id', '=', schoolId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** What is not archived. */
export interface TenantCounts {
  classes: number;
  students: number;
  teachers: number;
  /** Who signed in since then. */
  active_students: number;
}

/** Of each tenant. */
export async function countIn(transaction: TenantTransaction, ids: readonly string[], since: Date) {
  const { rows } = await sql<TenantCounts & { tenant_id: string }>`
    select tenant_id, classes, students, teachers, active_students
    from count_in_tenants(${ids}::uuid[], ${since})`.execute(transaction);
  return new Map(rows.map(({ tenant_id, ...counts }) => [tenant_id, counts]));
}

/** Somebody who is signed in at home, in the session that is named. Undefined once they signed out, or were archived. */
export function findAtHome(
  transaction: TenantTransaction,
  person: { tenant_id: string; user_id: string; session_id: string },
) {
  return transaction
    .selectFrom('users')
    .innerJoin('sessions', (join) =>
      join.onRef('sessions.tenant_id', '=', 'users.tenant_id').onRef('sessions.user_id', '=', 'users.id'),
    )
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .select(['users.role', 'users.first_name', 'users.last_name', 'users.email', 'users.home_user_id'])
    .select(['tenants.school_name', 'tenants.subdomain', 'tenants.verified_host'])
    .select(['tenants.is_organization', 'tenants.is_platform'])
    .where('users.tenant_id', '=', person.tenant_id)
    .where('users.id', '=', person.user_id)
    .where('users.archived_at', 'is', null)
    .where('sessions.id', '=', person.session_id)
    .where('sessions.revoked_at', 'is', null)
    .executeTakeFirst();
}

/** Somebody of a tenant who was not archived, signed in or not. */
export function findOwn(transaction: TenantTransaction, person: { tenant_id: string; user_id: string }) {
  return transaction
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .select(['users.role', 'tenants.is_organization', 'tenants.is_platform'])
    .where('users.tenant_id', '=', person.tenant_id)
    .where('users.id', '=', person.user_id)
    .where('users.archived_at', 'is', null)
    .executeTakeFirst();
}

/** The rows of these people in a tenant, but for those who were archived there. */
export function listStanding(transaction: TenantTransaction, tenantId: string, userIds: readonly string[]) {
  return transaction
    .selectFrom('users')
    .select(['id', 'role', 'home_tenant_id', 'home_user_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('archived_at', 'is', null)
    .execute();
}

/** The guest's row in this school, made the first time and kept for ever, as the audit leads to it. */
export function putGuest(
  transaction: TenantTransaction,
  guest: {
    tenant_id: string;
    id: string;
    role: Role;
    first_name: string;
    last_name: string;
    home_tenant_id: string;
    home_user_id: string;
  },
) {
  const { role, first_name, last_name } = guest;
  const listed_search = searchedAs(guest);
  return transaction
    .insertInto('users')
    .values({ ...guest, email: null, username: null, country: null, avatar: null, listed_search })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'home_tenant_id', 'home_user_id'])
        .where('home_user_id', 'is not', null)
        .doUpdateSet({ role, first_name, last_name, listed_search }),
    )
    .returning(['id', 'archived_at'])
    .executeTakeFirstOrThrow();
}

export async function insertLink(
  transaction: TenantTransaction,
  link: {
    tenant_id: string;
    id: string;
    token_hash: Buffer;
    purpose: 'visit';
    user_id: string;
    home_session_id: string;
    created_at: Date;
    expires_at: Date;
  },
) {
  await transaction.insertInto('visit_links').values(link).execute();
}

/** Uses a link up. Of two at the same moment one is given it. */
export function useLink(
  transaction: TenantTransaction,
  tenantId: string,
  link: { token_hash: Buffer; now: Date },
) {
  return transaction
    .updateTable('visit_links')
    .set({ used_at: link.now })
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', link.token_hash)
    .where('purpose', '=', 'visit')
    .where('used_at', 'is', null)
    .where('expires_at', '>', link.now)
    .returning(['user_id', 'home_session_id'])
    .executeTakeFirst();
}

/** A link that still works. */
export function findLink(
  transaction: TenantTransaction,
  tenantId: string,
  link: { token_hash: Buffer; now: Date },
) {
  return transaction
    .selectFrom('visit_links')
    .select(['user_id', 'home_session_id'])
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', link.token_hash)
    .where('purpose', '=', 'visit')
    .where('used_at', 'is', null)
    .where('expires_at', '>', link.now)
    .executeTakeFirst();
}

/** The row of somebody from elsewhere, if they have one here. */
export function findGuestOf(
  transaction: TenantTransaction,
  tenantId: string,
  { home_tenant_id, home_user_id }: { home_tenant_id: string; home_user_id: string },
) {
  return transaction
    .selectFrom('users')
    .select(['id', 'archived_at'])
    .where('tenant_id', '=', tenantId)
    .where('home_tenant_id', '=', home_tenant_id)
    .where('home_user_id', '=', home_user_id)
    .executeTakeFirst();
}

/** Whose row a guest's is. */
export function findGuest(transaction: TenantTransaction, tenantId: string, userId: string) {
  return transaction
    .selectFrom('users')
    .select(['home_tenant_id', 'home_user_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
}
