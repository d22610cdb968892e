import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextPage, type PageQuery } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { moderationProblems } from '#contract/moderation/moderation.problems.ts';
import { reportsShown, type Report, type ReportedWork } from '#contract/moderation/moderation.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { workProblems } from '#contract/works/works.problems.ts';
import type { WorkState } from '#contract/works/works.schema.ts';
import { audit } from '#server/platform/audit.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { fullNameOf } from './reader.ts';
import { listIdsOnShelf, type Reading } from './works.repository.ts';
import { updateStory } from './writing.repository.ts';

type Parsed<Name extends keyof typeof moderationEndpoints> = EndpointParsed<
  (typeof moderationEndpoints)[Name]
>;
type OfficeCall = Call<Actor>;

/** What a reader may tell something about. @throws Problem `works.not_found` */
export async function findToReport({ params }: Parsed<'report'>, reading: Reading): Promise<{ id: string }> {
  const [id] = await listIdsOnShelf(reading, [params.workId]);
  if (id === undefined) throw new Problem(workProblems.not_found);
  return { id };
}

/**
 * Keeps what a reader told, by the account of whoever has one; who told it before and hears nothing yet is not kept twice.
 * @throws Problem `works.not_found`
 */
export async function report(
  input: Parsed<'report'>,
  reading: Reading,
  { reportedBy, now }: { reportedBy: string | null; now: Date },
): Promise<{ id: string }> {
  const { transaction, tenantId } = reading;
  const work = await findToReport(input, reading);
  await transaction
    .insertInto('work_reports')
    .values({
      tenant_id: tenantId,
      id: uuidv7(),
      work_id: work.id,
      ...input.body,
      reported_by: reportedBy,
      reported_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return work;
}

interface QueueRow extends Omit<ReportedWork, 'taken_down_at' | 'reports'> {
  taken_down_at: Date | null;
  reports: Report[];
}

export async function listReported(query: PageQuery, { transaction, actor }: OfficeCall) {
  const { tenant_id } = actor;
  const told = sql`
    select open.work_id, min(open.reported_at) as since from work_reports as open
    where open.tenant_id = ${tenant_id} and open.decided_at is null group by open.work_id`;
  const queue = sql`
    from works as work left join (${told}) as told on told.work_id = work.id
    where work.tenant_id = ${tenant_id} and (told.work_id is not null or work.taken_down_at is not null)
      and work.state <> 'archived'`;
  const counted = await sql<{ count: number }>`select count(*) as count ${queue}`.execute(transaction);
  const { rows } = await sql<QueueRow>`
    select work.id, work.kind, work.title, work.slug, work.state, work.taken_down_at,
      ${fullNameOf(tenant_id, sql`work.author_id`)} as author,
      array(
        select json_build_object('id', report.id, 'reason', report.reason, 'words', report.words,
          'by', ${fullNameOf(tenant_id, sql`report.reported_by`)}, 'reported_at', report.reported_at)
        from work_reports as report
        where report.tenant_id = ${tenant_id} and report.work_id = work.id and report.decided_at is null
        order by report.reported_at, report.id limit ${reportsShown}
      ) as reports
    ${queue} order by told.since nulls last, work.taken_down_at desc, work.id
    limit ${query.limit} offset ${query.offset}`.execute(transaction);
  const count = counted.rows[0]?.count ?? 0;
  const results = rows.map((row): ReportedWork => {
    const reports = row.reports.map((each) => ({
      ...each,
      reported_at: new Date(each.reported_at).toISOString(),
    }));
    return { ...row, reports, taken_down_at: row.taken_down_at?.toISOString() ?? null };
  });
  return { count, next: nextPage(query, count), results };
}

interface Moderated {
  id: string;
  author_id: string | null;
  state: WorkState;
  taken_down_at: Date | null;
  returns_to_shelf: boolean;
}

/** Locked until the end of the transaction. @throws Problem `moderation.not_found` */
async function lockWork(id: string, { transaction, actor }: OfficeCall): Promise<Moderated> {
  const work = await transaction
    .selectFrom('works')
    .select(['id', 'author_id', 'state', 'taken_down_at', 'returns_to_shelf'])
    .where('tenant_id', '=', actor.tenant_id)
    .where('id', '=', id)
    .where('state', '<>', 'archived')
    .forUpdate()
    .executeTakeFirst();
  if (!work) throw new Problem(moderationProblems.not_found);
  return work;
}

/** What was told is decided about: all of it, or these alone. @returns how many there were */
async function settleReports(
  work: Moderated,
  { transaction, actor, now }: OfficeCall,
  ids?: readonly string[],
): Promise<bigint> {
  const { numUpdatedRows } = await transaction
    .updateTable('work_reports')
    .set({ decided_at: now, decided_by: actor.id })
    .where('tenant_id', '=', actor.tenant_id)
    .where('work_id', '=', work.id)
    .where('decided_at', 'is', null)
    .where((where) => (ids ? where('id', 'in', [...ids]) : where.lit(true)))
    .executeTakeFirstOrThrow();
  return numUpdatedRows;
}

async function note(
  action: 'moderation.kept' | 'moderation.taken_down' | 'moderation.reinstated',
  work: Moderated,
  { transaction, actor }: OfficeCall,
): Promise<void> {
  const { tenant_id, id: actor_id } = actor;
  await audit(transaction, {
    tenant_id,
    actor_id,
    action,
    subject_id: work.id,
    details: { from: work.state },
  });
}

/** Tells the author, in the way that they hear of what the staff say of their stories. */
async function tellAuthor(
  work: Moderated,
  said: { action: 'withdrawn' | 'published'; reason: string },
  { transaction, actor, changes, now }: OfficeCall,
): Promise<void> {
  const { tenant_id, id: made_by } = actor;
  await transaction
    .insertInto('work_reviews')
    .values({ tenant_id, id: uuidv7(), work_id: work.id, ...said, made_by, made_at: now })
    .execute();
  if (work.author_id !== null) changes.put(scopeOf.user(work.author_id), 'works', work.id);
}

/** @throws Problem `moderation.not_found` */
export async function keep({ params, body }: Parsed<'keep'>, call: OfficeCall) {
  const work = await lockWork(params.workId, call);
  if ((await settleReports(work, call, body.reports)) > 0n) await note('moderation.kept', work, call);
  return { id: work.id, state: work.state };
}

/**
 * From this moment nobody is shown it, and tablets that keep it throw it away at their next pull, as they do with all that left
 * the shelf.
 * @throws Problem `moderation.not_found`, `moderation.not_on_shelf`
 */
export async function takeDown({ params, body }: Parsed<'takeDown'>, call: OfficeCall) {
  const { transaction, actor, now } = call;
  const work = await lockWork(params.workId, call);
  if (work.taken_down_at !== null) return { id: work.id, state: work.state };
  if (work.state !== 'published' && work.state !== 'withdrawn')
    throw new Problem(moderationProblems.not_on_shelf);
  const returns_to_shelf = work.state === 'published';
  const fields = { state: 'withdrawn', taken_down_at: now, returns_to_shelf } as const;
  await updateStory(transaction, actor.tenant_id, work.id, fields, now);
  await settleReports(work, call);
  await tellAuthor(work, { action: 'withdrawn', reason: body.reason }, call);
  await note('moderation.taken_down', work, call);
  return { id: work.id, state: fields.state };
}

/** @throws Problem `moderation.not_found` */
export async function reinstate({ params }: Parsed<'reinstate'>, call: OfficeCall) {
  const { transaction, actor, now } = call;
  const work = await lockWork(params.workId, call);
  if (work.taken_down_at === null) return { id: work.id, state: work.state };
  // What is a draft again meanwhile, or with the teacher, goes its own way.
  const returns = work.state === 'withdrawn' && work.returns_to_shelf;
  const state = returns ? 'published' : work.state;
  const fields = { state, taken_down_at: null, returns_to_shelf: false };
  await updateStory(transaction, actor.tenant_id, work.id, fields, now);
  if (returns) await tellAuthor(work, { action: 'published', reason: '' }, call);
  await note('moderation.reinstated', work, call);
  return { id: work.id, state };
}
