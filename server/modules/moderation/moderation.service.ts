import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextByKey } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { moderationProblems } from '#contract/moderation/moderation.problems.ts';
import {
  reportsShown,
  type Report,
  type ReportedQuery,
  type ReportedWork,
} from '#contract/moderation/moderation.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { workProblems } from '#contract/works/works.problems.ts';
import { assetPath } from '#contract/works/works.rules.ts';
import type { WorkState } from '#contract/works/works.schema.ts';
import { audit } from '#server/platform/audit.ts';
import type { Changes } from '#server/platform/changes.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { cutPage, keysetOf, type KeyPart } from '#server/platform/keyset.ts';
import { purgeLater } from '#server/platform/purges.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { withdrawEntryCertificate } from '../works/entry-certificates.ts';
import { fullNameOf } from '../works/reader.ts';
import { listIdsOnShelf, named, type Reading } from '../works/works.repository.ts';
import { findWatched, nothingAsked, watchWork } from './watch.ts';
import { updateStory } from '../works/stories.repository.ts';

type Parsed<Name extends keyof typeof moderationEndpoints> = EndpointParsed<
  (typeof moderationEndpoints)[Name]
>;
type OfficeCall = Call<Actor>;

/** Somebody who decides about a work of the tenant: of its office, or of the platform as a guest. */
export interface Deciding {
  readonly transaction: TenantTransaction;
  readonly actor: Pick<Actor, 'id' | 'tenant_id'>;
  readonly changes: Changes;
  readonly now: Date;
}

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
  await watchWork(transaction, { tenantId, workId: work.id, now });
  return work;
}

interface QueueRow extends Omit<
  ReportedWork,
  'taken_down_at' | 'appealed_at' | 'appeal_answered_at' | 'reports'
> {
  taken_down_at: Date | null;
  appealed_at: Date | null;
  appeal_answered_at: Date | null;
  reports: Report[];
}

/** What was told first comes first; then what was taken down, the latest first. */
const toldFirst: readonly KeyPart[] = [
  { value: sql`(told.since is null)::integer`, form: 'number' },
  { value: sql`coalesce(told.since, 'epoch')`, form: 'moment' },
  { value: sql`(work.taken_down_at is not null)::integer`, form: 'number' },
  { value: sql`coalesce(work.taken_down_at, 'epoch')`, form: 'moment', descending: true },
  { value: sql`work.id`, form: 'id' },
];

export async function listReported(query: ReportedQuery, { transaction, actor }: OfficeCall) {
  const { tenant_id } = actor;
  const { key, beyond, order } = keysetOf(toldFirst, query.after);
  const told = sql`
    select open.work_id, min(open.reported_at) as since from work_reports as open
    where open.tenant_id = ${tenant_id} and open.decided_at is null group by open.work_id`;
  const isDown = sql`work.taken_down_at is not null`;
  const isOpen = sql`(told.work_id is not null or watch.asked_at is not null)`;
  const queue = sql`
    from works as work left join (${told}) as told on told.work_id = work.id
    left join work_watch as watch on watch.tenant_id = ${tenant_id} and watch.work_id = work.id
    where work.tenant_id = ${tenant_id}
      and (${isOpen} or ${isDown})
      and work.state <> 'archived' and ${named(query.search, sql`work.search_text`)}
      ${query.state === undefined ? sql`` : sql`and ${query.state === 'taken_down' ? isDown : isOpen}`}`;
  const counted = await sql<{ count: number }>`select count(*) as count ${queue}`.execute(transaction);
  const page = await sql<QueueRow & { page_key: string[] }>`
    select ${key} as page_key, work.id, work.kind, work.title, work.slug, work.state, work.taken_down_at,
      case when work.taken_down_at is not null then work.taken_down_by end as taken_down_by,
      watch.appealed_at, watch.appeal_answered_at,
      case when watch.asked_at is not null then watch.asked_words end as asked,
      ${fullNameOf(tenant_id, sql`work.author_id`)} as author,
      array(
        select json_build_object('id', report.id, 'reason', report.reason, 'words', report.words,
          'by', ${fullNameOf(tenant_id, sql`report.reported_by`)}, 'reported_at', report.reported_at)
        from work_reports as report
        where report.tenant_id = ${tenant_id} and report.work_id = work.id and report.decided_at is null
        order by report.reported_at, report.id limit ${reportsShown}
      ) as reports
    ${queue} and ${beyond} order by ${order} limit ${query.limit + 1}`.execute(transaction);
  const { rows, after } = cutPage(page.rows, query.limit);
  const results = rows.map((row): ReportedWork => {
    const reports = row.reports.map((each) => ({
      ...each,
      reported_at: new Date(each.reported_at).toISOString(),
    }));
    return {
      ...row,
      reports,
      taken_down_at: row.taken_down_at?.toISOString() ?? null,
      appealed_at: row.appealed_at?.toISOString() ?? null,
      appeal_answered_at: row.appeal_answered_at?.toISOString() ?? null,
    };
  });
  return { count: counted.rows[0]?.count ?? 0, next: nextByKey(after, query), results };
}

export interface Moderated {
  id: string;
  author_id: string | null;
  state: WorkState;
  taken_down_at: Date | null;
  taken_down_by: 'school' | 'platform';
  returns_to_shelf: boolean;
}

/** Locked until the end of the transaction. @throws Problem `moderation.not_found` */
async function lockWork(id: string, call: Deciding): Promise<Moderated> {
  const work = await findAndLock(id, call);
  if (!work) throw new Problem(moderationProblems.not_found);
  return work;
}

/** Locked until the end of the transaction; undefined where the author threw it away. */
export async function findAndLock(
  id: string,
  { transaction, actor }: Deciding,
): Promise<Moderated | undefined> {
  return await transaction
    .selectFrom('works')
    .select(['id', 'author_id', 'state', 'taken_down_at', 'taken_down_by', 'returns_to_shelf'])
    .where('tenant_id', '=', actor.tenant_id)
    .where('id', '=', id)
    .where('state', '<>', 'archived')
    .forUpdate()
    .executeTakeFirst();
}

/** What was told is decided about: all of it, or these alone. @returns how many there were */
export async function settleReports(
  work: Moderated,
  { transaction, actor, now }: Deciding,
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
  { transaction, actor }: Deciding,
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
  { transaction, actor, changes, now }: Deciding,
): Promise<void> {
  const { tenant_id, id: made_by } = actor;
  await transaction
    .insertInto('work_reviews')
    .values({ tenant_id, id: uuidv7(), work_id: work.id, ...said, made_by, made_at: now })
    .execute();
  if (work.author_id !== null) changes.put(scopeOf.user(work.author_id), 'works', work.id);
}

/** The platform hears of what the school decided. */
function watched(
  work: Moderated,
  { transaction, actor, now }: Deciding,
  set: Parameters<typeof watchWork>[2] = {},
) {
  return watchWork(transaction, { tenantId: actor.tenant_id, workId: work.id, now }, set);
}

/** @throws Problem `moderation.not_found` */
export async function keep({ params, body }: Parsed<'keep'>, call: OfficeCall) {
  const work = await lockWork(params.workId, call);
  if ((await settleReports(work, call, body.reports)) > 0n) {
    await note('moderation.kept', work, call);
    await watched(work, call, nothingAsked);
  }
  return { id: work.id, state: work.state };
}

/** Whether a work is on the shelf, or was there and may be again. */
export const isOnShelf = ({ state }: Moderated) => state === 'published' || state === 'withdrawn';

/** Caches that many share throw its pictures and recordings away. */
async function forgetPictures(work: Moderated, { transaction, actor }: Deciding): Promise<void> {
  const shown = await transaction
    .selectFrom('work_assets')
    .select('sha256')
    .where('tenant_id', '=', actor.tenant_id)
    .where('work_id', '=', work.id)
    .execute();
  const paths = shown.map(({ sha256 }) => assetPath(sha256.toString('hex')));
  purgeLater(transaction, actor.tenant_id, paths);
}

/**
 * From this moment nobody is shown it, and tablets that keep it throw it away at their next pull, as they do with all that left
 * the shelf. Its author is told why. Of a work that `isOnShelf` and is not taken down.
 */
export async function takeOff(
  work: Moderated,
  { reason, by }: { reason: string; by: 'school' | 'platform' },
  call: Deciding,
): Promise<WorkState> {
  const { transaction, actor, now } = call;
  const returns_to_shelf = work.state === 'published';
  const fields = { state: 'withdrawn', taken_down_at: now, taken_down_by: by, returns_to_shelf } as const;
  await updateStory(transaction, actor.tenant_id, work.id, fields, now);
  await settleReports(work, call);
  await forgetPictures(work, call);
  const entry = { id: work.id, tenant_id: actor.tenant_id };
  await withdrawEntryCertificate(transaction, entry, { actorId: actor.id, now });
  await tellAuthor(work, { action: 'withdrawn', reason }, call);
  return fields.state;
}

/** @throws Problem `moderation.not_found`, `moderation.not_on_shelf` */
export async function takeDown({ params, body }: Parsed<'takeDown'>, call: OfficeCall) {
  const work = await lockWork(params.workId, call);
  if (work.taken_down_at !== null) return { id: work.id, state: work.state };
  if (!isOnShelf(work)) throw new Problem(moderationProblems.not_on_shelf);
  const state = await takeOff(work, { reason: body.reason, by: 'school' }, call);
  await note('moderation.taken_down', work, call);
  await watched(work, call, nothingAsked);
  return { id: work.id, state };
}

/** On the shelf again where it was there and nothing of it was written since. Of a work that is taken down. */
export async function letBack(work: Moderated, call: Deciding): Promise<WorkState> {
  const { transaction, actor, now } = call;
  // What is a draft again meanwhile, or with the teacher, goes its own way.
  const returns = work.state === 'withdrawn' && work.returns_to_shelf;
  const state = returns ? 'published' : work.state;
  const fields = { state, taken_down_at: null, taken_down_by: 'school', returns_to_shelf: false } as const;
  await updateStory(transaction, actor.tenant_id, work.id, fields, now);
  if (returns) await tellAuthor(work, { action: 'published', reason: '' }, call);
  return state;
}

/** @throws Problem `moderation.not_found`, `moderation.platform_decides` */
export async function reinstate({ params }: Parsed<'reinstate'>, call: OfficeCall) {
  const work = await lockWork(params.workId, call);
  if (work.taken_down_at === null) return { id: work.id, state: work.state };
  if (work.taken_down_by === 'platform') throw new Problem(moderationProblems.platform_decides);
  const state = await letBack(work, call);
  await note('moderation.reinstated', work, call);
  await watched(work, call);
  return { id: work.id, state };
}

/** The platform decides, and is told what the school says. @throws Problem `moderation.not_found`, `moderation.not_asked` */
export async function answer({ params, body: { reason } }: Parsed<'answer'>, call: OfficeCall) {
  const { transaction, actor, now } = call;
  const { tenant_id, id: actor_id } = actor;
  const work = await lockWork(params.workId, call);
  const watch = await findWatched(transaction, tenant_id, work.id);
  if (!watch?.asked_at) throw new Problem(moderationProblems.not_asked);
  await watched(work, call, { asked_at: null, answered_at: now, answer_words: reason });
  const details = { reason };
  await audit(transaction, {
    tenant_id,
    actor_id,
    action: 'monitoring.answered',
    subject_id: work.id,
    details,
  });
  return { id: work.id, state: work.state };
}

/** Once for each time that the platform took it down. @throws Problem `moderation.not_found`, `moderation.not_the_platforms`, `moderation.appealed` */
export async function appeal({ params, body }: Parsed<'appeal'>, call: OfficeCall) {
  const { transaction, actor, now } = call;
  const work = await lockWork(params.workId, call);
  if (work.taken_down_at === null || work.taken_down_by !== 'platform')
    throw new Problem(moderationProblems.not_the_platforms);
  const { tenant_id, id: actor_id } = actor;
  const watch = await findWatched(transaction, tenant_id, work.id);
  if (watch?.appealed_at) throw new Problem(moderationProblems.appealed);
  await watched(work, call, { appealed_at: now, appeal_words: body.reason, appeal_answered_at: null });
  await audit(transaction, { tenant_id, actor_id, action: 'monitoring.appealed', subject_id: work.id });
  return { id: work.id, state: work.state };
}
