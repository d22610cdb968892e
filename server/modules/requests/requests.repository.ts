import { sql } from 'kysely';
import type { RequestsQuery } from '#contract/requests/requests.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { cutPage, keysetOf, type KeyPart } from '#server/platform/keyset.ts';
import { storedJson } from '#server/platform/stored-json.ts';
import { oldRows } from '#server/platform/sweep.ts';
import type { Tables } from '#server/platform/tables.ts';

/** A picture that was drawn again. */
export interface DrawnPicture {
  media_type: 'image/jpeg';
  content: Buffer;
}

/** A year for what was answered, two for what waits, a month for what nobody meant. */
export const oldRequests = oldRows('requests', { since: 'ends_at', keptFor: 0 });

type Table = Tables['requests'];
type Kind = Table['kind'];
type State = Table['state'];

export interface NewRow {
  tenant_id: string;
  id: string;
  kind: Kind;
  reference: string;
  secret_hash: Buffer;
  token_hash: Buffer | null;
  ticket_hash: Buffer;
  state: State;
  name: string;
  email: string | null;
  fields: Readonly<Record<string, unknown>>;
  words_hash: Buffer;
  from_tenant: string | null;
  doubt: number;
  created_at: Date;
  updated_at: Date;
  ends_at: Date;
}

/** @returns false where its id, its ticket or its reference is another's */
export async function insertRequest(transaction: TenantTransaction, row: NewRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('requests')
    .values({ ...row, fields: storedJson(row.fields) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function insertPicture(
  transaction: TenantTransaction,
  { tenant_id, id, created_at }: Pick<NewRow, 'tenant_id' | 'id' | 'created_at'>,
  picture: DrawnPicture,
): Promise<void> {
  await transaction
    .insertInto('request_pictures')
    .values({ tenant_id, request_id: id, ...picture, created_at })
    .execute();
}

export async function findPicture(
  transaction: TenantTransaction,
  tenantId: string,
  requestId: string,
): Promise<DrawnPicture | undefined> {
  return await transaction
    .selectFrom('request_pictures')
    .select(['media_type', 'content'])
    .where('tenant_id', '=', tenantId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

/** One that the device sent before. */
export async function findSent(
  transaction: TenantTransaction,
  tenantId: string,
  { id, secret_hash }: { id: string; secret_hash: Buffer },
) {
  return await transaction
    .selectFrom('requests')
    .select(['reference', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('secret_hash', '=', secret_hash)
    .executeTakeFirst();
}

/** True where the same message came in the last day. */
export async function wasSaid(
  transaction: TenantTransaction,
  tenantId: string,
  { words_hash, since }: { words_hash: Buffer; since: Date },
): Promise<boolean> {
  const row = await transaction
    .selectFrom('requests')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('words_hash', '=', words_hash)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Confirmed as often as the link is opened; it counts from the first time. */
export async function confirmRequest(
  transaction: TenantTransaction,
  tenantId: string,
  { token_hash, now, ends_at }: { token_hash: Buffer; now: Date; ends_at: Date },
) {
  return await transaction
    .updateTable('requests')
    .set({
      state: sql<State>`case when state = 'new' then 'open' else state end`,
      updated_at: sql<Date>`case when state = 'new' then ${now}::timestamptz else updated_at end`,
      ends_at: sql<Date>`case when state = 'new' then ${ends_at}::timestamptz else ends_at end`,
    })
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', token_hash)
    .where('ends_at', '>', now)
    .returning(['id', 'kind', 'reference', 'name', 'doubt', sql<boolean>`updated_at = ${now}`.as('is_first')])
    .executeTakeFirst();
}

export async function findProgress(
  transaction: TenantTransaction,
  tenantId: string,
  { reference, secret_hash }: { reference: string; secret_hash: Buffer },
) {
  return await transaction
    .selectFrom('requests')
    .select(['id', 'kind', 'reference', 'state', 'fields', 'created_at', 'answered_at', 'answer'])
    .where('tenant_id', '=', tenantId)
    .where('reference', '=', reference)
    .where('secret_hash', '=', secret_hash)
    .executeTakeFirst();
}

const listedColumns = [
  'request.id',
  'request.kind',
  'request.reference',
  'request.state',
  'request.name',
  'request.email',
  'request.from_tenant',
  'request.doubt',
  'request.assigned_to',
  'request.fields',
  'request.created_at',
  'request.updated_at',
  'request.answer',
  'request.answered_at',
  'request.answered_by',
] as const;

function chosen(transaction: TenantTransaction, tenantId: string, query: RequestsQuery) {
  const search = query.search.trim();
  return transaction
    .selectFrom('requests as request')
    .where('request.tenant_id', '=', tenantId)
    .where('request.state', '=', query.state)
    .$if(query.kind !== undefined, (rows) => rows.where('request.kind', '=', query.kind as Kind))
    .$if(search !== '', (rows) =>
      rows.where((row) =>
        row.or([
          row('request.reference', '=', search.toUpperCase()),
          row('request.email', '=', search.toLowerCase()),
          row(sql<number>`position(lower(${search}) in lower(request.name))`, '>', 0),
        ]),
      ),
    );
}

export async function countRequests(
  transaction: TenantTransaction,
  tenantId: string,
  query: RequestsQuery,
): Promise<number> {
  const { count } = await chosen(transaction, tenantId, query)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many messages nobody has answered or closed, and when the first of them came. */
export async function summariseOpen(
  transaction: TenantTransaction,
  tenantId: string,
): Promise<{ open: number; oldest: Date | null }> {
  return await transaction
    .selectFrom('requests')
    .select(({ fn }) => [fn.countAll<number>().as('open'), sql<Date | null>`min(created_at)`.as('oldest')])
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
}

const waitingOrder: readonly KeyPart[] = [
  { value: sql`request.doubt`, form: 'number' },
  { value: sql`request.created_at`, form: 'moment' },
  { value: sql`request.id`, form: 'id' },
];
const doneOrder: readonly KeyPart[] = [
  { value: sql`request.updated_at`, form: 'moment', descending: true },
  { value: sql`request.id`, form: 'id', descending: true },
];

/** What waits: without doubt first, the oldest first. What is done: the newest first. */
export async function listRequests(transaction: TenantTransaction, tenantId: string, query: RequestsQuery) {
  const isWaiting = query.state === 'open' || query.state === 'new';
  const { key, beyond } = keysetOf(isWaiting ? waitingOrder : doneOrder, query.after);
  const found = await chosen(transaction, tenantId, query)
    .select(listedColumns)
    .select(key.as('page_key'))
    .where(beyond)
    .$if(isWaiting, (rows) =>
      rows.orderBy('request.doubt').orderBy('request.created_at').orderBy('request.id'),
    )
    .$if(!isWaiting, (rows) => rows.orderBy('request.updated_at', 'desc').orderBy('request.id', 'desc'))
    .limit(query.limit + 1)
    .execute();
  return cutPage(found, query.limit);
}

export type RequestRow = Awaited<ReturnType<typeof listRequests>>['rows'][number];

export async function findRequest(transaction: TenantTransaction, tenantId: string, id: string) {
  return await transaction
    .selectFrom('requests as request')
    .select(listedColumns)
    .where('request.tenant_id', '=', tenantId)
    .where('request.id', '=', id)
    .executeTakeFirst();
}

/** Locked until the end of the transaction, so that one person decides. */
export async function lockRequest(transaction: TenantTransaction, tenantId: string, id: string) {
  return await transaction
    .selectFrom('requests as request')
    .select(listedColumns)
    .where('request.tenant_id', '=', tenantId)
    .where('request.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function changeRequest(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
  change: {
    state?: State;
    assigned_to?: string | null;
    answer?: string;
    answered_by?: string;
    answered_at?: Date;
    ends_at?: Date;
    updated_at: Date;
  },
): Promise<void> {
  await transaction
    .updateTable('requests')
    .set(change)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Names of schools, for those who run the platform; in the scope of no tenant. */
export async function listSchoolNames(
  transaction: TenantTransaction,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await transaction
    .selectFrom('tenants')
    .select(['id', 'school_name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, school_name }) => [id, school_name]));
}
