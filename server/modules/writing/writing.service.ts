import { mergeField } from '#contract/classes/classes.rules.ts';
import type { AuditAction } from '#contract/kit/audit-actions.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { limits } from '#contract/kit/limits.ts';
import { nextPage } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { foldForSearch } from '#contract/kit/fold.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { documentOf, isEmpty } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import { writingProblems } from '#contract/writing/writing.problems.ts';
import { firstVisibility, isYearFull, messageLacks, partsOfMessage } from '#contract/works/message.rules.ts';
import { isOpen, placeOfVersion } from '#contract/writing/writing.rules.ts';
import {
  chaptersEver,
  type OldVersion,
  type RemovedChapter,
  type StoryChange,
} from '#contract/writing/writing.schema.ts';
import { audit } from '#server/platform/audit.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { showPictures } from '../media/pictures.service.ts';
import { insertWork, namesOf } from '../works/works.store.ts';
import type { StudentAccounts } from '../students/student-accounts.ts';
import { endWatch } from '../moderation/watch.ts';
import * as chapterRepository from '../works/chapters.repository.ts';
import * as repository from '../works/stories.repository.ts';
import type { StoredWork } from '../works/stories.repository.ts';

type Parsed<Name extends keyof typeof writingEndpoints> = EndpointParsed<(typeof writingEndpoints)[Name]>;
type OwnCall = Call<Actor>;

/** Where it was discarded: words that come for it bring it back. */
const asDraft = { state: 'draft', archived_at: null } as const;

/**
 * A story of the caller's own, after waiting for whoever is changing it.
 * @throws Problem `writing.not_found`
 */
async function lockOwn(workId: string, { transaction, actor }: OwnCall): Promise<StoredWork> {
  const work = await repository.lockStory(transaction, actor.tenant_id, workId);
  if (work?.author_id !== actor.id) throw new Problem(writingProblems.not_found);
  return work;
}

/** For whoever writes into it. @throws Problem `writing.not_found`, `writing.handed_in` */
async function lockOpen(workId: string, call: OwnCall): Promise<StoredWork> {
  const work = await lockOwn(workId, call);
  if (work.state === 'archived') throw new Problem(writingProblems.not_found);
  if (!isOpen(work.state)) throw new Problem(writingProblems.handed_in);
  await repository.keepOffShelf(call.transaction, call.actor.tenant_id, work, call.now);
  return work;
}

/** @throws Problem `writing.chapter_not_found` */
async function findChapter(workId: string, chapterId: string, { transaction, actor }: OwnCall) {
  const chapter = await chapterRepository.findChapter(transaction, actor.tenant_id, workId, chapterId);
  if (!chapter) throw new Problem(writingProblems.chapter_not_found);
  return chapter;
}

function noteWork({ actor, changes }: OwnCall, workId: string): void {
  changes.put(scopeOf.user(actor.id), 'works', workId);
}

function noteChapter({ actor, changes }: OwnCall, chapterId: string): void {
  changes.put(scopeOf.user(actor.id), 'chapters', chapterId);
}

/** Its devices hear of all of it: it comes back as a whole, or goes as a whole. */
async function noteWhole(call: OwnCall, workId: string): Promise<void> {
  const { transaction, actor, changes } = call;
  noteWork(call, workId);
  const ids = await repository.listChapterIds(transaction, actor.tenant_id, workId);
  for (const id of ids) changes.put(scopeOf.user(actor.id), 'chapters', id);
}

/** Where the books of children are counted. */
export type CountedBooks = Pick<StudentAccounts, 'noteBooks'>;

/** A book of a child comes or goes: their teachers see how many there are. */
async function noteBooks(
  kind: StoredWork['kind'],
  { transaction, actor, changes }: OwnCall,
  accounts: CountedBooks,
): Promise<void> {
  if (kind === 'book' && actor.role === 'student')
    await accounts.noteBooks(transaction, changes, actor.tenant_id, actor.id);
}

/** A page of a book is a chapter: versions, places and pictures are the same. @throws Problem `writing.id_taken`, `writing.message_by_child` */
export async function begin({ body }: Parsed<'begin'>, call: OwnCall, accounts: CountedBooks): Promise<void> {
  const { transaction, actor, now } = call;
  const { id, kind, title, language, chapter_id, challenge = null } = body;
  if (kind === 'message' && actor.role !== 'student') throw new Problem(writingProblems.message_by_child);
  const isTaken =
    (await repository.isTaken(transaction, actor.tenant_id, 'works', id)) ||
    (await repository.isTaken(transaction, actor.tenant_id, 'chapters', chapter_id));
  if (isTaken) throw new Problem(writingProblems.id_taken);
  // A challenge that went while a tablet had no network takes no work away.
  const isEntry = challenge !== null && (await repository.isChallenge(transaction, challenge));
  await insertWork(transaction, actor.tenant_id, {
    id,
    kind,
    editor: 'chapters',
    title,
    language,
    author_id: actor.id,
    visibility: firstVisibility(kind),
    challenge: isEntry ? challenge : null,
    school_class_id:
      actor.role === 'student' ? await repository.findClassOf(transaction, actor.tenant_id, actor.id) : null,
    chapters: [{ id: chapter_id, title: '', document: documentOf('') }],
    created_at: now,
  });
  noteWork(call, id);
  noteChapter(call, chapter_id);
  await noteBooks(kind, call, accounts);
}

/** Fields are compared by their words, shelves and goals by all of them. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Those of a change that are to be written. */
type StoryFields = { [Name in keyof StoryChange]?: Exclude<StoryChange[Name], undefined> };

/** What is to be written of a change. @throws Problem `writing.changed_elsewhere` */
function mergeStory(
  mine: StoryChange,
  standing: Required<StoryFields>,
  seen: Readonly<Record<string, unknown>> | undefined,
): StoryFields {
  const merged = Object.entries(mine).filter(([name, wanted]) => {
    if (wanted === undefined) return false;
    const theirs = standing[name as keyof StoryChange];
    const before = seen?.[name];
    const fate = mergeField(asText(wanted), asText(theirs), before === undefined ? before : asText(before));
    if (fate === 'conflict')
      throw new Problem(writingProblems.changed_elsewhere, { details: { theirs, mine: wanted } });
    return fate === 'changed';
  });
  return Object.fromEntries(merged);
}

/** A cause that is not open any more is left out: nothing else of the change waits for it. */
async function withoutClosedCause(transaction: TenantTransaction, mine: StoryChange): Promise<StoryChange> {
  const { cause_id, ...others } = mine;
  if (typeof cause_id !== 'string' || (await repository.isOpenCause(transaction, cause_id))) return mine;
  return others;
}

/** A language that an app proposes by the letters gives way to one that was chosen. */
function withoutLateProposal(mine: StoryChange, work: StoredWork): StoryChange {
  if (mine.language_chosen !== false || !work.language_chosen) return mine;
  const { language: _language, language_chosen: _chosen, ...others } = mine;
  return others;
}

/**
 * Each field applies where it still is as its author saw it; where one does not, none does, and both words are told.
 * @throws Problem `writing.not_found`, `writing.handed_in`, `writing.changed_elsewhere`
 */
export async function change({ params, body }: Parsed<'change'>, call: OwnCall): Promise<void> {
  const { transaction, actor, base, now } = call;
  const work = await lockOpen(params.workId, call);
  const { tenant_id } = actor;
  const shelves = body.categories && (await repository.listCategoriesOf(transaction, tenant_id, work.id));
  const standing: Required<StoryFields> = {
    ...work,
    pen_name: work.pen_name ?? '',
    categories: shelves ?? [],
  };
  const mine = withoutLateProposal(await withoutClosedCause(transaction, body), work);
  const merged = mergeStory(mine, standing, base);
  if (Object.keys(merged).length === 0) return;
  const { categories, cover, pen_name, ...words } = merged;
  if (categories) await repository.replaceCategories(transaction, tenant_id, work.id, categories);
  const written = { ...words, ...(pen_name !== undefined && { pen_name: pen_name || null }) };
  const isNamedAnew = written.title !== undefined || written.pen_name !== undefined;
  await repository.updateStory(
    transaction,
    actor.tenant_id,
    work.id,
    {
      ...written,
      ...(isNamedAnew && {
        search_text: foldForSearch(await namesOf(transaction, tenant_id, { ...work, ...written })),
      }),
      ...(cover !== undefined && { chosen_cover: cover === null ? null : Buffer.from(cover, 'hex') }),
    },
    now,
  );
  if (cover !== undefined) await showPictures(transaction, actor.tenant_id, work.id);
  noteWork(call, work.id);
}

/** @throws Problem as of `lockOpen`, `writing.id_taken`, `writing.too_many_chapters` */
export async function addChapter({ params, body }: Parsed<'addChapter'>, call: OwnCall): Promise<void> {
  const { transaction, actor, now } = call;
  const work = await lockOpen(params.workId, call);
  if (await repository.isTaken(transaction, actor.tenant_id, 'chapters', body.id))
    throw new Problem(writingProblems.id_taken);
  const { standing, ever } = await chapterRepository.countChapters(transaction, actor.tenant_id, work.id);
  const room = work.kind === 'message' ? 1 : limits.chaptersPerStory;
  if (standing >= room || ever >= chaptersEver) throw new Problem(writingProblems.too_many_chapters);
  const chapter = { ...body, work_id: work.id, document: documentOf('') };
  await chapterRepository.insertChapter(transaction, actor.tenant_id, chapter, now);
  noteChapter(call, body.id);
}

/**
 * Keeps what somebody wrote, whatever became of the story meanwhile. It takes the place of the version that it was based on;
 * where that is not what stands there, or the story is with the teacher or on the shelf, it is kept beside. A chapter that was
 * taken out comes back with it while the story is open, and stays out otherwise.
 * @throws Problem `writing.not_found`, `writing.chapter_not_found`, `writing.id_taken`
 */
export async function saveChapter(
  { params, body }: Parsed<'saveChapter'>,
  call: OwnCall,
  accounts: CountedBooks,
): Promise<void> {
  const { transaction, actor, now } = call;
  const { tenant_id } = actor;
  const { version, based_on, settles, ...content } = body;
  const work = await lockOwn(params.workId, call);
  const chapter = await findChapter(work.id, params.chapterId, call);
  if (await repository.isTaken(transaction, tenant_id, 'work_revisions', version))
    throw new Problem(writingProblems.id_taken);
  if (work.state === 'archived') await repository.updateStory(transaction, tenant_id, work.id, asDraft, now);
  const beside = await chapterRepository.listBeside(transaction, tenant_id, chapter.id);
  const mayChange = isOpen(work.state) || work.state === 'archived';
  if (mayChange) await repository.keepOffShelf(transaction, tenant_id, work, now);
  const wished = placeOfVersion(based_on, chapter.version, beside);
  const place = wished === 'current' && !mayChange ? 'beside' : wished;
  const revision = await chapterRepository.insertVersion(
    transaction,
    tenant_id,
    { id: version, work_id: work.id, chapter_id: chapter.id, based_on, content, made_by: actor.id },
    now,
  );
  // What is with the teacher or on the shelf stays as somebody said yes to it.
  if (chapter.removed_at !== null && mayChange)
    await chapterRepository.updateChapter(transaction, tenant_id, chapter.id, { removed_at: null }, now);
  if (place === 'current')
    await chapterRepository.updateChapter(
      transaction,
      tenant_id,
      chapter.id,
      { ...content, version, revision },
      now,
    );
  else await chapterRepository.putBeside(transaction, tenant_id, chapter.id, version);
  const done = place === 'instead_of_other' && based_on !== null ? [...settles, based_on] : settles;
  await chapterRepository.takeFromBeside(
    transaction,
    tenant_id,
    chapter.id,
    done.filter((id) => id !== version),
  );
  if (mayChange) await showPictures(transaction, tenant_id, work.id);
  if (based_on !== null && place !== 'beside')
    await chapterRepository.thinVersions(transaction, tenant_id, based_on, actor.id, now);
  if (work.state === 'archived') {
    await noteWhole(call, work.id);
    await noteBooks(work.kind, call, accounts);
  } else noteChapter(call, chapter.id);
}

/** @throws Problem as of `lockOpen`, `writing.chapter_not_found` */
export async function moveChapter({ params, body }: Parsed<'moveChapter'>, call: OwnCall): Promise<void> {
  const { transaction, actor, now } = call;
  const work = await lockOpen(params.workId, call);
  const { id } = await findChapter(work.id, params.chapterId, call);
  await chapterRepository.updateChapter(transaction, actor.tenant_id, id, body, now);
  noteChapter(call, id);
}

/** @throws Problem as of `lockOpen`, `writing.chapter_not_found` */
export async function removeChapter({ params }: Parsed<'removeChapter'>, call: OwnCall): Promise<void> {
  const { transaction, actor, now } = call;
  const work = await lockOpen(params.workId, call);
  const { id, removed_at } = await findChapter(work.id, params.chapterId, call);
  if (removed_at !== null) return;
  await chapterRepository.updateChapter(transaction, actor.tenant_id, id, { removed_at: now }, now);
  await showPictures(transaction, actor.tenant_id, work.id);
  noteChapter(call, id);
}

function auditOf({ actor }: OwnCall, action: AuditAction<'works'>, workId: string) {
  return { tenant_id: actor.tenant_id, actor_id: actor.id, action, subject_id: workId };
}

/** Asked when it is handed in, never when it is saved: what a child writes is kept, however long it is. @throws Problem `writing.message_*` */
async function refuseUnfinishedMessage(
  work: StoredWork,
  written: readonly { document: WorkDocument }[],
  { transaction, actor }: OwnCall,
): Promise<void> {
  const [first] = written;
  const lacks =
    written.length === 1 && first ? messageLacks(partsOfMessage(first.document), work.sdgs) : 'words';
  if (lacks === 'shorter') throw new Problem(writingProblems.message_too_long);
  if (lacks !== null) throw new Problem(writingProblems.message_unfinished);
  const own = await repository.listMessagesOf(transaction, actor.tenant_id, actor.id);
  if (isYearFull(work.id, own)) throw new Problem(writingProblems.message_year_full);
}

/** @throws Problem `writing.not_found`, `writing.already_answered`, `writing.nothing_written`, `writing.message_*` */
export async function handIn({ params }: Parsed<'handIn'>, call: OwnCall): Promise<void> {
  const { transaction, actor, now } = call;
  const work = await lockOwn(params.workId, call);
  if (work.state === 'archived') throw new Problem(writingProblems.not_found);
  if (work.state === 'submitted') return;
  if (!isOpen(work.state)) throw new Problem(writingProblems.already_answered);
  const written = await chapterRepository.listDocuments(transaction, actor.tenant_id, work.id);
  if (written.every(({ document }) => isEmpty(document))) throw new Problem(writingProblems.nothing_written);
  if (work.kind === 'message') await refuseUnfinishedMessage(work, written, call);
  // A picture that came late, when the story was with the teacher, is in from now on.
  await showPictures(transaction, actor.tenant_id, work.id);
  const fields = { state: 'submitted', submitted_at: now } as const;
  await repository.updateStory(transaction, actor.tenant_id, work.id, fields, now);
  await audit(transaction, auditOf(call, 'works.handed_in', work.id));
  noteWork(call, work.id);
}

/** @throws Problem `writing.not_found`, `writing.already_answered` */
export async function takeBack({ params }: Parsed<'takeBack'>, call: OwnCall): Promise<void> {
  const { transaction, actor, now } = call;
  const work = await lockOwn(params.workId, call);
  if (work.state === 'archived') throw new Problem(writingProblems.not_found);
  if (work.state === 'approved' || work.state === 'published')
    throw new Problem(writingProblems.already_answered);
  if (work.state !== 'submitted') return;
  const fields = { state: 'draft', submitted_at: null } as const;
  await repository.updateStory(transaction, actor.tenant_id, work.id, fields, now);
  await audit(transaction, auditOf(call, 'works.taken_back', work.id));
  noteWork(call, work.id);
}

/** @throws Problem `writing.not_found`, `writing.handed_in` */
export async function discard(
  { params }: Parsed<'discard'>,
  call: OwnCall,
  accounts: CountedBooks,
): Promise<void> {
  const { transaction, actor, now } = call;
  const work = await lockOwn(params.workId, call);
  if (work.state === 'archived') return;
  if (!isOpen(work.state)) throw new Problem(writingProblems.handed_in);
  const fields = { state: 'archived', archived_at: now } as const;
  await repository.updateStory(transaction, actor.tenant_id, work.id, fields, now);
  await endWatch(transaction, { tenantId: actor.tenant_id, workId: work.id, now });
  await audit(transaction, auditOf(call, 'works.discarded', work.id));
  await noteWhole(call, work.id);
  await noteBooks(work.kind, call, accounts);
}

/** @throws Problem `writing.not_found`, `writing.chapter_not_found` */
export async function listVersions(
  { params, query }: Parsed<'listVersions'>,
  call: OwnCall,
): Promise<{ count: number; next: string | null; results: OldVersion[] }> {
  const { transaction, actor } = call;
  const work = await lockOwn(params.workId, call);
  const { id } = await findChapter(work.id, params.chapterId, call);
  const { count, rows } = await chapterRepository.listVersions(transaction, actor.tenant_id, {
    workId: work.id,
    chapterId: id,
    ...query,
  });
  return { count, next: nextPage(query, count), results: rows };
}

/** @throws Problem `writing.not_found` */
export async function listRemoved(
  { params, query }: Parsed<'listRemoved'>,
  call: OwnCall,
): Promise<{ count: number; next: string | null; results: RemovedChapter[] }> {
  const { transaction, actor } = call;
  const work = await lockOwn(params.workId, call);
  const { count, rows } = await repository.listRemovedChapters(transaction, actor.tenant_id, {
    workId: work.id,
    ...query,
  });
  return { count, next: nextPage(query, count), results: rows };
}
