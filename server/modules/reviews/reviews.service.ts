import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextByKey, nextPage, type PageQuery } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { leastAudience } from '#contract/works/works.rules.ts';
import type { WorkState } from '#contract/works/works.schema.ts';
import type { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import type { WaitingQuery, WaitingStory } from '#contract/writing/reviews.schema.ts';
import { voiceWords, type ReviewVoice } from '#contract/writing/review-voices.schema.ts';
import { stickerWords, type Sticker } from '#contract/writing/stickers.schema.ts';
import { recordingLimits } from '#contract/works/recording-limits.schema.ts';
import { recordingProblems } from '#contract/writing/recordings.problems.ts';
import { reviewProblems } from '#contract/writing/writing.problems.ts';
import type { Review, ReviewAction } from '#contract/writing/own-rows.schema.ts';
import { audit } from '#server/platform/audit.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { cutPage, keysetOf, type KeyPart } from '#server/platform/keyset.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { withdrawEntryCertificate } from '../works/entry-certificates.ts';
import { readRecording } from '../media/pictures.service.ts';
import { isCloseTo, readerOf } from '../works/reader.ts';
import { hasVoice, noteVoice } from './review-voices.repository.ts';
import { watchWork } from '../moderation/watch.ts';
import { named } from '../works/works.repository.ts';
import { nameAddress, storeAsset, storeWordsOf } from '../works/works.store.ts';
import * as chapterRepository from '../works/chapters.repository.ts';
import * as repository from '../works/stories.repository.ts';
import type { StoredWork } from '../works/stories.repository.ts';

type Parsed<Name extends keyof typeof reviewEndpoints> = EndpointParsed<(typeof reviewEndpoints)[Name]>;
type StaffCall = Call<Actor>;

/** Who answers for a work: whoever looks after its author, and of adults the author too. Of a row called `work`. */
function answersFor(actor: Actor) {
  return isCloseTo(readerOf(actor, false), actor.tenant_id);
}

/** @throws Problem `reviews.not_found`, also of what is none of theirs */
async function lockForReview(workId: string, { transaction, actor }: StaffCall): Promise<StoredWork> {
  const { rows } = await sql<{ mine: boolean }>`
    select ${answersFor(actor)} as mine from works as work
    where work.tenant_id = ${actor.tenant_id} and work.id = ${workId} and work.author_id is not null`.execute(
    transaction,
  );
  const work = rows[0]?.mine && (await repository.lockStory(transaction, actor.tenant_id, workId));
  if (!work || work.state === 'archived' || work.state === 'draft')
    throw new Problem(reviewProblems.not_found);
  return work;
}

const oldestFirst: readonly KeyPart[] = [
  { value: sql`work.submitted_at`, form: 'moment' },
  { value: sql`work.id`, form: 'id' },
];

export async function listWaiting(
  query: WaitingQuery,
  { transaction, actor }: StaffCall,
): Promise<{ count: number; next: string | null; results: WaitingStory[] }> {
  const { tenant_id } = actor;
  const { search, kinds, kind, school_class, limit } = query;
  const { key, beyond, order } = keysetOf(oldestFirst, query.after);
  const waiting = sql`
    from works as work join users as author on author.tenant_id = ${tenant_id} and author.id = work.author_id
    where work.tenant_id = ${tenant_id} and work.state in ('submitted', 'approved')
      and work.editor = 'chapters' and work.submitted_at is not null and ${answersFor(actor)}
      and (${kinds === 'all'} or work.kind <> 'message')
      and ${named(search, sql`work.search_text || ' ' || coalesce(author.search_text, '')`)}
      ${kind === undefined ? sql`` : sql`and work.kind = ${kind}`}
      ${school_class === undefined ? sql`` : sql`and work.school_class_id = ${school_class}`}`;
  const counted = await sql<{ count: number }>`select count(*) as count ${waiting}`.execute(transaction);
  const page = await sql<Omit<WaitingStory, 'submitted_at'> & { submitted_at: Date; page_key: string[] }>`
    select ${key} as page_key, work.id, work.kind, work.title, work.slug, work.state, work.submitted_at,
      json_build_object('id', author.id, 'first_name', author.first_name, 'last_name', author.last_name) as author,
      (select json_build_object('id', class.id, 'name', class.name) from school_classes as class
        where class.tenant_id = ${tenant_id} and class.id = work.school_class_id) as school_class
    ${waiting} and ${beyond} order by ${order} limit ${limit + 1}`.execute(transaction);
  const { rows, after } = cutPage(page.rows, limit);
  return {
    count: counted.rows[0]?.count ?? 0,
    next: nextByKey(after, query),
    results: rows.map((row) => ({ ...row, submitted_at: row.submitted_at.toISOString() })),
  };
}

async function listReviews(
  transaction: TenantTransaction,
  tenantId: string,
  workId: string,
  { limit, offset }: PageQuery,
): Promise<{ count: number; rows: Review[] }> {
  const counted = await sql<{ count: number }>`
    select count(*) as count from work_reviews as review
    where review.tenant_id = ${tenantId} and review.work_id = ${workId}`.execute(transaction);
  const { rows } = await sql<{ review: Review }>`
    select ${repository.reviewColumns(tenantId)} as review from work_reviews as review
    where review.tenant_id = ${tenantId} and review.work_id = ${workId}
    order by review.made_at desc, review.id desc limit ${limit} offset ${offset}`.execute(transaction);
  return { count: counted.rows[0]?.count ?? 0, rows: rows.map(({ review }) => review) };
}

/** @throws Problem `reviews.not_found` */
export async function listOfWork(
  { params, query }: Parsed<'listOfWork'>,
  call: StaffCall,
): Promise<{ count: number; next: string | null; results: Review[] }> {
  const work = await lockForReview(params.workId, call);
  const { transaction, actor } = call;
  const { count, rows } = await listReviews(transaction, actor.tenant_id, work.id, query);
  return { count, next: nextPage(query, count), results: rows };
}

function refuseUnless(work: StoredWork, ...states: readonly WorkState[]): void {
  if (!states.includes(work.state)) throw new Problem(reviewProblems.state_changed);
}

/**
 * Keeps what a reviewer says aloud, once however often it is sent. Nobody else hears it before a review names it.
 * @throws Problem `reviews.not_found`, `recordings.unreadable`, `recordings.too_many`
 */
export async function sendVoice(
  { params }: Parsed<'sendVoice'>,
  call: StaffCall,
  content: Buffer,
): Promise<{ sha256: string }> {
  const { transaction, actor, now } = call;
  const { workId, sha256 } = params;
  const { tenant_id, id: made_by } = actor;
  const facts = readRecording(content, sha256);
  await lockForReview(workId, call);
  await storeAsset(transaction, tenant_id, { ...facts, content, created_by: made_by, now });
  const count = await noteVoice(transaction, tenant_id, { workId, sha256, made_by, now });
  if (count > recordingLimits.perStory) throw new Problem(recordingProblems.too_many);
  return { sha256 };
}

interface Said {
  reason: string;
  sticker: Sticker | null;
  voice: ReviewVoice | null;
}

/** What is said to the author. */
function pickSaid({ reason, sticker, voice }: Said): Said {
  return { reason, sticker, voice };
}

/** What was said, and in words what a sticker or a voice says where there are none. */
function withWords({ reason = '', sticker = null, voice = null }: Partial<Said>): Said {
  const instead = sticker === null ? voice && voiceWords : stickerWords[sticker];
  return { reason: reason === '' ? (instead ?? '') : reason, sticker, voice };
}

/**
 * Writes down what was said, and tells the author's devices. @returns the id of the review
 * @throws Problem `reviews.no_voice`
 */
async function note(
  work: StoredWork,
  { action, ...given }: { action: ReviewAction } & Partial<Said>,
  { transaction, actor, changes, now }: StaffCall,
): Promise<string> {
  const id = uuidv7();
  const { tenant_id } = actor;
  const { voice, ...said } = withWords(given);
  if (voice && !(await hasVoice(transaction, tenant_id, { workId: work.id, ...voice })))
    throw new Problem(reviewProblems.no_voice);
  await transaction
    .insertInto('work_reviews')
    .values({
      tenant_id,
      id,
      work_id: work.id,
      action,
      ...said,
      voice: voice && Buffer.from(voice.sha256, 'hex'),
      voice_seconds: voice?.seconds ?? null,
      made_by: actor.id,
      made_at: now,
    })
    .execute();
  await audit(transaction, {
    tenant_id,
    actor_id: actor.id,
    action: `works.${action}`,
    subject_id: work.id,
    details: { from: work.state },
  });
  if (work.author_id !== null) changes.put(scopeOf.user(work.author_id), 'works', work.id);
  if (action === 'returned' || action === 'withdrawn')
    await withdrawEntryCertificate(transaction, { id: work.id, tenant_id }, { actorId: actor.id, now });
  return id;
}

/** Whether this repeats the last review: a client retries when the answer was lost. */
async function isSaid(
  work: StoredWork,
  { comments, ...said }: Parsed<'giveBack'>['body'],
  { transaction, actor }: StaffCall,
): Promise<boolean> {
  const { rows } = await listReviews(transaction, actor.tenant_id, work.id, { limit: 1, offset: 0 });
  const [last] = rows;
  const facts = (
    { reason, sticker, voice }: Pick<Review, 'reason' | 'sticker' | 'voice'>,
    places: readonly { id: string }[],
  ) => JSON.stringify([reason, sticker, voice?.sha256, places.map(({ id }) => id).toSorted()]);
  return last?.action === 'returned' && facts(last, last.comments) === facts(withWords(said), comments);
}

/** A retry of the same review adds none. @throws Problem `reviews.not_found`, `reviews.state_changed` */
export async function giveBack({ params, body }: Parsed<'giveBack'>, call: StaffCall): Promise<void> {
  const { transaction, actor, now } = call;
  const work = await lockForReview(params.workId, call);
  // Who gave it back may have more to say.
  refuseUnless(work, 'submitted', 'approved', 'returned');
  if (work.state === 'returned' && (await isSaid(work, body, call))) return;
  await repository.updateStory(
    transaction,
    actor.tenant_id,
    work.id,
    { state: 'returned', submitted_at: null },
    now,
  );
  const review_id = await note(work, { action: 'returned', ...pickSaid(body) }, call);
  if (body.comments.length === 0) return;
  // A comment at a chapter that was taken out meanwhile has nowhere to stand.
  const chapters = new Set(await repository.listChapterIds(transaction, actor.tenant_id, work.id));
  if (body.comments.some(({ chapter_id }) => !chapters.has(chapter_id)))
    throw new Problem(reviewProblems.state_changed);
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('review_comments')
    .values(
      body.comments.map(({ at, ...comment }) => ({
        ...comment,
        tenant_id: actor.tenant_id,
        review_id,
        at_x: at?.x ?? null,
        at_y: at?.y ?? null,
        at_on: at?.on ? JSON.stringify(at.on) : null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  // Some comments exist already, of an earlier submission.
  if (numInsertedOrUpdatedRows !== BigInt(body.comments.length))
    throw new Problem(reviewProblems.state_changed);
}

/** @throws Problem `reviews.not_found`, `reviews.state_changed` */
export async function approve({ params, body }: Parsed<'approve'>, call: StaffCall): Promise<void> {
  const { transaction, actor, now } = call;
  const work = await lockForReview(params.workId, call);
  if (work.state === 'approved') return;
  refuseUnless(work, 'submitted');
  // The author submitted another revision, which the reviewer has not read.
  if (body.revision !== undefined && body.revision !== work.revision)
    throw new Problem(reviewProblems.state_changed);
  await repository.updateStory(transaction, actor.tenant_id, work.id, { state: 'approved' }, now);
  await note(work, { action: 'approved', ...pickSaid(body) }, call);
}

/** @throws Problem `reviews.not_found`, `reviews.state_changed`, `reviews.kept_private`, `reviews.taken_down` */
export async function publish({ params, body }: Parsed<'publish'>, call: StaffCall): Promise<void> {
  const { transaction, actor, now } = call;
  const work = await lockForReview(params.workId, call);
  if (work.state === 'published') return;
  refuseUnless(work, 'approved', 'withdrawn');
  if (work.taken_down_at !== null) throw new Problem(reviewProblems.taken_down);
  if (work.visibility === 'private') throw new Problem(reviewProblems.kept_private);
  const visibility = leastAudience(work.visibility, body.visibility ?? work.visibility);
  const written = await chapterRepository.listDocuments(transaction, actor.tenant_id, work.id);
  await storeWordsOf(transaction, actor.tenant_id, work, written);
  if (work.published_at === null) await nameAddress(transaction, actor.tenant_id, work);
  const { categories, language, level, sdgs } = body;
  if (categories) await repository.replaceCategories(transaction, actor.tenant_id, work.id, categories);
  const fields = {
    state: 'published',
    visibility,
    published_at: work.published_at ?? now,
    ...(language !== undefined && { language, language_chosen: true }),
    ...(level !== undefined && { level }),
    // A message is about the one goal that its author answers.
    ...(sdgs !== undefined && work.kind !== 'message' && { sdgs }),
  } as const;
  await repository.updateStory(transaction, actor.tenant_id, work.id, fields, now);
  await note(work, { action: 'published', ...pickSaid(body) }, call);
  // The school may have mended what it was asked about.
  const watched = { tenantId: actor.tenant_id, workId: work.id, now };
  await watchWork(transaction, watched, { asked_at: null, asked_words: null });
}

/** @throws Problem `reviews.not_found`, `reviews.state_changed` */
export async function withdraw({ params, body }: Parsed<'withdraw'>, call: StaffCall): Promise<void> {
  const { transaction, actor, now } = call;
  const work = await lockForReview(params.workId, call);
  if (work.state === 'withdrawn') return;
  refuseUnless(work, 'published');
  await repository.updateStory(transaction, actor.tenant_id, work.id, { state: 'withdrawn' }, now);
  await note(work, { action: 'withdrawn', reason: body.reason }, call);
  await watchWork(transaction, { tenantId: actor.tenant_id, workId: work.id, now });
}
