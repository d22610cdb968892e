import { sql, type Selectable } from 'kysely';
import type { ReportReason } from '#contract/moderation/moderation.schema.ts';
import { watchOf, type WatchFacts } from '#contract/monitoring/monitoring.rules.ts';
import type { Visibility, WorkKind, WorkState } from '#contract/works/works.schema.ts';
import { lockName, type TenantTransaction } from '#server/platform/database.ts';
import type { Tables } from '#server/platform/tables.ts';
import { audienceOf } from '../works/reader.ts';
import { readText, revisionOf, toSeen, wordsOfText } from './watch-text.ts';
import { listFolded } from './watched-words.ts';

/** A work of the tenant whose rows are at hand. */
export interface WatchedWork {
  tenantId: string;
  workId: string;
  now: Date;
}

export type WatchedRow = Selectable<Tables['work_watch']>;

/** What is set with a call, beside what is reckoned anew. */
type Set = Partial<
  Pick<
    WatchedRow,
    | 'from_visitor'
    | 'revision'
    | 'asked_at'
    | 'asked_words'
    | 'answered_at'
    | 'answer_words'
    | 'appealed_at'
    | 'appeal_words'
    | 'appeal_answered_at'
    | 'decided_at'
    | 'decision'
    | 'claimed_by'
    | 'claimed_until'
  >
> & { seen?: unknown };

interface Standing {
  kind: WorkKind;
  state: WorkState;
  audience: Visibility;
  is_taken_down: boolean;
  told: ReportReason[];
  is_first: boolean;
  has_pictures: boolean;
}

async function readStanding(
  transaction: TenantTransaction,
  { tenantId, workId }: WatchedWork,
): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select work.kind, work.state, ${audienceOf(tenantId)} as audience, work.taken_down_at is not null as is_taken_down,
      array(
        select report.reason from work_reports as report
        where report.tenant_id = ${tenantId} and report.work_id = work.id and report.decided_at is null
      ) as told,
      not exists (
        select from works as other where other.tenant_id = ${tenantId} and other.id <> work.id and other.is_public
      ) as is_first,
      exists (
        select from work_assets as used
        join assets as asset on asset.tenant_id = ${tenantId} and asset.sha256 = used.sha256
        where used.tenant_id = ${tenantId} and used.work_id = work.id and asset.media_type like 'image/%'
          and not exists (
            select from sent_pictures as sent
            where sent.tenant_id = ${tenantId} and sent.work_id = work.id and sent.sha256 = used.sha256
              and sent.made = 'drawing'
          )
      ) as has_pictures
    from works as work where work.tenant_id = ${tenantId} and work.id = ${workId}`.execute(transaction);
  const [row] = rows;
  if (!row) throw new Error(`There is no work ${workId}`);
  return row;
}

export async function findWatched(
  transaction: TenantTransaction,
  tenantId: string,
  workId: string,
): Promise<WatchedRow | undefined> {
  return await transaction
    .selectFrom('work_watch')
    .select([
      'tenant_id',
      'work_id',
      'kind',
      'state',
      'reasons',
      'readers',
      'risk',
      'rank',
      'since',
      'from_visitor',
    ])
    .select([
      'revision',
      'seen',
      'claimed_by',
      'claimed_until',
      'asked_at',
      'asked_words',
      'answered_at',
      'answer_words',
    ])
    .select(['appealed_at', 'appeal_words', 'appeal_answered_at', 'decided_at', 'decision'])
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .executeTakeFirst();
}

/** From here to the end of the transaction nobody else reckons this work. */
export const lockWatch = (transaction: TenantTransaction, workId: string) =>
  lockName(transaction, `watch of ${workId}`);

/** What of the text nobody of the platform has looked at; null where strangers read none of it, or it was looked at. */
async function readUnseen(
  transaction: TenantTransaction,
  { tenantId, workId }: WatchedWork,
  standing: Standing,
  revision: string | null,
): Promise<WatchFacts['unseen']> {
  if (standing.state !== 'published' || standing.audience !== 'public') return null;
  const text = toSeen(await readText(transaction, tenantId, workId));
  if (revision === revisionOf(text)) return null;
  return {
    text: wordsOfText(text),
    watched: await listFolded(transaction),
    isFirst: standing.is_first,
    hasPictures: standing.has_pictures,
    isChanged: revision !== null,
  };
}

/** Nothing is asked of the school, and no answer of it waits. */
export const nothingAsked = { asked_at: null, asked_words: null, answered_at: null, answer_words: null };

/** Where a work stands in monitoring, by what is known of it. */
function stateOf(
  standing: Standing,
  {
    risk,
    isAppealed,
    isAsked,
    isAnswered,
  }: Record<'isAppealed' | 'isAsked' | 'isAnswered', boolean> & { risk: number },
): WatchedRow['state'] {
  if (standing.state === 'archived') return 'done';
  if (standing.is_taken_down) return isAppealed ? 'waiting' : 'taken_down';
  if (isAsked) return 'asked';
  return isAnswered || risk > 0 ? 'waiting' : 'done';
}

/**
 * Reckons a work's place in monitoring from what is known of it, and keeps it. Called in the school's own transaction by whatever
 * changes what is known: a report, publishing, an appeal, a decision. A work of no interest gets no row.
 */
export async function watchWork(
  transaction: TenantTransaction,
  work: WatchedWork,
  set: Set = {},
): Promise<void> {
  const { tenantId, workId, now } = work;
  await lockWatch(transaction, workId);
  const was = await findWatched(transaction, tenantId, workId);
  const standing = await readStanding(transaction, work);
  const { seen, ...columns } = set;
  const next = { ...was, ...columns };
  const isAppealed = (next.appealed_at ?? null) !== null && (next.appeal_answered_at ?? null) === null;
  const unseen = await readUnseen(transaction, work, standing, next.revision ?? null);
  const { reasons, readers, risk } = watchOf({ told: standing.told, isAppealed, unseen });
  // More came after the school was asked.
  const isAsked =
    (next.asked_at ?? null) !== null && (set.asked_at !== undefined || risk <= (was?.risk ?? 0));
  const isAnswered = (next.answered_at ?? null) !== null;
  const state = stateOf(standing, { risk, isAppealed, isAsked, isAnswered });
  if (!was && state !== 'waiting') return;
  const waits = (of: WatchedRow['state']) => of === 'waiting' || of === 'asked';
  const isDecidedByOthers =
    was !== undefined && state !== was.state && !waits(state) && set.decision === undefined;
  const values = {
    kind: standing.kind,
    state,
    reasons,
    readers,
    risk,
    since: was && waits(was.state) && waits(state) ? was.since : now,
    ...(state !== 'asked' && { asked_at: null }),
    ...(state !== 'asked' && !isAnswered && { asked_words: null }),
    ...columns,
    ...(isDecidedByOthers && { decision: 'school' as const, decided_at: now }),
    ...(!waits(state) && { claimed_by: null, claimed_until: null }),
    ...(seen !== undefined && { seen: JSON.stringify(seen) }),
  };
  await transaction
    .insertInto('work_watch')
    .values({ tenant_id: tenantId, work_id: workId, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'work_id']).doUpdateSet(values))
    .execute();
}

/** Nobody decides about what its author threw away. */
export async function endWatch(
  transaction: TenantTransaction,
  { tenantId, workId, now }: WatchedWork,
): Promise<void> {
  await transaction
    .updateTable('work_watch')
    .set({ state: 'done', decision: 'school', decided_at: now, claimed_by: null, claimed_until: null })
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .where('state', '<>', 'done')
    .execute();
}
