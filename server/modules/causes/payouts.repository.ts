import { sql, type Insertable, type RawBuilder } from 'kysely';
import type {
  PartQuery,
  Payout,
  PayoutQuery,
  PayoutTo,
  Proof,
  ShownPayout,
} from '#contract/causes/payouts.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { cutPage, keysetOf, type KeyPart } from '#server/platform/keyset.ts';
import type { Tables } from '#server/platform/tables.ts';

/** Where proofs are served; see `payouts.web.ts`. */
export const proofPath = '/payout-proofs/';

type ProofType = 'application/pdf' | 'image/jpeg';

const extensions: Readonly<Record<ProofType, string>> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg' };

interface ProofColumns {
  proof_sha256: Buffer | null;
  proof_type: ProofType | null;
}

function proofOf({ proof_sha256, proof_type }: ProofColumns): Proof | null {
  if (proof_sha256 === null || proof_type === null) return null;
  const url = `${proofPath}${proof_sha256.toString('hex')}.${extensions[proof_type]}`;
  return { url, kind: proof_type === 'application/pdf' ? 'pdf' : 'picture' };
}

export type PayoutRow = Omit<Payout, 'made_at' | 'proof' | 'schools'> &
  ProofColumns & { school_ids: string[]; made_at: Date };

const columns = sql`payout.id, payout.currency, payout.amount, payout.is_test, payout.state,
  payout.schools as school_ids, payout.up_to::text as up_to, payout.sent_on::text as sent_on, payout.bank_reference,
  payout.proof_sha256, payout.proof_type, payout.proof_note as note, payout.made_by, payout.made_at,
  json_build_object(
    'kind', case when payout.cause_id is null then 'school' else 'cause' end,
    'id', coalesce(payout.cause_id, payout.school_id),
    'name', coalesce(cause.name, school.school_name)) as to`;

const from = sql`payouts as payout
  left join causes as cause on cause.id = payout.cause_id
  left join tenants as school on school.id = payout.school_id`;

export const toPayout = ({ school_ids, proof_sha256, proof_type, made_at, ...row }: PayoutRow): Payout => ({
  ...row,
  schools: school_ids.length,
  proof: proofOf({ proof_sha256, proof_type }),
  made_at: made_at.toISOString(),
});

interface Wanted {
  isTest: boolean;
  cause_id?: string | undefined;
  state?: Payout['state'] | undefined;
}

const latestFirst: readonly KeyPart[] = [
  { value: sql`payout.made_at`, form: 'moment', descending: true },
  { value: sql`payout.id`, form: 'id', descending: true },
];

/** In the platform scope: the latest first, and how many there are in all. */
export async function listPayouts(
  transaction: TenantTransaction,
  { isTest, cause_id, state, limit, after }: Wanted & Pick<PayoutQuery, 'limit' | 'after'>,
): Promise<{ count: number; rows: PayoutRow[]; after: string | null }> {
  const { key, beyond, order } = keysetOf(latestFirst, after);
  const where = sql`payout.is_test = ${isTest}
    and ${cause_id === undefined ? sql`true` : sql`payout.cause_id = ${cause_id}`}
    and ${state === undefined ? sql`true` : sql`payout.state = ${state}`}`;
  const counted = await sql<{ count: number }>`
    select count(*) as count from payouts as payout where ${where}`.execute(transaction);
  const { rows } = await sql<PayoutRow & { page_key: string[] }>`
    select ${columns}, ${key} as page_key from ${from} where ${where} and ${beyond}
    order by ${order} limit ${limit + 1}`.execute(transaction);
  return { count: counted.rows[0]?.count ?? 0, ...cutPage(rows, limit) };
}

/** In the platform scope. */
export async function findPayout(transaction: TenantTransaction, id: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`
    select ${columns} from ${from} where payout.id = ${id}`.execute(transaction);
  return rows[0];
}

/** In the platform scope. Locked until the end of the transaction: nobody moves it, or nobody else does. */
export async function lockPayout(
  transaction: TenantTransaction,
  id: string,
  how: 'to read' | 'to move',
): Promise<Payout['state'] | undefined> {
  const strength = how === 'to read' ? sql`for share` : sql`for update`;
  const { rows } = await sql<{ state: Payout['state'] }>`
    select state from payouts where id = ${id} ${strength}`.execute(transaction);
  return rows[0]?.state;
}

/** @returns false where one with this id is there, or one that was not sent yet */
export async function insertPayout(
  transaction: TenantTransaction,
  payout: Insertable<Tables['payouts']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('payouts')
    .values(payout)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updatePayout(
  transaction: TenantTransaction,
  id: string,
  changes: Partial<{
    state: Payout['state'];
    amount: number;
    schools: string[];
    sent_on: string;
    bank_reference: string;
    proof_sha256: Buffer;
    proof_type: ProofType;
    proof_note: string;
    proved_at: Date;
  }>,
): Promise<void> {
  await transaction.updateTable('payouts').set(changes).where('id', '=', id).execute();
}

export async function insertProof(
  transaction: TenantTransaction,
  proof: Insertable<Tables['payout_proofs']>,
): Promise<void> {
  await transaction
    .insertInto('payout_proofs')
    .values(proof)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The file of a proof, of a payout that the transaction sees. */
export async function findProof(
  transaction: TenantTransaction,
  { sha256, type }: { sha256: Buffer; type: ProofType },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ content: Buffer }>`
    select proof.content from payout_proofs as proof join payouts as payout on payout.id = proof.payout_id
    where proof.sha256 = ${sha256} and payout.proof_type = ${type} limit 1`.execute(transaction);
  return rows[0]?.content;
}

/** The school that named a cause; null: the platform. */
export async function findOwner(transaction: TenantTransaction, causeId: string): Promise<string | null> {
  const row = await transaction
    .selectFrom('causes')
    .select('owner_id')
    .where('id', '=', causeId)
    .executeTakeFirst();
  return row?.owner_id ?? null;
}

/** Schools that ever sold something, in the platform scope: in the order of their ids. */
export async function listSellers(transaction: TenantTransaction, isTest: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tenants where exists (
      select from orders as paid
      where paid.tenant_id = tenants.id and paid.paid_at is not null and paid.is_test = ${isTest})
    order by id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Name of a cause that was open once, or of a school; in the platform scope. */
export async function nameOf(
  transaction: TenantTransaction,
  { kind, id }: PayoutTo,
): Promise<string | undefined> {
  const { rows } = await (
    kind === 'cause'
      ? sql<{
          name: string;
        }>`select name from causes where id = ${id} and state in ('open', 'paused', 'closed')`
      : sql<{ name: string }>`select school_name as name from tenants where id = ${id} and not is_platform`
  ).execute(transaction);
  return rows[0]?.name;
}

type ShownRow = Omit<ShownPayout, 'proof'> & ProofColumns;

const shownColumns = sql`payout.id, payout.currency, payout.amount, payout.sent_on::text as sent_on,
  payout.proof_sha256, payout.proof_type, payout.proof_note as note`;

const toShown = ({ proof_sha256, proof_type, ...row }: ShownRow): ShownPayout => ({
  ...row,
  proof: proofOf({ proof_sha256, proof_type }),
});

/** What everybody may read of payouts to causes that were sent: the latest first. */
export async function listShown(
  transaction: TenantTransaction,
  { isTest, ...wanted }: { isTest: boolean; limit: number } & ({ causeId: string } | { ids: string[] }),
  states: readonly ('sent' | 'proved')[] = ['sent', 'proved'],
): Promise<(ShownPayout & { cause_id: string })[]> {
  const which: RawBuilder<unknown> =
    'ids' in wanted ? sql`payout.id = any(${wanted.ids}::uuid[])` : sql`payout.cause_id = ${wanted.causeId}`;
  const { rows } = await sql<ShownRow & { cause_id: string }>`
    select payout.cause_id, ${shownColumns} from payouts as payout
    where ${which} and payout.cause_id is not null and payout.is_test = ${isTest}
      and payout.state = any(${[...states]}::text[])
    order by payout.sent_on desc, payout.id desc limit ${wanted.limit}`.execute(transaction);
  return rows.map(({ cause_id, ...row }) => ({ cause_id, ...toShown(row) }));
}

/** Whether a payout was sent to this cause. */
export async function isSentTo(
  transaction: TenantTransaction,
  { id, causeId, isTest }: { id: string; causeId: string; isTest: boolean },
): Promise<boolean> {
  const row = await transaction
    .selectFrom('payouts')
    .select('id')
    .where('id', '=', id)
    .where('cause_id', '=', causeId)
    .where('is_test', '=', isTest)
    .where('state', 'in', ['sent', 'proved'])
    .executeTakeFirst();
  return row !== undefined;
}

export type PartRow = {
  payout_id: string;
  cause_id: string | null;
  name: string;
  currency: string;
  amount: number;
  is_test: boolean;
  state: 'prepared' | 'sent' | 'proved';
  sent_on: string | null;
  note: string;
  made_at: Date;
} & ProofColumns;

const latestPartFirst: readonly KeyPart[] = [
  { value: sql`part.made_at`, form: 'moment', descending: true },
  { value: sql`part.payout_id`, form: 'id', descending: true },
];

/** Parts of one school: the latest first, and how many there are in all. */
export async function listParts(
  transaction: TenantTransaction,
  tenantId: string,
  { isTest, cause_id, limit, after }: { isTest: boolean } & PartQuery,
): Promise<{ count: number; rows: (PartRow & { proof: Proof | null })[]; after: string | null }> {
  const { key, beyond, order } = keysetOf(latestPartFirst, after);
  const where = sql`part.tenant_id = ${tenantId} and part.is_test = ${isTest} and part.state <> 'cancelled'
    and part.amount > 0 and ${cause_id === undefined ? sql`true` : sql`part.cause_id = ${cause_id}`}`;
  const counted = await sql<{ count: number }>`
    select count(*) as count from payout_parts as part where ${where}`.execute(transaction);
  const found = await sql<PartRow & { page_key: string[] }>`
    select ${key} as page_key, part.payout_id, part.cause_id, coalesce(cause.name, school.school_name) as name, part.currency, part.amount,
      part.is_test, part.state, part.sent_on::text as sent_on, part.made_at,
      payout.proof_sha256, payout.proof_type, coalesce(payout.proof_note, '') as note
    from payout_parts as part
    left join causes as cause on cause.id = part.cause_id
    left join tenants as school on school.id = part.tenant_id
    left join payouts as payout on payout.id = part.payout_id
    where ${where} and ${beyond} order by ${order} limit ${limit + 1}`.execute(transaction);
  const page = cutPage(found.rows, limit);
  return {
    count: counted.rows[0]?.count ?? 0,
    after: page.after,
    rows: page.rows.map((row) => ({ ...row, proof: proofOf(row) })),
  };
}
