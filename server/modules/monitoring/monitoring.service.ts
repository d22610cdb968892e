import { sql } from 'kysely';
import { Problem } from '#contract/kit/problem.ts';
import { reportsShown, type ReportReason } from '#contract/moderation/moderation.schema.ts';
import { monitoringProblems } from '#contract/monitoring/monitoring.problems.ts';
import { decisionsShown, type Seen, type WatchItem } from '#contract/monitoring/monitoring.schema.ts';
import { claimMinutes } from '#contract/monitoring/monitoring.schema.ts';
import type { TenantQuestion } from '#server/platform/ask-in-tenants.ts';
import type { KeptContent } from '#server/platform/media.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { countCopies } from '../works/kept-copies.ts';
import {
  findAndLock,
  isOnShelf,
  letBack,
  settleReports,
  takeOff,
  type Deciding,
  type Moderated,
} from '../moderation/moderation.service.ts';
import { visibleTo } from '../works/reader.ts';
import { listShownAssets } from '../works/work-parts.repository.ts';
import { authorJoin, bylineOf, listIdsOnShelf } from '../works/works.repository.ts';
import {
  findWatched,
  lockWatch,
  nothingAsked,
  watchWork,
  type WatchedRow,
  type WatchedWork,
} from '../moderation/watch.ts';
import { listWatchedIn } from '../moderation/watched-words.ts';
import {
  changesBetween,
  readText,
  revisionOf,
  toSeen,
  withShown,
  type SeenText,
} from '../moderation/watch-text.ts';

/* What the platform reads and decides about one work, in the rows of its school. */

const minute = 60 * 1000;

interface ToldRow {
  id: string;
  reason: ReportReason;
  words: string;
  reported_at: Date;
}

async function listReports(
  transaction: TenantTransaction,
  { tenantId, workId }: WatchedWork,
): Promise<ToldRow[]> {
  return await transaction
    .selectFrom('work_reports')
    .select(['id', 'reason', 'words', 'reported_at'])
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .where('decided_at', 'is', null)
    .orderBy('reported_at')
    .orderBy('id')
    .limit(reportsShown)
    .execute();
}

async function listDecisions(
  transaction: TenantTransaction,
  { tenantId, workId }: WatchedWork,
): Promise<WatchItem['decisions']> {
  const { rows } = await sql<{ action: string; reason: string | null; at: Date }>`
    select entry.action, entry.details ->> 'reason' as reason, entry.created_at as at from audit_entries as entry
    where entry.tenant_id = ${tenantId} and entry.subject_id = ${workId} and entry.action like 'monitoring.%'
      and entry.action not in ('monitoring.looked', 'monitoring.claimed')
    order by entry.created_at desc, entry.id desc limit ${decisionsShown}`.execute(transaction);
  return rows.map(({ action, reason, at }) => ({ action, reason: reason ?? '', at: at.toISOString() }));
}

export type ItemText = Pick<
  WatchItem,
  | 'work_state'
  | 'taken_down_by'
  | 'revision'
  | 'text'
  | 'changes'
  | 'watched_words'
  | 'reports'
  | 'appeal'
  | 'question'
  | 'answer'
  | 'author'
  | 'decisions'
  | 'copies'
> & { row: WatchedRow };

/**
 * A picture or a recording of a work in monitoring, as long as its text is read there, or of one that a stranger may read.
 * @returns undefined of what stands in no such work, or is shown to fewer
 */
export async function findWatchedAsset(
  transaction: TenantTransaction,
  { tenantId, workId }: Pick<WatchedWork, 'tenantId' | 'workId'>,
  sha256: string,
): Promise<(KeptContent & { media_type: string }) | undefined> {
  const row = await findWatched(transaction, tenantId, workId);
  if (!row || row.state === 'done') {
    const reading = { transaction, tenantId, reader: { kind: 'visitor' } } as const;
    if ((await listIdsOnShelf(reading, [workId])).length === 0) return undefined;
    if (!(await listShownAssets(reading, workId))?.has(sha256)) return undefined;
  }
  const asset = await transaction
    .selectFrom('work_assets as used')
    .innerJoin('assets as asset', (join) =>
      join.onRef('asset.tenant_id', '=', 'used.tenant_id').onRef('asset.sha256', '=', 'used.sha256'),
    )
    .select(['asset.media_type', 'asset.content'])
    .where('used.tenant_id', '=', tenantId)
    .where('used.work_id', '=', workId)
    .where('used.sha256', '=', Buffer.from(sha256, 'hex'))
    .executeTakeFirst();
  return asset && { ...asset, tenantId, sha256 };
}

/**
 * A work in monitoring as the platform looks at it. Its text is there as long as it is in monitoring, and where a stranger may read it.
 * @throws Problem `monitoring.not_found`
 */
export async function readWatched(transaction: TenantTransaction, work: WatchedWork): Promise<ItemText> {
  const { tenantId, workId } = work;
  const row = await findWatched(transaction, tenantId, workId);
  const facts = await transaction
    .selectFrom('works')
    .leftJoin('users as author', (join) =>
      join.onRef('author.tenant_id', '=', 'works.tenant_id').onRef('author.id', '=', 'works.author_id'),
    )
    .select(['works.state', 'works.taken_down_at', 'works.taken_down_by', 'author.role'])
    .where('works.tenant_id', '=', tenantId)
    .where('works.id', '=', workId)
    .executeTakeFirst();
  if (!row || !facts) throw new Problem(monitoringProblems.not_found);
  const reading = { transaction, tenantId, reader: { kind: 'visitor' } } as const;
  const isDone = row.state === 'done';
  const isReadable = !isDone || (await listIdsOnShelf(reading, [workId])).length > 0;
  const text = await readText(transaction, tenantId, workId);
  const seen = toSeen(text);
  const strangers = isDone && isReadable ? await listShownAssets(reading, workId) : null;
  const isAppealed = row.appealed_at !== null && row.appeal_answered_at === null;
  const reports = await listReports(transaction, work);
  return {
    row,
    work_state: facts.state,
    taken_down_by: facts.taken_down_at === null ? null : facts.taken_down_by,
    revision: revisionOf(seen),
    text: isReadable ? withShown(text, strangers) : null,
    changes: isReadable && row.seen !== null ? changesBetween(row.seen as SeenText, seen) : null,
    watched_words: isReadable ? await listWatchedIn(transaction, seen) : [],
    reports: reports.map(({ reported_at, ...report }) => ({
      ...report,
      reported_at: reported_at.toISOString(),
    })),
    appeal: isAppealed ? row.appeal_words : null,
    question: row.asked_words,
    answer: row.answer_words,
    author: facts.role === null ? null : facts.role === 'student' ? 'child' : 'adult',
    decisions: await listDecisions(transaction, work),
    copies: await countCopies(transaction, tenantId, { workId, since: facts.taken_down_at ?? work.now }),
  };
}

/** Title and byline of those of these works that a stranger may see. */
export const shownToStrangers: TenantQuestion<{ id: string; title: string; byline: string }> = {
  ask: (tenantId, ids) => sql`
    select work.id, work.title, ${bylineOf} as byline from works as work ${authorJoin(tenantId)}
    where work.tenant_id = ${tenantId} and work.id = any(${ids}::uuid[]) and ${visibleTo({ kind: 'visitor' }, tenantId)}`,
  read: (row) => row as { id: string; title: string; byline: string },
};

/** @throws Problem `monitoring.claimed` while somebody else has it */
function refuseClaimed(row: WatchedRow, claimer: string, now: Date): void {
  const { claimed_by, claimed_until } = row;
  if (claimed_by === null || claimed_by === claimer || claimed_until === null || claimed_until <= now) return;
  throw new Problem(monitoringProblems.claimed, { details: { until: claimed_until.toISOString() } });
}

/** Has it for so many minutes, from now. @throws Problem `monitoring.not_found`, `monitoring.claimed` */
export async function claimWatched(
  transaction: TenantTransaction,
  { tenantId, workId, now }: WatchedWork,
  claimer: string,
): Promise<Date> {
  await lockWatch(transaction, workId);
  const row = await findWatched(transaction, tenantId, workId);
  if (!row) throw new Problem(monitoringProblems.not_found);
  refuseClaimed(row, claimer, now);
  const claimed_until = new Date(now.getTime() + claimMinutes * minute);
  await transaction
    .updateTable('work_watch')
    .set({ claimed_by: claimer, claimed_until })
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .execute();
  return claimed_until;
}

/** Somebody of the platform, as a guest in the school, who decides about a work. */
export interface WatchDeciding extends Deciding {
  /** Their id at home. */
  readonly claimer: string;
}

interface Decided {
  workId: string;
  seen: Seen;
  reason: string;
}

interface Locked {
  work: Moderated;
  row: WatchedRow;
  /** As it is kept with the decision. */
  looked: { revision: string; seen: SeenText };
}

/**
 * Locks the work and its place in monitoring, and refuses what is not as it was seen (law 8).
 * @throws Problem `monitoring.not_found`, `monitoring.claimed`, `monitoring.changed_since`
 */
async function lockSeen({ workId, seen }: Decided, call: WatchDeciding): Promise<Locked> {
  const { transaction, actor, claimer, now } = call;
  const tenantId = actor.tenant_id;
  const work = await findAndLock(workId, call);
  if (!work) throw new Problem(monitoringProblems.not_found);
  await lockWatch(transaction, workId);
  const row = await findWatched(transaction, tenantId, workId);
  if (!row) throw new Problem(monitoringProblems.not_found);
  refuseClaimed(row, claimer, now);
  const text = toSeen(await readText(transaction, tenantId, workId));
  const revision = revisionOf(text);
  const known = new Set(seen.reports);
  const further = (await listReports(transaction, { tenantId, workId, now })).filter(
    ({ id }) => !known.has(id),
  );
  const details = {
    ...(revision !== seen.revision && { text: true }),
    ...(further.length > 0 && { reports: further.length }),
    ...(row.state !== seen.state && { state: row.state }),
  };
  if (Object.keys(details).length > 0) throw new Problem(monitoringProblems.changed_since, { details });
  return { work, row, looked: { revision, seen: text } };
}

const unclaimed = { claimed_by: null, claimed_until: null };

/** Reckons the place of a work anew with what was decided. @returns where it stands now */
async function decided(
  { work, looked }: Locked,
  { transaction, actor, now }: WatchDeciding,
  set: Parameters<typeof watchWork>[2] & { decision: NonNullable<WatchedRow['decision']> },
): Promise<WatchedRow['state']> {
  const watched = { tenantId: actor.tenant_id, workId: work.id, now };
  await watchWork(transaction, watched, { ...looked, ...unclaimed, ...set, decided_at: now });
  const row = await findWatched(transaction, actor.tenant_id, work.id);
  if (!row) throw new Error(`The work ${work.id} left monitoring`);
  return row.state;
}

/** It stays as it is: what was told of it is done. @throws Problem of `lockSeen` */
export async function keepWatched(decision: Decided, call: WatchDeciding) {
  const locked = await lockSeen(decision, call);
  await settleReports(
    locked.work,
    call,
    decision.seen.reports.length > 0 ? decision.seen.reports : undefined,
  );
  return await decided(locked, call, {
    decision: 'kept',
    ...nothingAsked,
    ...(locked.row.appealed_at !== null && { appeal_answered_at: call.now }),
  });
}

/** @throws Problem of `lockSeen`; `monitoring.not_on_shelf` of what is taken down */
export async function askSchool(decision: Decided, call: WatchDeciding) {
  const locked = await lockSeen(decision, call);
  if (locked.work.taken_down_at !== null) throw new Problem(monitoringProblems.not_on_shelf);
  const { transaction, actor, now } = call;
  const watched = { tenantId: actor.tenant_id, workId: locked.work.id, now };
  await watchWork(transaction, watched, {
    ...unclaimed,
    ...nothingAsked,
    asked_at: now,
    asked_words: decision.reason,
    decision: 'asked',
    decided_at: now,
  });
  const row = await findWatched(transaction, actor.tenant_id, locked.work.id);
  return row?.state ?? 'asked';
}

/**
 * Off every shelf, until the platform reinstates it. What the school took down is the platform's from now on; an appeal that waits is
 * answered: it stays down.
 * @throws Problem of `lockSeen`; `monitoring.not_on_shelf`
 */
export async function takeDownWatched(decision: Decided, call: WatchDeciding) {
  const locked = await lockSeen(decision, call);
  const { work, row } = locked;
  const { transaction, actor, now } = call;
  if (work.taken_down_at === null) {
    if (!isOnShelf(work)) throw new Problem(monitoringProblems.not_on_shelf);
    await takeOff(work, { reason: decision.reason, by: 'platform' }, call);
    return await decided(locked, call, {
      decision: 'taken_down',
      ...nothingAsked,
      appealed_at: null,
      appeal_words: null,
      appeal_answered_at: null,
    });
  }
  await settleReports(work, call);
  await transaction
    .updateTable('works')
    .set({ taken_down_by: 'platform' })
    .where('tenant_id', '=', actor.tenant_id)
    .where('id', '=', work.id)
    .execute();
  return await decided(locked, call, {
    decision: 'taken_down',
    ...(row.appealed_at !== null && { appeal_answered_at: now }),
  });
}

/** @throws Problem of `lockSeen`; `monitoring.not_taken_down`, `monitoring.schools_own` */
export async function reinstateWatched(decision: Decided, call: WatchDeciding) {
  const locked = await lockSeen(decision, call);
  const { work } = locked;
  if (work.taken_down_at === null) throw new Problem(monitoringProblems.not_taken_down);
  if (work.taken_down_by !== 'platform') throw new Problem(monitoringProblems.schools_own);
  await letBack(work, call);
  return await decided(locked, call, {
    decision: 'reinstated',
    appealed_at: null,
    appeal_words: null,
    appeal_answered_at: null,
  });
}
