import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { classThemes } from '#contract/classes/classes.rules.ts';
import { tutorialKeys } from '#contract/identity/identity.schema.ts';
import type { ImportJob } from '#contract/imports/imports.schema.ts';
import { avatarNames } from '#contract/kit/avatar-names.ts';
import type { Endpoint, EndpointInput } from '#contract/kit/endpoint.ts';
import { privacyPreferences, type Student } from '#contract/students/students.schema.ts';
import { assetsIn, documentOf, textOf } from '#contract/works/document.rules.ts';
import type { Block } from '#contract/works/document.schema.ts';
import { isYearFull, messageLacks, partsOfMessage } from '#contract/works/message.rules.ts';
import { isOpen, placeBetween } from '#contract/writing/writing.rules.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { uuidv7 } from 'uuidv7';
import type { RowsByTable } from '#tests/support/no-rows.ts';
import { queuedCalls } from '#tests/support/sync-device.ts';
import type { TestPicture } from '#tests/support/pictures.ts';
import { recordingOf, webm } from '#tests/support/recordings.ts';
import {
  archiveClass,
  classInput,
  createClass,
  createClassInput,
  recolourClass,
  recolourClassInput,
  renameClass,
  renameClassInput,
  restoreClass,
} from '#src/features/classes/classes.mutations.ts';
import {
  addRows,
  addRowsInputs,
  forecastUndo,
  undoImport,
  undoImportInput,
} from '#src/features/imports/imports.mutations.ts';
import { noteList, noteListInput } from '#src/session/saved-lists.ts';
import { markTutorialSeen, markTutorialSeenInput } from '#src/features/identity/tutorials.mutations.ts';
import {
  chooseAvatar,
  chooseAvatarInput,
  writeAboutMe,
  writeAboutMeInput,
} from '#src/features/profiles/profiles.mutations.ts';
import {
  addStudents,
  addStudentsInput,
  archiveStudents,
  archiveStudentsInput,
  moveStudents,
  moveStudentsInput,
  renameStudent,
  renameStudentInput,
  restoreStudents,
  updatePrivacy,
  updatePrivacyInBulk,
  updatePrivacyInBulkInput,
  updatePrivacyInput,
} from '#src/features/students/students.mutations.ts';
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
import {
  chooseInput,
  chooseSettings,
  markInput,
  markPart,
  react,
  reachInput,
  reachPart,
  reactInput,
} from '#src/document/reading.mutations.ts';
import { isFurther } from '#contract/works/reading.rules.ts';
import { levels, shelfKinds, workKinds } from '#contract/works/works.schema.ts';
import { reactionNames } from '#contract/works/reactions.schema.ts';
import { readerSteps, usualSettings } from '#contract/works/reading.schema.ts';
import { assign, assignInput, takeBackInput } from '#src/features/learning/assignments.mutations.ts';
import { assignmentId } from '#contract/learning/assignments.rules.ts';
import { reminderInput, setReminder } from '#src/features/learning/reminders.mutations.ts';
import { setStep, stepInput } from '#src/features/learning/learning.mutations.ts';
import { runsClasses } from '#contract/kit/roles.ts';
import { isDone } from '#contract/learning/learning.rules.ts';
import { changeCart, changeCartInput } from '#src/features/cart/cart.mutations.ts';
import type { NewPicture } from '#src/sync/pictures.ts';
import type { QueuedDefinition } from '#src/sync/queued.ts';
import type { Enqueued, Replica } from '#src/sync/replica.ts';
import type { Effect } from './journal.ts';

/** What a person has before them when they change something. */
export interface Screen extends RowsByTable {
  /** What was imported into a class, as its page shows it. */
  importsInto(classId: string): readonly ImportJob[];
}

/** What is within reach of somebody who changes something. */
export interface Sight extends Screen {
  /** Ids of works on the shelf of the own school. */
  readonly shelf: readonly string[];
  /** Ids of the shelves that a story may stand on. */
  readonly categories: readonly string[];
  /** Ids of pages that one learns from. */
  readonly lessons: readonly string[];
  /** Ids of pages that are challenges. */
  readonly challenges: readonly string[];
  /** Ids of events that are to come. */
  readonly events: readonly string[];
  /** What the camera of a tablet sees. */
  readonly album: readonly TestPicture[];
}

/** Numbers that choose among what is there, and a word that nobody else types. */
export interface Dice {
  readonly which: number;
  readonly value: number;
  readonly word: string;
}

/** A change as a person would make it now. */
export interface Change {
  readonly name: string;
  readonly input: unknown;
  readonly effects: readonly Effect[];
  /** Ids of the pictures and recordings that it shows. */
  readonly pictures: readonly string[];
  readonly enqueue: (replica: Replica) => Promise<Enqueued>;
}

function change<E extends Endpoint>(
  definition: QueuedDefinition<E>,
  input: EndpointInput<E>,
  effects: readonly Effect[],
  made?: NewPicture,
): Change {
  return {
    name: definition.endpoint.name,
    input,
    effects,
    pictures: definition.pictures?.(input) ?? [],
    enqueue: async (replica) => {
      // It is durable before words show it.
      if (made) await replica.keepPicture(made);
      return await replica.enqueue(definition, input);
    },
  };
}

export function pick<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % Math.max(1, items.length)];
}

const preferenceOf = (value: number) => pick(privacyPreferences, value) ?? 'private';

/** Up to two children next to each other in the list. */
function some(students: readonly Student[], which: number): readonly string[] {
  const first = which % Math.max(1, students.length);
  return students.slice(first, first + 2).map(({ id }) => id);
}

/** The classes that children can be put into. */
const going = (classes: readonly SchoolClass[]) => classes.filter(({ archived_at }) => archived_at === null);

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

/** Null where there is nothing to change. */
type Generator = (screen: Sight, dice: Dice) => Change | null;

const generators: Readonly<Record<string, Generator>> = {
  // A teacher may not make or archive one: that is refused, and everybody can see that it was.
  [createClass.endpoint.name]: ({ classes }, { value, word }) => {
    const theme = pick(classThemes, value);
    if (classes.length === 0 || !theme) return null;
    const input = createClassInput({ name: word, class_theme: theme.value });
    return change(createClass, input, [{ row: input.body.id, field: 'class name', value: word }]);
  },
  [renameClass.endpoint.name]: ({ classes }, { which, word }) => {
    const schoolClass = pick(classes, which);
    if (!schoolClass) return null;
    const effects = [{ row: schoolClass.id, field: 'class name', value: word }];
    return change(renameClass, renameClassInput(schoolClass.id, word), effects);
  },
  [recolourClass.endpoint.name]: ({ classes }, { which, value }) => {
    const schoolClass = pick(classes, which);
    const theme = pick(classThemes, value);
    if (!schoolClass || !theme) return null;
    const effects = [{ row: schoolClass.id, field: 'class theme', value: theme.value }];
    return change(recolourClass, recolourClassInput(schoolClass.id, theme.value), effects);
  },
  [archiveClass.endpoint.name]: ({ classes }, { which }) => {
    const schoolClass = pick(going(classes), which);
    if (!schoolClass) return null;
    const effects = [{ row: schoolClass.id, field: 'class archived', value: true }];
    return change(archiveClass, classInput(schoolClass.id), effects);
  },
  [restoreClass.endpoint.name]: ({ classes }, { which }) => {
    const archived = classes.filter(({ archived_at }) => archived_at !== null);
    const schoolClass = pick(archived.length > 0 ? archived : classes, which);
    if (!schoolClass) return null;
    const effects = [{ row: schoolClass.id, field: 'class archived', value: false }];
    return change(restoreClass, classInput(schoolClass.id), effects);
  },
  [addStudents.endpoint.name]: ({ classes }, { which, word }) => {
    const schoolClass = pick(going(classes), which);
    if (!schoolClass) return null;
    const input = addStudentsInput(schoolClass.id, [{ first_name: word, last_name: 'New' }]);
    const row = 'students' in input.body ? (input.body.students[0]?.id ?? '') : '';
    return change(addStudents, input, [{ row, field: `in ${schoolClass.id}`, value: true }]);
  },
  [renameStudent.endpoint.name]: ({ students }, { which, word }) => {
    const student = pick(students, which);
    if (!student) return null;
    const input = renameStudentInput(student.id, { first_name: word, last_name: 'Name' });
    return change(renameStudent, input, [{ row: student.id, field: 'name', value: `${word} Name` }]);
  },
  [updatePrivacy.endpoint.name]: ({ students }, { which, value }) => {
    const student = pick(students, which);
    if (!student) return null;
    const preference = preferenceOf(value);
    return change(updatePrivacy, updatePrivacyInput(student.id, preference), [
      { row: student.id, field: 'privacy_preference', value: preference },
    ]);
  },
  [updatePrivacyInBulk.endpoint.name]: ({ students }, { which, value }) => {
    const ids = some(students, which);
    if (ids.length === 0) return null;
    const preference = preferenceOf(value);
    const effects = ids.map((row) => ({ row, field: 'privacy_preference', value: preference }));
    return change(updatePrivacyInBulk, updatePrivacyInBulkInput(ids, preference), effects);
  },
  [archiveStudents.endpoint.name]: ({ students }, { which }) => {
    const there = students.filter(({ archived_at }) => archived_at === null);
    const ids = some(there, which);
    if (ids.length === 0) return null;
    const effects = ids.map((row) => ({ row, field: 'archived', value: true }));
    return change(archiveStudents, archiveStudentsInput(ids), effects);
  },
  [restoreStudents.endpoint.name]: ({ students }, { which }) => {
    const archived = students.filter(({ archived_at }) => archived_at !== null);
    const ids = some(archived.length > 0 ? archived : students, which);
    if (ids.length === 0) return null;
    const effects = ids.map((row) => ({ row, field: 'archived', value: false }));
    return change(restoreStudents, archiveStudentsInput(ids), effects);
  },
  [moveStudents.endpoint.name]: ({ classes, students }, { which, value }) => {
    const to = pick(going(classes), value);
    if (!to) return null;
    const elsewhere = students.filter(
      ({ archived_at, stu_class }) => archived_at === null && stu_class?.id !== to.id,
    );
    const ids = some(elsewhere, which);
    if (ids.length === 0) return null;
    const effects = ids.map((row) => ({ row, field: 'class', value: to.id }));
    return change(moveStudents, moveStudentsInput(ids, to.id), effects);
  },
  [addRows.endpoint.name]: ({ classes }, { which, word }) => {
    const schoolClass = pick(classes, which);
    if (!schoolClass) return null;
    const importId = uuidv7();
    const rows = ['one', 'two'].map((which_one, place) => ({
      id: uuidv7(),
      row: place + 2,
      first_name: `${word}${which_one}`,
      last_name: 'Listed',
    }));
    const [input] = addRowsInputs({ classId: schoolClass.id, importId, name: 'list.csv' }, [rows]);
    if (!input) return null;
    return change(addRows, input, [
      { row: importId, field: 'imported', value: true },
      ...rows.map(({ id }) => ({ row: id, field: `in ${schoolClass.id}`, value: true })),
    ]);
  },
  [undoImport.endpoint.name]: ({ classes, students, importsInto }, { which }) => {
    // The page of a class shows what was imported into it, wherever its children are now; of one that ended there is none.
    const offered = going(classes).flatMap(({ id: classId }) =>
      importsInto(classId).flatMap((job) => (job.undone_at === null ? [{ classId, job }] : [])),
    );
    const chosen = pick(offered, which);
    if (!chosen) return null;
    const { classId, job } = chosen;
    const { leaving } = forecastUndo(job, classId, (id) => students.find((student) => student.id === id));
    return change(undoImport, undoImportInput(classId, job.id), [
      { row: job.id, field: 'undone', value: true },
      ...leaving.map((row) => ({ row, field: 'archived', value: true })),
    ]);
  },
  // A line in the audit, which no device shows.
  [noteList.endpoint.name]: ({ students }) =>
    students.length > 0 ? change(noteList, noteListInput('students', students.length), []) : null,
  [markTutorialSeen.endpoint.name]: ({ profile }, { which }) => {
    const [person] = profile;
    const unseen = tutorialKeys.filter((key) => !person?.tutorials.includes(key));
    const key = pick(unseen, which) ?? pick(tutorialKeys, which);
    if (!person || !key) return null;
    return change(markTutorialSeen, markTutorialSeenInput(key), [
      { row: person.id, field: `tutorial ${key}`, value: true },
    ]);
  },
  [chooseAvatar.endpoint.name]: ({ profile: [person] }, { which }) => {
    const avatar = pick(avatarNames, which);
    if (!person || avatar === undefined) return null;
    return change(chooseAvatar, chooseAvatarInput(avatar), [
      { row: person.id, field: 'avatar', value: avatar },
    ]);
  },
  [writeAboutMe.endpoint.name]: ({ profile: [person] }, { word }) => {
    if (!person) return null;
    return change(writeAboutMe, writeAboutMeInput(`I am ${word}`), [
      { row: person.id, field: 'about_me', value: `I am ${word}` },
    ]);
  },
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
  [reachPart.endpoint.name]: ({ works }, { which, value }) => {
    const work = pick(works, which);
    if (!work) return null;
    const progress = { round: 1 + (value % 2), reached: 1 + (which % 5) };
    return change(reachPart, reachInput(work.id, progress), [
      { row: work.id, field: `read ${progress.round} ${progress.reached}`, value: true },
    ]);
  },
  [markPart.endpoint.name]: ({ works, chapters }, { which, value }) => {
    const work = pick(works, which);
    const chapter = work && pick(chapters, value);
    if (!work || !chapter) return null;
    const isSet = value % 3 > 0;
    return change(markPart, markInput(work.id, chapter.id, isSet), [
      { row: work.id, field: `bookmark ${chapter.id}`, value: isSet },
    ]);
  },
  [react.endpoint.name]: ({ shelf, profile: [person] }, { which, value }) => {
    const work = pick(shelf, which);
    if (!person || work === undefined) return null;
    const reaction = pick([...reactionNames, null], value) ?? null;
    return change(react, reactInput(work, reaction), [
      { row: work, field: `said by ${person.id}`, value: reaction ?? false },
    ]);
  },
  [chooseSettings.endpoint.name]: ({ profile: [person] }, { which }) => {
    if (!person) return null;
    const size = which % readerSteps.size;
    return change(chooseSettings, chooseInput({ ...usualSettings, size }), [
      { row: person.id, field: 'letters', value: String(size) },
    ]);
  },
  [changeCart.endpoint.name]: ({ shelf, profile: [person] }, { which, value }) => {
    const work = pick(shelf, which);
    if (!person || work === undefined) return null;
    const isIn = value % 3 > 0;
    const input = changeCartInput(isIn ? { add: [work], remove: [] } : { add: [], remove: [work] });
    return change(changeCart, input, [{ row: work, field: `in cart of ${person.id}`, value: isIn }]);
  },
  [setStep.endpoint.name]: ({ lessons, profile: [person] }, { which, value }) => {
    const lesson = pick(lessons, which);
    if (!person || lesson === undefined) return null;
    const step = `steps.s${value % 3}`;
    return change(setStep, stepInput(lesson, step, { done: true }), [
      { row: lesson, field: `learnt ${step} by ${person.id}`, value: true },
    ]);
  },
  [setReminder.endpoint.name]: ({ events, profile: [person] }, { which, value }) => {
    const event = pick(events, which);
    if (!person || !runsClasses(person.role) || event === undefined) return null;
    const isSet = value % 3 !== 0;
    return change(setReminder, reminderInput(event, isSet), [
      { row: event, field: `reminds ${person.id}`, value: isSet },
    ]);
  },
  [assign.endpoint.name]: ({ classes, lessons }, { which, value }) => {
    const schoolClass = pick(going(classes), which);
    const lesson = pick(lessons, value);
    if (!schoolClass || lesson === undefined) return null;
    const { id } = schoolClass;
    const day = value % 4 === 0 ? null : `2027-01-0${(value % 4) + 1}`;
    const input = day === null ? takeBackInput(id, lesson) : assignInput(id, lesson, day);
    const effect = { row: assignmentId(id, lesson), field: `set for ${id}`, value: day ?? 'not set' };
    return change(assign, input, [effect]);
  },
};

/** Every call that may be queued. */
export const callNames: readonly string[] = queuedCalls.map(({ endpoint }) => endpoint.name);

/** Of those that can become one with a call like them that was not sent yet. */
export const joinedNames: readonly string[] = queuedCalls
  .filter(({ fold }) => fold !== undefined)
  .map(({ endpoint }) => endpoint.name);

/** @throws Error for a call of which the simulator does not know how a person makes it */
export function makeChange(name: string, screen: Sight, dice: Dice): Change | null {
  const generator = generators[name];
  if (!generator) throw new Error(`${name} may be queued, so it needs a generator in ${import.meta.url}`);
  return generator(screen, dice);
}

/** What an author sees of an effect; undefined where it is none on a story, or the story is not on the screen. */
function shownToAuthor(
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

/** What a reader sees of an effect; undefined where it is none on reading, or the work was never read. */
function shownToReader(
  { reading, reader_settings }: Screen,
  { row, field }: Effect,
): string | boolean | undefined {
  if (field === 'letters') {
    const size = reader_settings.find(({ id }) => id === row)?.settings['size'];
    return typeof size === 'number' ? String(size) : undefined;
  }
  const read = reading.find(({ id }) => id === row);
  if (!read) return undefined;
  const [what, first = '', second = ''] = field.split(' ');
  if (what === 'bookmark') return read.bookmarks.includes(first);
  return !isFurther({ round: Number(first), reached: Number(second) }, read);
}

/** What the person on the screen said of a work; undefined where somebody else did. */
function shownToSpeaker({ reading, profile }: Screen, { row, field }: Effect): string | boolean | undefined {
  if (!profile.some(({ id }) => field === `said by ${id}`)) return undefined;
  return reading.find(({ id }) => id === row)?.reaction ?? false;
}

/** Whether a work is in the cart on the screen; undefined where that is somebody else's. */
function shownInCart({ cart, profile }: Screen, { row, field }: Effect): boolean | undefined {
  const isOwn = profile.some(({ id }) => field === `in cart of ${id}`);
  return isOwn ? cart.some(({ id }) => id === row) : undefined;
}

/** Whether the person on the screen did a step of a page; undefined where that is somebody else. */
function shownToLearner({ learning, profile }: Screen, { row, field }: Effect): boolean | undefined {
  const [, step = '', , who] = field.split(' ');
  if (!profile.some(({ id }) => id === who)) return undefined;
  return isDone(
    learning.find(({ id }) => id === row),
    step,
  );
}

/** Whether the person on the screen is reminded of an event; undefined where that is somebody else. */
function shownAsReminder({ learning, profile }: Screen, { row, field }: Effect): boolean | undefined {
  if (!profile.some(({ id }) => field === `reminds ${id}`)) return undefined;
  return learning.find(({ id }) => id === row)?.is_reminded ?? false;
}

/** By when a page is set for a class on the screen; undefined where the class ended or is none of it. */
function shownOfClass({ classes, assignments }: Screen, { row, field }: Effect): string | undefined {
  if (!going(classes).some(({ id }) => field === `set for ${id}`)) return undefined;
  return assignments.find(({ id }) => id === row)?.due ?? 'not set';
}

const ofAuthors = new Set([
  'story',
  'challenge',
  'shelves',
  'cover',
  'with the teacher',
  'put away',
  'taken out',
  'place',
  'words',
]);

/** What a screen shows at the place of an effect; undefined where the row is not on it. */
export function shownAt(screen: Screen, effect: Effect): string | boolean | undefined {
  const { classes, students, imports, profile } = screen;
  const { row, field } = effect;
  if (field === 'letters' || /^(read|bookmark) /u.test(field)) return shownToReader(screen, effect);
  if (ofAuthors.has(field)) return shownToAuthor(screen, effect);
  if (field.startsWith('said by ')) return shownToSpeaker(screen, effect);
  if (field.startsWith('in cart of ')) return shownInCart(screen, effect);
  if (field.startsWith('learnt ')) return shownToLearner(screen, effect);
  if (field.startsWith('reminds ')) return shownAsReminder(screen, effect);
  if (field.startsWith('set for ')) return shownOfClass(screen, effect);
  const person = profile.find(({ id }) => id === row);
  if (field.startsWith('tutorial ')) return person?.tutorials.includes(field.slice('tutorial '.length));
  if (field === 'avatar' || field === 'about_me') return person?.[field] ?? undefined;
  const schoolClass = classes.find(({ id }) => id === row);
  if (field === 'class name') return schoolClass?.name;
  if (field === 'class theme') return schoolClass?.class_theme;
  if (field === 'class archived') return schoolClass && schoolClass.archived_at !== null;
  const job = imports.find(({ id }) => id === row);
  if (field === 'imported') return job === undefined ? undefined : true;
  if (field === 'undone') return job && job.undone_at !== null;
  const student = students.find(({ id }) => id === row);
  if (field.startsWith('in ')) {
    // What ended meanwhile has nobody in it; the call is refused when it gets there.
    const isShown = going(classes).some(({ id }) => id === field.slice('in '.length));
    return isShown ? student !== undefined : undefined;
  }
  if (!student) return undefined;
  if (field === 'class') {
    const { id } = student.stu_class ?? {};
    return going(classes).some((each) => each.id === id) ? id : undefined;
  }
  if (field === 'name') return `${student.first_name} ${student.last_name}`;
  return field === 'archived' ? student.archived_at !== null : student.privacy_preference;
}
