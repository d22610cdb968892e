import { sql } from 'kysely';
import type { PageQuery } from '#contract/kit/page.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';

/** A school and an organization; the row of what is between them is the organization's. */
export interface Pair {
  organization_id: string;
  school_id: string;
}

/** Name and address of a tenant, to be asked in its own scope. */
export function findTenant(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('tenants')
    .select(['id', 'school_name', 'subdomain', 'verified_host', 'is_platform', 'is_organization'])
    .where('id', '=', tenantId)
    .executeTakeFirst();
}

/** Names and addresses of tenants, whoever asks: who belongs to whom has been found out before. */
export async function namesOf(transaction: TenantTransaction, ids: readonly string[]) {
  const rows = await elsewhere(transaction, null, () =>
    transaction
      .selectFrom('tenants')
      .select(['id', 'school_name', 'subdomain', 'verified_host', 'is_platform'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute(),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Those of a school: what waits for an answer first. */
export async function listOrganizations(
  transaction: TenantTransaction,
  schoolId: string,
  { limit, offset }: PageQuery,
) {
  const all = transaction
    .selectFrom('organization_schools')
    .where('school_id', '=', schoolId)
    .where((where) => where.or([where('asked_at', 'is not', null), where('confirmed_at', 'is not', null)]));
  const { count } = await all
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await all
    .select(['tenant_id', 'asked_at', 'confirmed_at'])
    .orderBy(sql`asked_at is null`)
    .orderBy(sql`coalesce(asked_at, confirmed_at)`, 'desc')
    .orderBy('tenant_id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, rows };
}

/** The schools that an organization waits for. */
export async function listAsked(
  transaction: TenantTransaction,
  organizationId: string,
  { limit, offset }: PageQuery,
) {
  const all = transaction
    .selectFrom('organization_schools')
    .where('organization_schools.tenant_id', '=', organizationId)
    .where('organization_schools.asked_at', 'is not', null);
  const { count } = await all
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await all
    .leftJoin('users', (join) =>
      join
        .onRef('users.tenant_id', '=', 'organization_schools.tenant_id')
        .onRef('users.id', '=', 'organization_schools.asked_by'),
    )
    .select(['organization_schools.school_id', 'organization_schools.asked_at'])
    .select(['users.first_name', 'users.last_name'])
    .orderBy('organization_schools.asked_at', 'desc')
    .orderBy('organization_schools.school_id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, rows };
}

/** What is between the two, locked: whoever decides about it at the same moment comes after. */
export function lockPair(transaction: TenantTransaction, { organization_id, school_id }: Pair) {
  return transaction
    .selectFrom('organization_schools')
    .select(['asked_at', 'asked_by', 'confirmed_at', 'declined_at', 'mailed_at'])
    .where('tenant_id', '=', organization_id)
    .where('school_id', '=', school_id)
    .forUpdate()
    .executeTakeFirst();
}

export interface PairState {
  asked_at: Date | null;
  asked_by: string | null;
  confirmed_at: Date | null;
  declined_at: Date | null;
  mailed_at: Date | null;
}

export async function putPair(
  transaction: TenantTransaction,
  { organization_id, school_id }: Pair,
  state: PairState,
) {
  await transaction
    .insertInto('organization_schools')
    .values({ tenant_id: organization_id, school_id, ...state })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'school_id']).doUpdateSet(state))
    .execute();
}

/** Somebody of this tenant. Undefined for one who was archived. */
export function findPerson(transaction: TenantTransaction, tenantId: string, userId: string) {
  return transaction
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email', 'home_user_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
}

/** Those who run the school and have an e-mail address, the first of them first. Guests have none. */
export function listSchoolAdmins(transaction: TenantTransaction, schoolId: string, limit: number) {
  return transaction
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('tenant_id', '=', schoolId)
    .where('role', '=', 'school_admin')
    .where('email', 'is not', null)
    .where('archived_at', 'is', null)
    .orderBy('date_joined')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The rows in a school of an organization's people. */
export async function listGuestIds(
  transaction: TenantTransaction,
  schoolId: string,
  organizationId: string,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', schoolId)
    .where('home_tenant_id', '=', organizationId)
    .execute();
  return rows.map(({ id }) => id);
}
