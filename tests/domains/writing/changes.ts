import { assetsIn, documentOf, textOf } from '#contract/works/document.rules.ts';
import type { Block } from '#contract/works/document.schema.ts';
import { isYearFull, messageLacks, partsOfMessage } from '#contract/works/message.rules.ts';
import { levels, shelfKinds, workKinds } from '#contract/works/works.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { isOpen, placeBetween } from '#contract/writing/writing.rules.ts';
import {
  addChapter,
  addChapterInput,
  beginStory,
  beginStoryInput,
  changeStory,
  changeStoryInput,
  discardStory,
  handIn,
  handInInput,
  moveChapter,
  moveChapterInput,
  removeChapter,
  removeChapterInput,
  saveChapter,
  saveChapterInput,
  storyInput,
  takeBack,
} from '#src/desk/writing.mutations.ts';
import type { NewPicture } from '#src/sync/pictures.ts';
import { recordingOf, webm } from '#tests/support/recordings.ts';
import {
  change,
  type Dice,
  type Generator,
  pick,
  type Screen,
  type Sight,
} from '../../sync/simulator/change.ts';
import type { Effect } from '../../sync/simulator/journal.ts';

/** The stories that their author may change. */
const openWorks = (works: readonly OwnWork[]) => works.filter(({ state }) => isOpen(state));

/** A message that is unfinished, or one too many for the year, has no button. */
function mayHandIn(work: OwnWork, works: readonly OwnWork[], chapters: readonly OwnChapter[]): boolean {
  const [first] = chapters.filter(({ work_id }) => work_id === work.id);
  return (
    work.kind !== 'message' ||
    (first !== undefined &&
      messageLacks(partsOfMessage(first.document), work.sdgs) === null &&
      !isYearFull(work.id, works))
  );
}

/** A chapter of such a story. */
function someChapter({ works, chapters }: Screen, which: number): OwnChapter | undefined {
  const open = new Set(openWorks(works).map(({ id }) => id));
  return pick(
    chapters.filter(({ work_id }) => open.has(work_id)),
    which,
  );
}

/** Now and then a photograph or a recording stands below the words, and its bytes are kept with them. */
function illustration(
  workId: string,
  { album }: Sight,
  { which, value, word }: Dice,
): { made: NewPicture; block: Block } | null {
  const photograph = pick(album, which);
  const kind = (which + value) % 4;
  if (kind > 1 || !photograph) return null;
  if (kind === 0) {
    const { sha256, bytes } = photograph;
    return {
      made: { workId, media_type: 'image/jpeg', bytes },
      block: { type: 'picture', attrs: { sha256, alt: 'A kite', width: 'full' } },
    };
  }
  const { sha256, bytes } = recordingOf(webm({ sound: Buffer.from(word.padEnd(40)) }));
  return {
    made: { workId, media_type: 'audio/webm', bytes },
    block: { type: 'recording', attrs: { sha256, alt: 'I sing', seconds: 4 } },
  };
}

export const generators: Readonly<Record<string, Generator>> = {
  [beginStory.endpoint.name]: ({ profile: [person], challenges }, { which, word, value }) => {
    if (!person) return null;
    const challenge = value % 2 === 0 ? pick(challenges, which) : undefined;
    // Messages are written by children alone.
    const kinds = person.role === 'student' ? workKinds : shelfKinds;
    const input = beginStoryInput(word, 'en', pick(kinds, value) ?? 'story', challenge);
    const { id } = input.body;
    return change(beginStory, input, [
      { row: id, field: 'story', value: word },
      { row: id, field: 'challenge', value: challenge ?? 'none' },
    ]);
  },
  [changeStory.endpoint.name]: ({ works, chapters, categories }, { which, word, value }) => {
    const work = pick(openWorks(works), which);
    if (!work) return null;
    if (value % 3 === 1) {
      const shelves = categories.filter((_id, place) => (which + value) % (place + 2) === 0);
      return change(changeStory, changeStoryInput(work.id, { categories: shelves }), [
        { row: work.id, field: 'shelves', value: shelves.toSorted().join(' ') },
      ]);
    }
    const pictures = chapters
      .filter(({ work_id }) => work_id === work.id)
      .flatMap(({ document }) => assetsIn(document));
    const cover = value % 3 === 2 ? pick(pictures, which)?.sha256 : undefined;
    if (cover !== undefined)
      return change(changeStory, changeStoryInput(work.id, { cover }), [
        { row: work.id, field: 'cover', value: cover },
      ]);
    const level = pick(levels, value);
    const sdgs = [1 + (value % 17)];
    return change(changeStory, changeStoryInput(work.id, { title: word, level: level ?? null, sdgs }), [
      { row: work.id, field: 'story', value: word },
    ]);
  },
  [addChapter.endpoint.name]: ({ works, chapters }, { which }) => {
    // A message has one part.
    const work = pick(
      openWorks(works).filter(({ kind }) => kind !== 'message'),
      which,
    );
    if (!work) return null;
    const places = chapters.filter(({ work_id }) => work_id === work.id).map(({ place }) => place);
    const input = addChapterInput(
      work.id,
      placeBetween(places.length > 0 ? Math.max(...places) : null, null),
    );
    return change(addChapter, input, [{ row: input.body.id, field: 'taken out', value: false }]);
  },
  [saveChapter.endpoint.name]: (screen, dice) => {
    const { which, value, word } = dice;
    const chapter = someChapter(screen, which);
    if (!chapter) return null;
    const shown = illustration(chapter.work_id, screen, dice);
    const words = documentOf(word);
    // Who sees that there are two may go on with either, and settle it.
    const { version } = pick([chapter, ...chapter.others], value) ?? chapter;
    const settles = value % 2 === 0 ? chapter.others.map((other) => other.version) : [];
    const input = saveChapterInput(chapter, {
      title: '',
      document: shown ? { ...words, content: [...words.content, shown.block] } : words,
      based_on: version,
      settles: settles.filter((each) => each !== version),
    });
    const effects = [
      { row: chapter.id, field: 'words', value: word },
      // Words bring back what was taken out or put away elsewhere. Where the story was handed in since, what was taken out stays
      // out with them, so that the chapter is on no screen.
      { row: chapter.id, field: 'taken out', value: false },
      { row: chapter.work_id, field: 'put away', value: false },
    ];
    return change(saveChapter, input, effects, shown?.made);
  },
  [moveChapter.endpoint.name]: (screen, { which, value }) => {
    const chapter = someChapter(screen, which);
    if (!chapter) return null;
    return change(moveChapter, moveChapterInput(chapter, value), [
      { row: chapter.id, field: 'place', value: String(value) },
    ]);
  },
  [removeChapter.endpoint.name]: (screen, { which }) => {
    const chapter = someChapter(screen, which);
    if (!chapter) return null;
    return change(removeChapter, removeChapterInput(chapter), [
      { row: chapter.id, field: 'taken out', value: true },
    ]);
  },
  [handIn.endpoint.name]: ({ works, chapters }, { which }) => {
    const ready = openWorks(works).filter((work) => mayHandIn(work, works, chapters));
    const work = pick(ready, which);
    if (!work) return null;
    const ids = chapters.filter(({ work_id }) => work_id === work.id).map(({ id }) => id);
    return change(handIn, handInInput(work.id, ids), [
      { row: work.id, field: 'with the teacher', value: true },
    ]);
  },
  [takeBack.endpoint.name]: ({ works }, { which }) => {
    const waiting = works.filter(({ state }) => state === 'submitted');
    const work = pick(waiting.length > 0 ? waiting : works, which);
    if (!work) return null;
    return change(takeBack, storyInput(work.id), [{ row: work.id, field: 'with the teacher', value: false }]);
  },
  [discardStory.endpoint.name]: ({ works }, { which }) => {
    const work = pick(openWorks(works), which);
    if (!work) return null;
    return change(discardStory, storyInput(work.id), [{ row: work.id, field: 'put away', value: true }]);
  },
};

export const fields = /^(?:story|challenge|shelves|cover|with the teacher|put away|taken out|place|words)$/u;

/** What an author sees of an effect; undefined where it is none on a story, or the story is not on the screen. */
export function shownAt(
  { works, chapters }: Screen,
  { row, field, value }: Effect,
): string | boolean | undefined {
  const work = works.find(({ id }) => id === row);
  if (field === 'story') return work?.title;
  if (field === 'challenge') return work ? (work.challenge ?? 'none') : undefined;
  if (field === 'shelves') return work?.categories.join(' ');
  if (field === 'cover') return work?.cover ?? undefined;
  if (field === 'with the teacher') return work ? work.state === 'submitted' : undefined;
  if (field === 'put away') return work ? false : undefined;
  const chapter = chapters.find(({ id }) => id === row);
  if (field === 'taken out') return chapter ? false : undefined;
  if (field === 'place') return chapter && String(chapter.place);
  if (field !== 'words' || !chapter) return undefined;
  // What was written beside another version is offered, too.
  const texts = [chapter, ...chapter.others].map(({ document }) => textOf(document));
  return texts.find((text) => text === value) ?? texts[0];
}
