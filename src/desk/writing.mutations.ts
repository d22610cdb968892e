import * as v from 'valibot';
import { uuidv7 } from 'uuidv7';
import type { EndpointInput } from '#contract/kit/endpoint.ts';
import { tidyText } from '#contract/kit/text.ts';
import type { SnapshotTable, SnapshotRow } from '#contract/sync/sync.schema.ts';
import { assetsIn, documentOf } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { firstVisibility } from '#contract/works/message.rules.ts';
import { placeOfVersion } from '#contract/writing/writing.rules.ts';
import { StoryChange } from '#contract/writing/writing.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { storable } from './editor-document.rules.ts';
import { isOfPerson, pictureId, queued, type FindRow } from '#src/sync/queued.ts';

/** The very same rows where the row with this id is not there, or is as it was. */
function withRow<Table extends SnapshotTable>(
  rows: readonly SnapshotRow<Table>[],
  id: string,
  after: (row: SnapshotRow<Table>) => SnapshotRow<Table>,
): readonly SnapshotRow<Table>[] {
  const place = rows.findIndex((row) => row.id === id);
  const row = rows[place];
  if (!row) return rows;
  const changed = after(row);
  return changed === row ? rows : rows.with(place, changed);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function withWork(rows: readonly OwnWork[], id: string, fields: Partial<OwnWork>): readonly OwnWork[] {
  return withRow<'works'>(rows, id, (row) =>
    Object.entries(fields).every(([name, value]) => isSame(row[name as keyof OwnWork], value))
      ? row
      : { ...row, ...fields },
  );
}

function without<Row extends { id: string }>(
  rows: readonly Row[],
  isGone: (row: Row) => boolean,
): readonly Row[] {
  const left = rows.filter((row) => !isGone(row));
  return left.length === rows.length ? rows : left;
}

function named(id: string, find: FindRow): string {
  const work = find('works', id);
  const title = work?.title ?? '';
  return title === '' ? untitled(work?.kind ?? 'story') : `“${title}”`;
}

const untitled = (kind: WorkKind) =>
  kind === 'message' ? 'a message to the world' : `a ${kind} without a title`;

/** What a part of it is called. */
const partOf = (id: string, find: FindRow) => (find('works', id)?.kind === 'book' ? 'page' : 'chapter');

function chapterOf(id: string): OwnChapter {
  return { id, work_id: '', place: 0, title: '', document: documentOf(''), version: null, others: [] };
}

/** Ids are made here, so that the story or book is begun once however often it is sent. */
export function beginStoryInput(
  title: string,
  language: string,
  kind: WorkKind = 'story',
  challenge?: string,
): EndpointInput<typeof writingEndpoints.begin> {
  const entry = challenge === undefined ? {} : { challenge };
  return {
    body: { id: uuidv7(), kind, title: tidyText(storable(title)), language, chapter_id: uuidv7(), ...entry },
  };
}

export const beginStory = queued(writingEndpoints.begin, {
  effects: {
    works: (rows, { body: { id, kind = 'story', title, language, challenge = null } }, context) =>
      !isOfPerson(context) || rows.some((row) => row.id === id)
        ? rows
        : [
            ...rows,
            {
              id,
              kind,
              title,
              slug: null,
              plan: '',
              blurb: '',
              about_author: '',
              pen_name: '',
              dedication: '',
              sdgs: [],
              language,
              language_chosen: false,
              visibility: firstVisibility(kind),
              level: null,
              categories: [],
              cause_id: null,
              challenge,
              state: 'draft',
              audience: null,
              cover: null,
              review: null,
            },
          ],
    chapters: (rows, { body: { id, chapter_id } }, context) =>
      !isOfPerson(context) || rows.some((row) => row.id === chapter_id)
        ? rows
        : [...rows, { ...chapterOf(chapter_id), work_id: id }],
  },
  creates: ({ body }) => [body.id, body.chapter_id],
  touches: ({ body }) => [body.id],
  describe: ({ body: { kind = 'story', title } }) =>
    title === '' ? `A new ${kind}` : `A new ${kind}: “${title}”`,
});

/** A language in it counts as chosen, unless it says otherwise. */
export function changeStoryInput(workId: string, change: StoryChange) {
  const isChosen = change.language !== undefined && { language_chosen: true };
  return { params: { workId }, body: v.parse(StoryChange, { ...isChosen, ...change }) };
}

export const changeStory = queued(writingEndpoints.change, {
  effects: { works: (rows, { params, body }) => withWork(rows, params.workId, body as Partial<OwnWork>) },
  base: ({ params, body }, find) => {
    const work = find('works', params.workId);
    return (
      work && Object.fromEntries(Object.keys(body).map((name) => [name, work[name as keyof StoryChange]]))
    );
  },
  touches: ({ params }) => [params.workId],
  pictures: ({ params, body }) => (body.cover ? [pictureId(params.workId, body.cover)] : []),
  // What was seen of a field is what was seen before the first of the two, so both have to be about the same fields.
  fold: (earlier, later) =>
    Object.keys(earlier.body).toSorted().join() === Object.keys(later.body).toSorted().join() ? later : null,
  describe: ({ params }, find) => `The cover page of ${named(params.workId, find)}`,
});

export function addChapterInput(workId: string, place: number) {
  return { params: { workId }, body: { id: uuidv7(), place } };
}

export const addChapter = queued(writingEndpoints.addChapter, {
  effects: {
    chapters: (rows, { params, body }, context) =>
      !isOfPerson(context) || rows.some((row) => row.id === body.id)
        ? rows
        : [...rows, { ...chapterOf(body.id), ...body, work_id: params.workId }],
  },
  creates: ({ body }) => [body.id],
  touches: ({ params, body }) => [params.workId, body.id],
  describe: ({ params }, find) => `A new ${partOf(params.workId, find)} in ${named(params.workId, find)}`,
});

interface Written {
  title: string;
  document: WorkDocument;
  /** The version that was gone on from. */
  based_on: string | null;
  /** Versions beside it about which was decided. */
  settles?: readonly string[];
}

/** `version` is the id of what is saved. It is never one that the chapter had: the school takes an id once. */
export function saveChapterInput(
  { id, work_id }: Pick<OwnChapter, 'id' | 'work_id'>,
  { title, document, based_on, settles = [] }: Written,
  version: string = uuidv7(),
) {
  return {
    params: { workId: work_id, chapterId: id },
    body: { version, based_on, title: tidyText(storable(title)), document, settles: [...settles] },
  };
}

type SaveInput = EndpointInput<typeof writingEndpoints.saveChapter>;

/** What a save makes of a chapter, as the school will have it. */
function withVersion(row: OwnChapter, { body }: SaveInput): OwnChapter {
  const { version, based_on, title, document, settles = [] } = body;
  const written = { version, title, document };
  // Kept words that were saved twice.
  if (row.version === version) return { ...row, ...written };
  const place = placeOfVersion(
    based_on,
    row.version,
    row.others.map((other) => other.version),
  );
  const others = row.others.filter(
    (other) => !settles.includes(other.version) && (place === 'current' || other.version !== based_on),
  );
  return place === 'current' ? { ...row, ...written, others } : { ...row, others: [...others, written] };
}

export const saveChapter = queued(writingEndpoints.saveChapter, {
  effects: {
    chapters: (rows, input) =>
      withRow<'chapters'>(rows, input.params.chapterId, (row) => withVersion(row, input)),
  },
  touches: ({ params }) => [params.chapterId],
  pictures: ({ params, body }) =>
    assetsIn(body.document).map(({ sha256 }) => pictureId(params.workId, sha256)),
  // An afternoon of typing is one call. What another tab wrote, which did not know of it, stays a call of its own.
  // Words that were kept and saved twice are one version.
  fold: (earlier, later) =>
    later.body.based_on === earlier.body.version || later.body.version === earlier.body.version
      ? {
          ...later,
          body: {
            ...later.body,
            based_on: earlier.body.based_on,
            settles: [...new Set([...(earlier.body.settles ?? []), ...(later.body.settles ?? [])])],
          },
        }
      : null,
  describe: ({ params, body }, find) =>
    body.title === ''
      ? `What you wrote in ${named(params.workId, find)}`
      : `The chapter “${body.title}” of ${named(params.workId, find)}`,
});

const ofChapter = ({ id, work_id }: Pick<OwnChapter, 'id' | 'work_id'>) => ({
  workId: work_id,
  chapterId: id,
});

export function moveChapterInput(chapter: Pick<OwnChapter, 'id' | 'work_id'>, place: number) {
  return { params: ofChapter(chapter), body: { place } };
}

export const moveChapter = queued(writingEndpoints.moveChapter, {
  effects: {
    chapters: (rows, { params, body: { place } }) =>
      withRow<'chapters'>(rows, params.chapterId, (row) => (row.place === place ? row : { ...row, place })),
  },
  touches: ({ params }) => [params.chapterId],
  fold: (_earlier, later) => later,
  describe: ({ params }, find) =>
    `The order of the ${partOf(params.workId, find)}s of ${named(params.workId, find)}`,
});

export function removeChapterInput(chapter: Pick<OwnChapter, 'id' | 'work_id'>) {
  return { params: ofChapter(chapter) };
}

export const removeChapter = queued(writingEndpoints.removeChapter, {
  effects: { chapters: (rows, { params }) => without(rows, ({ id }) => id === params.chapterId) },
  touches: ({ params }) => [params.workId, params.chapterId],
  describe: ({ params }, find) =>
    `A ${partOf(params.workId, find)} taken out of ${named(params.workId, find)}`,
});

/** `chapters`: ids of those that it has. */
export function handInInput(workId: string, chapters: readonly string[]) {
  return { params: { workId }, body: { chapters: [...chapters] } };
}

export const handIn = queued(writingEndpoints.handIn, {
  effects: { works: (rows, { params }) => withWork(rows, params.workId, { state: 'submitted' }) },
  // What is written after it is no part of what was handed in, so nothing is folded across it.
  touches: ({ params, body }) => [params.workId, ...body.chapters],
  describe: ({ params }, find) => `${named(params.workId, find)} handed in`,
});

export function storyInput(workId: string) {
  return { params: { workId } };
}

export const takeBack = queued(writingEndpoints.takeBack, {
  effects: { works: (rows, { params }) => withWork(rows, params.workId, { state: 'draft' }) },
  touches: ({ params }) => [params.workId],
  describe: ({ params }, find) => `${named(params.workId, find)} taken back`,
});

export const discardStory = queued(writingEndpoints.discard, {
  effects: {
    works: (rows, { params }) => without(rows, ({ id }) => id === params.workId),
    chapters: (rows, { params }) => without(rows, ({ work_id }) => work_id === params.workId),
  },
  touches: ({ params }) => [params.workId],
  describe: ({ params }, find) => `${named(params.workId, find)} put away`,
});

/** All that an author may do without a network. */
export const writingCalls = [
  beginStory,
  changeStory,
  addChapter,
  saveChapter,
  moveChapter,
  removeChapter,
  handIn,
  takeBack,
  discardStory,
] as const;
