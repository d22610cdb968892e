import { sql } from 'kysely';
import { Problem } from '#contract/kit/problem.ts';
import { quotaProblems } from '#contract/kit/quota.problems.ts';
import { tellsFrom, usualCeilings } from '#contract/kit/ceilings.ts';
import type { Clock } from './clock.ts';
import { afterCommit, inTenant, type Database, type TenantTransaction } from './database.ts';
import { createRounds, type Rounds } from './rounds.ts';
import { oldRows } from './sweep.ts';

const day = 24 * 60 * 60 * 1000;
/** Milliseconds between two times that a server writes down what it counted. */
const gathered = 10_000;

export const oldUsage = oldRows('tenant_usage', { since: 'day', keptFor: 400 * day });

/** Of the platform itself. */
const withoutEnd = { media_bytes: Number.MAX_SAFE_INTEGER, mails_a_day: Number.MAX_SAFE_INTEGER };

/** What came to a tenant. */
export interface Use {
  bytes: number;
  works: number;
  calls: number;
  mails: number;
}

const counters = new WeakMap<Database, (tenantId: string, use: Partial<Use>) => void>();

/** Counts it once the transaction is committed; does not wait for anything. */
export function noteUse(transaction: TenantTransaction, tenantId: string, use: Partial<Use>): void {
  afterCommit(transaction, (database) => counters.get(database)?.(tenantId, use));
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** What a tenant keeps and sends, against what it may. */
export interface Standing {
  bytes: number;
  media_bytes: number;
  mails: number;
  mails_a_day: number;
  /** Whether the platform said something else than usual. */
  own: { media: boolean; mails: boolean };
  told_at: Date | null;
}

/** One statement by keys: cheap enough for each picture. Of a tenant that was never counted, all that came is added up. */
export async function readStanding(
  transaction: TenantTransaction,
  tenantId: string,
  now: Date,
): Promise<Standing> {
  const { rows } = await sql<{
    is_platform: boolean;
    students: number;
    bytes: number;
    mails: number;
    media_bytes: number | null;
    mails_a_day: number | null;
    told_at: Date | null;
  }>`
    select tenant.is_platform, coalesce(numbers.students, 0) as students,
      coalesce(numbers.bytes, (select sum(bytes)::bigint from tenant_usage where tenant_id = ${tenantId}), 0) as bytes,
      coalesce(today.mails, 0) as mails, ceilings.media_bytes, ceilings.mails_a_day, ceilings.told_at
    from tenants as tenant
    left join tenant_numbers as numbers on numbers.tenant_id = tenant.id
    left join tenant_ceilings as ceilings on ceilings.tenant_id = tenant.id
    left join tenant_usage as today on today.tenant_id = tenant.id and today.day = ${dayOf(now)}::date
    where tenant.id = ${tenantId}`.execute(transaction);
  const [row] = rows;
  if (!row) throw new Error('Nothing is counted of a tenant that is not there');
  const { bytes, mails, media_bytes, mails_a_day, told_at } = row;
  const usual = row.is_platform ? withoutEnd : usualCeilings(row.students);
  return {
    bytes,
    media_bytes: media_bytes ?? usual.media_bytes,
    mails,
    mails_a_day: mails_a_day ?? usual.mails_a_day,
    own: { media: media_bytes !== null, mails: mails_a_day !== null },
    told_at,
  };
}

/**
 * Counts an e-mail that was sent.
 * @returns whether it is the one with which four fifths of those of a day are sent, on no other day of the last week: who sends so many each
 *   day was told
 */
export async function countMail(
  transaction: TenantTransaction,
  tenantId: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ mails: number }>`
    insert into tenant_usage as today (tenant_id, day, mails) values (${tenantId}, ${dayOf(now)}, 1)
    on conflict (tenant_id, day) do update set mails = today.mails + 1
    returning mails`.execute(transaction);
  const { mails_a_day } = await readStanding(transaction, tenantId, now);
  const tells = Math.ceil(mails_a_day * tellsFrom);
  if (rows[0]?.mails !== tells) return false;
  const earlier = await transaction
    .selectFrom('tenant_usage')
    .select('day')
    .where('tenant_id', '=', tenantId)
    .where('day', '<', dayOf(now))
    .where('day', '>=', dayOf(new Date(now.getTime() - 7 * day)))
    .where('mails', '>=', tells)
    .executeTakeFirst();
  return earlier === undefined;
}

/**
 * Notes that four fifths of the streams of a server are open.
 * @returns whether the office is to be told: it was not within the last week
 */
export async function noteManyStreams(
  transaction: TenantTransaction,
  tenantId: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into tenant_ceilings as ceilings (tenant_id, streams_told_at, updated_at)
    values (${tenantId}, ${now}, ${now})
    on conflict (tenant_id) do update set streams_told_at = excluded.streams_told_at
      where ceilings.streams_told_at is null
        or ceilings.streams_told_at < ${new Date(now.getTime() - 7 * day)}
    returning tenant_id`.execute(transaction);
  return rows.length > 0;
}

/**
 * Counts new media, where there is room for it.
 * @throws Problem `quota.full`
 */
export async function admitMedia(
  transaction: TenantTransaction,
  tenantId: string,
  { bytes, now }: { bytes: number; now: Date },
): Promise<void> {
  const standing = await readStanding(transaction, tenantId, now);
  if (standing.bytes + bytes > standing.media_bytes) throw new Problem(quotaProblems.full);
  noteUse(transaction, tenantId, { bytes });
}

export interface UsageCounter extends Pick<Rounds, 'start' | 'close'> {
  note(tenantId: string, use: Partial<Use>): void;
  /** Writes down what was counted so far. */
  write(): Promise<void>;
}

/** Gathers what this server does for each tenant, and adds it to the day now and then. */
export function createUsageCounter(options: {
  database: Database;
  clock: Clock;
  /** Told in the transaction where a tenant has used four fifths of its room, once. */
  onNearlyFull: (transaction: TenantTransaction, tenantId: string, now: Date) => Promise<void>;
  onFailure: (error: unknown) => void;
}): UsageCounter {
  const { database, clock, onNearlyFull } = options;
  const counted = new Map<string, Use>();

  function note(tenantId: string, use: Partial<Use>): void {
    const { bytes, works, calls, mails } = counted.get(tenantId) ?? {
      bytes: 0,
      works: 0,
      calls: 0,
      mails: 0,
    };
    counted.set(tenantId, {
      bytes: bytes + (use.bytes ?? 0),
      works: works + (use.works ?? 0),
      calls: calls + (use.calls ?? 0),
      mails: mails + (use.mails ?? 0),
    });
  }
  counters.set(database, note);

  async function writeOne(tenantId: string, use: Use): Promise<void> {
    const now = clock.now();
    await inTenant(database, tenantId, async (transaction) => {
      const tenant = await transaction
        .selectFrom('tenants')
        .select('gone_at')
        .where('id', '=', tenantId)
        .executeTakeFirst();
      // Of a school whose rows are gone no new one comes.
      if (tenant?.gone_at !== null) return;
      await sql`
        insert into tenant_usage as today (tenant_id, day, bytes, works, calls, mails)
        values (${tenantId}, ${dayOf(now)}, ${use.bytes}, ${use.works}, ${use.calls}, ${use.mails})
        on conflict (tenant_id, day) do update set bytes = today.bytes + excluded.bytes,
          works = today.works + excluded.works, calls = today.calls + excluded.calls,
          mails = today.mails + excluded.mails`.execute(transaction);
      if (use.bytes === 0) return;
      // Until it is counted the next time.
      await transaction
        .updateTable('tenant_numbers')
        .set(({ eb }) => ({ bytes: eb('bytes', '+', use.bytes) }))
        .where('tenant_id', '=', tenantId)
        .execute();
      await tellOnce(transaction, tenantId, now);
    });
  }

  async function tellOnce(transaction: TenantTransaction, tenantId: string, now: Date): Promise<void> {
    const { bytes, media_bytes, told_at } = await readStanding(transaction, tenantId, now);
    const isNearlyFull = bytes >= media_bytes * tellsFrom;
    if (isNearlyFull === (told_at !== null)) return;
    const { rows } = await sql<{ told_at: Date | null }>`
      insert into tenant_ceilings as ceilings (tenant_id, told_at, updated_at)
      values (${tenantId}, ${isNearlyFull ? now : null}::timestamptz, ${now})
      on conflict (tenant_id) do update set told_at = excluded.told_at
        where (ceilings.told_at is null) <> (excluded.told_at is null)
      returning told_at`.execute(transaction);
    // Another server may have told it a moment ago.
    if (rows[0]?.told_at) await onNearlyFull(transaction, tenantId, now);
  }

  async function write(): Promise<void> {
    const all = [...counted];
    counted.clear();
    for (const [index, [tenantId, use]] of all.entries())
      try {
        await writeOne(tenantId, use);
      } catch (error) {
        for (const [id, more] of all.slice(index)) note(id, more);
        throw error;
      }
  }

  const rounds = createRounds(
    { first: gathered, between: gathered, afterFailure: gathered },
    write,
    options.onFailure,
  );
  return {
    note,
    write,
    start: rounds.start,
    async close() {
      await rounds.close();
      await write();
    },
  };
}
