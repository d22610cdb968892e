import { sql } from 'kysely';
import { isPlainText } from '#contract/kit/text.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { latestNow } from '#server/platform/clock.ts';
import { oldRows } from '#server/platform/sweep.ts';

/** Everything by tenant and by what the service knows; nothing here decides. */

/** One that is too old answers like one that never was. */
export const oldRefreshTokens = oldRows('refresh_tokens', { since: 'expires_at', keptFor: 0 });

const userColumns = [
  'users.id',
  'users.tenant_id',
  'users.first_name',
  'users.last_name',
  'users.email',
  'users.username',
  'users.role',
  'users.country',
  'users.avatar',
] as const;

/** With what people say of themselves, which their own devices keep. */
export function findPerson(transaction: TenantTransaction, tenantId: string, userId: string) {
  return transaction
    .selectFrom('users')
    .select([...userColumns, 'users.about_me'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
}

/** Somebody with an e-mail address who is not archived, by the password that signs them in. */
export async function findMemberWithPassword(
  transaction: TenantTransaction,
  tenantId: string,
  userId: string,
) {
  const row = await transaction
    .selectFrom('users')
    .innerJoin('credentials', (join) =>
      join
        .onRef('credentials.tenant_id', '=', 'users.tenant_id')
        .onRef('credentials.user_id', '=', 'users.id'),
    )
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.email'])
    .select('credentials.password_hash')
    .where('users.tenant_id', '=', tenantId)
    .where('users.id', '=', userId)
    .where('users.archived_at', 'is', null)
    .executeTakeFirst();
  if (!row || row.email === null || row.password_hash === null) return undefined;
  return { ...row, email: row.email, password_hash: row.password_hash };
}

/** Somebody with an e-mail address of their own: no student. */
export function findMemberByEmail(transaction: TenantTransaction, tenantId: string, email: string) {
  return transaction
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .where('role', '!=', 'student')
    .where('archived_at', 'is', null)
    .executeTakeFirst();
}

/** The keys of the tours that a person has seen, in alphabetical order. */
export async function listTutorialsSeen(
  transaction: TenantTransaction,
  tenantId: string,
  userId: string,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('tutorials_seen')
    .select('key')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
  // Not by the database, whose collations differ: devices sort them too, and both have to agree.
  return rows.map((row) => row.key).toSorted();
}

/** True where it was not marked before. */
export async function insertTutorialSeen(
  transaction: TenantTransaction,
  tutorial: { tenant_id: string; user_id: string; key: string; seen_at: Date },
): Promise<boolean> {
  const row = await transaction
    .insertInto('tutorials_seen')
    .values(tutorial)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whom a typed name may mean. */
export type TypedAccount = { id: string } | { name: string };

/** Named by a handle, or by e-mail address or username, whichever the typed name is. `class_ids`: the classes of a student. */
export async function findAccount(transaction: TenantTransaction, tenantId: string, typed: TypedAccount) {
  // PostgreSQL refuses to look for a NUL; nobody has such a name.
  if ('name' in typed && !isPlainText(typed.name)) return undefined;
  return await transaction
    .selectFrom('users')
    .innerJoin('credentials', (join) =>
      join
        .onRef('credentials.tenant_id', '=', 'users.tenant_id')
        .onRef('credentials.user_id', '=', 'users.id'),
    )
    .select([...userColumns, 'credentials.password_hash', 'credentials.password_sealed'])
    .select(
      sql<string[]>`array(
        select school_class_id from enrollments
        where tenant_id = ${tenantId} and student_id = users.id and ended_at is null
      )`.as('class_ids'),
    )
    .where('users.tenant_id', '=', tenantId)
    .where('users.archived_at', 'is', null)
    .where((where) =>
      'id' in typed
        ? where('users.id', '=', typed.id)
        : where.or([where('users.email', '=', typed.name), where('users.username', '=', typed.name)]),
    )
    .executeTakeFirst();
}

/** What a password is verified with; one of both is set. */
export interface KeptPassword {
  password_hash: string | null;
  password_sealed: Buffer | null;
}

/** False where the person has another password by now. Until this transaction ends, nobody changes it. */
export async function holdPassword(
  transaction: TenantTransaction,
  tenantId: string,
  userId: string,
  { password_hash, password_sealed }: KeptPassword,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('credentials')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('password_hash', 'is not distinct from', password_hash)
    .where('password_sealed', 'is not distinct from', password_sealed)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** In place of whatever password the person had, if any. */
export async function putPasswordHash(
  transaction: TenantTransaction,
  password: { tenant_id: string; user_id: string; password_hash: string; updated_at: Date },
) {
  const { password_hash, updated_at } = password;
  await transaction
    .insertInto('credentials')
    .values(password)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id'])
        .doUpdateSet({ password_hash, password_sealed: null, updated_at }),
    )
    .execute();
}

/** The community password of a tenant; undefined where none is set. */
export function findCommunityPassword(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('community_passwords')
    .select(['password_hash', 'version'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
}

/** What is known of the community password, with who set it. */
export async function readCommunityPassword(transaction: TenantTransaction, tenantId: string) {
  const row = await transaction
    .selectFrom('community_passwords as password')
    .leftJoin('users as setter', (join) =>
      join.onRef('setter.tenant_id', '=', 'password.tenant_id').onRef('setter.id', '=', 'password.set_by'),
    )
    .select(['password.updated_at', 'password.version', 'setter.first_name', 'setter.last_name'])
    .where('password.tenant_id', '=', tenantId)
    .executeTakeFirst();
  if (!row) return null;
  const { first_name, last_name } = row;
  const set_by = first_name === null || last_name === null ? null : { first_name, last_name };
  return { set_at: row.updated_at, version: row.version, set_by };
}

/** The next version, which ends what came by the one before. Answers its number. */
export async function putCommunityPassword(
  transaction: TenantTransaction,
  password: { tenant_id: string; password_hash: string; set_by: string; updated_at: Date },
): Promise<number> {
  const { password_hash, set_by, updated_at } = password;
  const { version } = await transaction
    .insertInto('community_passwords')
    .values(password)
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({
        password_hash,
        set_by,
        updated_at,
        version: sql<number>`community_passwords.version + 1`,
      }),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Whether children sign in on this tablet without a network. */
export async function isPrepared(
  transaction: TenantTransaction,
  tenantId: string,
  deviceId: string,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('device_preparations')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Pupils' sessions that were opened on this tablet end so many hours after they began, or before. */
export async function shortenPupilsOn(
  transaction: TenantTransaction,
  tenantId: string,
  deviceId: string,
  hours: number,
): Promise<void> {
  await transaction
    .updateTable('sessions')
    .set({
      expires_at: sql<Date>`least(expires_at, created_at + make_interval(hours => ${hours}::integer))`,
    })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('revoked_at', 'is', null)
    .where('user_id', 'in', (select) =>
      select
        .selectFrom('users')
        .select('users.id')
        .where('users.tenant_id', '=', tenantId)
        .where('users.role', '=', 'student'),
    )
    .execute();
}

/** @returns whether it is noted: the one that is noted already has to be from `before` or earlier */
export async function setLastLogin(
  transaction: TenantTransaction,
  tenantId: string,
  userId: string,
  { now, before }: { now: Date; before: Date },
): Promise<boolean> {
  const row = await transaction
    .updateTable('users')
    .set({ last_login: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .where((where) =>
      where.or([
        where('last_login', 'is', null),
        where('last_login', '<=', before),
        where('last_login', '>', latestNow(now)),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Holds the tenant's row, so that it is not suspended before the transaction ends. */
export async function isSuspended(transaction: TenantTransaction, tenantId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('tenants')
    .select('suspended_at')
    .where('id', '=', tenantId)
    .forShare()
    .executeTakeFirst();
  return row !== undefined && row.suspended_at !== null;
}
