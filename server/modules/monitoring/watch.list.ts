import { sql, type RawBuilder } from 'kysely';
import * as v from 'valibot';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import {
  askedDays,
  watchCounted,
  watchPage,
  type WatchCounts,
  type WatchQuery,
  type WatchTab,
} from '#contract/monitoring/monitoring.schema.ts';
import { promisedHours, urgentRisk, type WatchReason } from '#contract/monitoring/monitoring.rules.ts';
import type { PlatformNumbers } from '#contract/panel/numbers.schema.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import type { Panel } from '#server/platform/panel.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** A row of the queue as the panel's role reads it. */
export interface ListedWatch {
  tenant_id: string;
  school_name: string;
  work_id: string;
  kind: WorkKind;
  state: 'waiting' | 'asked' | 'taken_down' | 'done';
  reasons: WatchReason[];
  readers: number;
  risk: number;
  since: Date;
  from_visitor: boolean;
  claimed_by: string | null;
  claimed_until: Date | null;
  asked_at: Date | null;
  answered_at: Date | null;
  appealed_at: Date | null;
  decision: 'kept' | 'asked' | 'taken_down' | 'reinstated' | 'school' | null;
  decided_at: Date | null;
}

const Key = v.tuple([
  v.pipe(v.number(), v.integer(), v.minValue(-1_000_000), v.maxValue(1_000_000)),
  v.pipe(
    v.string(),
    v.regex(/^(?:19|20|21)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u),
    v.check((text) => !Number.isNaN(Date.parse(text))),
  ),
  v.pipe(v.string(), v.uuid()),
  v.pipe(v.string(), v.uuid()),
]);
type Key = v.InferOutput<typeof Key>;

/** @throws Problem `request.invalid` for what no page ends with */
function readKey(after: string): Key {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(Buffer.from(after, 'base64url').toString());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const key = v.safeParse(Key, parsed);
  if (!key.success)
    throw new Problem(requestProblems.invalid, {
      errors: { after: ['after must come from the page before, in the same order'] },
    });
  return key.output;
}

/** What is asked of the school for so long that it waits again, on top. */
const silentRank = 1000;

const columns = sql`tenant_id, work_id, kind, state, reasons, readers, risk, since, from_visitor, claimed_by, claimed_until,
  asked_at, answered_at, appealed_at, decided_at, decision`;

/** Rows of a tab, each with the number it is ordered by and a moment. */
function rowsOf(tab: WatchTab, now: Date): RawBuilder<unknown> {
  const silent = new Date(now.getTime() - askedDays * day);
  switch (tab) {
    case 'waiting':
      return sql`
        select ${columns}, rank as place, since as moment from work_watch where state = 'waiting'
        union all
        select ${columns}, rank - ${silentRank}::int, since from work_watch where state = 'asked' and asked_at <= ${silent}`;
    case 'visitors':
      return sql`
        select ${columns}, rank as place, since as moment from work_watch where state = 'waiting' and from_visitor`;
    case 'asked':
      return sql`
        select ${columns}, rank as place, since as moment from work_watch where state = 'asked' and asked_at > ${silent}`;
    default:
      return sql`
        select ${columns}, 0 as place, decided_at as moment from work_watch where state = ${tab}`;
  }
}

/** A number up to those that are counted; null past them. */
const upTo = (count: number | undefined) => ((count ?? 0) > watchCounted ? null : (count ?? 0));

/** How many rows there are of this, of which no more are read than are counted. */
const countOf = (rows: RawBuilder<unknown>) =>
  sql`(select count(*) from (select 1 from (${rows}) as watch limit ${watchCounted + 1}) as counted)`;

export async function countWatched(panel: Panel, now: Date): Promise<WatchCounts> {
  const promised = (hours: number) => new Date(now.getTime() - hours * hour);
  const waiting = rowsOf('waiting', now);
  const overdue = sql`
    select from (${waiting}) as watch where
      moment < case when risk >= ${urgentRisk}::int then ${promised(promisedHours.urgent)}::timestamptz
        else ${promised(promisedHours.other)}::timestamptz end`;
  const { rows } = await sql<Record<keyof WatchCounts, number>>`
    select ${countOf(waiting)} as waiting, ${countOf(overdue)} as overdue, ${countOf(rowsOf('asked', now))} as asked,
      ${countOf(rowsOf('visitors', now))} as visitors`.execute(panel);
  const [row] = rows;
  return {
    waiting: upTo(row?.waiting),
    overdue: upTo(row?.overdue),
    asked: upTo(row?.asked),
    visitors: upTo(row?.visitors),
  };
}

/** What the dashboard says of book monitoring. */
export async function summariseWatched(
  panel: Panel,
  now: Date,
): Promise<PlatformNumbers['now']['monitoring']> {
  const { overdue } = await countWatched(panel, now);
  const appeals = sql`select from work_watch where state = 'waiting' and 'appeal' = any(reasons)`;
  const { rows } = await sql<{ appeals: number; oldest: Date | null }>`
    select ${countOf(appeals)} as appeals,
      (select min(moment) from (${rowsOf('waiting', now)}) as watch) as oldest`.execute(panel);
  return { overdue, appeals: upTo(rows[0]?.appeals), oldest: rows[0]?.oldest?.toISOString() ?? null };
}

/** By what a tab is narrowed down. */
const narrowedTo = ({ reason, kind, tenant_id }: WatchQuery) => sql`
  ${reason === undefined ? sql`true` : sql`${reason} = any(reasons)`}
  and ${kind === undefined ? sql`true` : sql`kind = ${kind}`}
  and ${tenant_id === undefined ? sql`true` : sql`tenant_id = ${tenant_id}`}`;

/** A page of the queue: by risk and then by age, or what was decided last first. `after`: the key that the next page begins after. */
export async function listWatched(
  panel: Panel,
  query: WatchQuery,
  now: Date,
): Promise<{ rows: ListedWatch[]; after: string | null; count: number | null }> {
  const { tab, after } = query;
  const isDecided = tab === 'taken_down' || tab === 'done';
  const key = after === undefined ? null : readKey(after);
  const beyond =
    key === null
      ? sql`true`
      : sql`(place, moment, tenant_id, work_id) ${isDecided ? sql`<` : sql`>`}
          (${key[0]}::int, ${new Date(key[1])}::timestamptz, ${key[2]}::uuid, ${key[3]}::uuid)`;
  const direction = isDecided ? sql`desc` : sql`asc`;
  const { rows } = await sql<ListedWatch & { place: number; moment: Date }>`
    select ${columns}, place, moment, tenant.school_name from (
      select ${columns}, place, moment from (${rowsOf(tab, now)}) as watch where ${beyond} and ${narrowedTo(query)}
      order by place ${direction}, moment ${direction}, tenant_id ${direction}, work_id ${direction}
      limit ${watchPage + 1}
    ) as page join tenants as tenant on tenant.id = page.tenant_id
    order by place ${direction}, moment ${direction}, tenant_id ${direction}, work_id ${direction}`.execute(
    panel,
  );
  const counted = await sql<{ count: number }>`
    select ${countOf(sql`select from (${rowsOf(tab, now)}) as watch where ${narrowedTo(query)}`)} as count`.execute(
    panel,
  );
  const shown = rows.slice(0, watchPage);
  const last = shown.at(-1);
  const end = last && [last.place, last.moment.toISOString(), last.tenant_id, last.work_id];
  return {
    rows: shown.map(({ place: _place, moment: _moment, ...row }) => row),
    after: rows.length > watchPage && end ? Buffer.from(JSON.stringify(end)).toString('base64url') : null,
    count: upTo(counted.rows[0]?.count),
  };
}
