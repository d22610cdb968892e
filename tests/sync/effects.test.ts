import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import type { ImportJob } from '#contract/imports/imports.schema.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { parseNames } from '#contract/students/students.rules.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { makeCategory, makeClass, makeStudents, makeWorks, type MadeClass } from '#server/seeds/factories.ts';
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
  undoImport,
  undoImportInput,
} from '#src/features/imports/imports.mutations.ts';
import { reminderInput, setReminder } from '#src/features/learning/reminders.mutations.ts';
import { noteList, noteListInput } from '#src/session/saved-lists.ts';
import { markTutorialSeen, markTutorialSeenInput } from '#src/features/identity/tutorials.mutations.ts';
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
  chooseAvatar,
  chooseAvatarInput,
  writeAboutMe,
  writeAboutMeInput,
} from '#src/features/profiles/profiles.mutations.ts';
import { assign, assignInput, takeBackInput } from '#src/features/learning/assignments.mutations.ts';
import { setStep, stepInput } from '#src/features/learning/learning.mutations.ts';
import type { LearningRow } from '#contract/learning/learning-rows.schema.ts';
import type { StepDone } from '#contract/learning/learning.schema.ts';
import type { CartRow } from '#contract/cart/cart-rows.schema.ts';
import { changeCart, changeCartInput } from '#src/features/cart/cart.mutations.ts';
import type { ReadingRow } from '#contract/works/reading-rows.schema.ts';
import { usualSettings } from '#contract/works/reading.schema.ts';
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
import { openApiWorld, type ApiWorld, type TestSchool } from '../support/api-world.ts';
import { makeLiveChallenge, makeLiveEvent, makeLivePage } from '../support/content-pages.ts';
import { aCause } from '../support/shops.ts';
import { queuedCalls, shownRows, signInOnDevice, type SignedInDevice } from '../support/sync-device.ts';
import { TestTime } from '../support/sync-environment.ts';

let world: ApiWorld;
let time: TestTime;
let greenfield: TestSchool;
let schoolClass: MadeClass;
/** Another one of the same teacher, with nobody in it. */
let secondClass: MadeClass;
let teacher: SignedInDevice;
let ids: readonly [string, string, string];

beforeAll(async () => {
  world = await openApiWorld();
  ({ greenfield } = world);
  time = new TestTime(world.clock.now().getTime());
});

beforeEach(async () => {
  schoolClass = await makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
  secondClass = await makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
  const [ada, bo, cy] = await makeStudents(
    world.context,
    greenfield.tenant,
    schoolClass,
    ['Ada', 'Bo', 'Cy'].map((first_name) => ({ first_name, last_name: 'Fern' })),
  );
  if (!ada || !bo || !cy) throw new Error('The class has no students');
  ids = [ada.id, bo.id, cy.id];
  await world.testDatabase.administrator.query(
    `insert into works (tenant_id, id, kind, author_id, title) values ($1, gen_random_uuid(), 'book', $2, 'Otters')`,
    [greenfield.tenant.id, bo.id],
  );
  teacher = await signInOnDevice(world, time, greenfield.teacher);
  await teacher.sync();
  await shown();
  teacher.network.cut = 'before';
});

afterEach(() => teacher.replica.close());
afterAll(() => world.close());

/** All that a teacher's screens show of the classes and of the own person. */
async function shown() {
  const { replica } = teacher;
  const scopes = [schoolClass, secondClass].map(({ id }) => scopeOf.schoolClass(id));
  const ofBoth = async <Table extends 'classes' | 'students' | 'imports' | 'assignments'>(table: Table) => {
    const rows = [];
    for (const scope of scopes) rows.push(...(await shownRows(() => replica.read(scope, table))));
    return rows;
  };
  return {
    classes: await ofBoth('classes'),
    students: await ofBoth('students'),
    imports: await ofBoth('imports'),
    assignments: (await ofBoth('assignments')).toSorted(byId),
    profile: await shownRows(() => replica.read(scopeOf.user(greenfield.teacher.id), 'profile')),
    works: (await shownRows(() => replica.readAll('works'))).toSorted(byId),
    chapters: (await shownRows(() => replica.readAll('chapters'))).toSorted(byId),
    reading: (await shownRows(() => replica.readAll('reading'))).toSorted(byId),
    reader_settings: await shownRows(() => replica.readAll('reader_settings')),
    cart: (await shownRows(() => replica.readAll('cart'))).toSorted(byId),
    learning: (await shownRows(() => replica.readAll('learning'))).toSorted(byId),
  };
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

/** All that the screens of somebody show who sees the whole school, in whatever scope it stands. */
async function shownInOffice({ replica }: SignedInDevice) {
  return {
    classes: (await shownRows(() => replica.readAll('classes'))).toSorted(byId),
    students: (await shownRows(() => replica.readAll('students'))).toSorted(byId),
  };
}

interface Shown {
  classes: readonly SchoolClass[];
  students: readonly Student[];
  imports?: readonly ImportJob[];
  works?: readonly OwnWork[];
  reading?: readonly ReadingRow[];
  cart?: readonly CartRow[];
  learning?: readonly LearningRow[];
}

/**
 * Without what only the server can know: it makes usernames and class codes, and its clock and its names count for who did
 * what when.
 */
function withoutServersOwn<Rest extends Shown>({
  classes,
  students,
  imports = [],
  works = [],
  reading = [],
  cart = [],
  learning = [],
  ...rest
}: Rest) {
  return {
    ...rest,
    reading: reading.map(({ read_at: _at, ...row }) => row),
    cart: cart.map(({ id }) => id),
    learning: learning.map(({ id, steps }) => ({
      id,
      steps: steps.map(({ done_at, ...step }) => ({ ...step, is_done: done_at !== null })),
    })),
    works: works.map(({ slug: _slug, ...work }) => work),
    imports: imports.map(({ made_by: _by, made_at: _at, undo_until: _until, ...job }) => ({
      ...job,
      undone_at: job.undone_at !== null,
    })),
    classes: classes.map(({ class_id: _code, ...row }) => ({
      ...row,
      archived_at: row.archived_at !== null,
      archived_by: null,
    })),
    students: students.map(({ username: _username, date_joined: _joined, ...student }) => ({
      ...student,
      stu_class: student.stu_class && { ...student.stu_class, class_id: null },
      archived_at: student.archived_at !== null,
      archived_by: null,
    })),
  };
}

/** A list of three children that was imported into the class, in two calls. */
async function importThree(): Promise<{ importId: string; studentIds: string[] }> {
  const importId = uuidv7();
  const rows = ['Eve', 'Finn', 'Gus'].map((first_name, place) => ({
    id: uuidv7(),
    row: place + 2,
    first_name,
    last_name: 'Hill',
  }));
  const file = { classId: schoolClass.id, importId, name: 'list.csv' };
  await teacher.replica.enqueueTogether(addRows, addRowsInputs(file, [rows.slice(0, 2), rows.slice(2)]));
  return { importId, studentIds: rows.map(({ id }) => id) };
}

/** A story with a chapter in which something is written, all of it still unsent. */
async function beginStories(): Promise<{ workId: string; chapter: OwnChapter }> {
  const { replica } = teacher;
  const begun = beginStoryInput(' The   kite ', 'en');
  await replica.enqueue(beginStory, begun);
  const chapter: OwnChapter = {
    id: begun.body.chapter_id,
    work_id: begun.body.id,
    place: 0,
    title: '',
    document: documentOf(''),
    version: null,
    others: [],
  };
  const written = { title: 'One', document: documentOf('Once there was a kite.'), based_on: null };
  await replica.enqueue(saveChapter, saveChapterInput(chapter, written));
  return { workId: begun.body.id, chapter };
}

/** Ids of two categories of the school. */
async function twoShelves(): Promise<string[]> {
  const [one, other] = [
    await makeCategory(world.context, greenfield.tenant, 'Kites'),
    await makeCategory(world.context, greenfield.tenant, 'Wind'),
  ];
  return [other.id, one.id];
}

const enqueue: Readonly<Record<string, () => Promise<void>>> = {
  'writing.begin': async () => {
    await teacher.replica.enqueue(beginStory, beginStoryInput(' The   kite ', 'en'));
    await teacher.replica.enqueue(beginStory, beginStoryInput('The hen', 'en', 'book'));
    const challenge = await makeLiveChallenge(world);
    await teacher.replica.enqueue(beginStory, beginStoryInput('Ten litres', 'en', 'story', challenge));
  },
  'writing.change': async () => {
    const { workId } = await beginStories();
    const cover = {
      title: ' My  kite',
      blurb: 'A kite\r\n that flies ',
      visibility: 'private',
      about_author: ' I like\r\n kites ',
      pen_name: ' Kite   fox ',
      dedication: ' For  Pa ',
      plan: 'Up',
    } as const;
    await teacher.replica.enqueue(changeStory, changeStoryInput(workId, cover));
    await teacher.replica.enqueue(changeStory, changeStoryInput(workId, { language: 'fr' }));
    await teacher.replica.enqueue(
      changeStory,
      changeStoryInput(workId, { level: 'early', categories: await twoShelves(), sdgs: [13, 2, 13] }),
    );
    await teacher.replica.enqueue(changeStory, changeStoryInput(workId, { cause_id: await aCause(world) }));
    // A picture that was taken out of the text is still what was chosen.
    await teacher.replica.enqueue(changeStory, changeStoryInput(workId, { cover: 'a'.repeat(64) }));
  },
  'writing.addChapter': async () => {
    const { workId } = await beginStories();
    await teacher.replica.enqueue(addChapter, addChapterInput(workId, 1.5));
  },
  'writing.saveChapter': async () => {
    const { chapter } = await beginStories();
    const [shownNow] = (await shown()).chapters.filter(({ id }) => id === chapter.id);
    const go = { title: 'Two', document: documentOf('It flew.'), based_on: shownNow?.version ?? null };
    await teacher.replica.enqueue(saveChapter, saveChapterInput(chapter, go));
    // Another tab knew of neither.
    const beside = { title: 'Three', document: documentOf('It fell.'), based_on: null };
    const kept = saveChapterInput(chapter, beside);
    await teacher.replica.enqueue(saveChapter, kept);
    const longer = { title: 'Three', document: documentOf('It fell down.'), based_on: kept.body.version };
    await teacher.replica.enqueue(saveChapter, saveChapterInput(chapter, longer));
  },
  'writing.moveChapter': async () => {
    const { chapter } = await beginStories();
    await teacher.replica.enqueue(moveChapter, moveChapterInput(chapter, -2));
  },
  'writing.removeChapter': async () => {
    const { workId, chapter } = await beginStories();
    await teacher.replica.enqueue(addChapter, addChapterInput(workId, 1));
    await teacher.replica.enqueue(removeChapter, removeChapterInput(chapter));
  },
  'writing.handIn': async () => {
    const { workId, chapter } = await beginStories();
    await teacher.replica.enqueue(handIn, handInInput(workId, [chapter.id]));
  },
  'writing.takeBack': async () => {
    const { workId, chapter } = await beginStories();
    await teacher.replica.enqueue(handIn, handInInput(workId, [chapter.id]));
    await teacher.replica.enqueue(takeBack, storyInput(workId));
  },
  'writing.discard': async () => {
    const { workId } = await beginStories();
    await beginStories();
    await teacher.replica.enqueue(discardStory, storyInput(workId));
  },
  'students.addToClass': async () => {
    await teacher.replica.enqueue(
      addStudents,
      addStudentsInput(schoolClass.id, parseNames('Dee Hill\n小明 王')),
    );
  },
  'students.rename': async () => {
    await teacher.replica.enqueue(
      renameStudent,
      renameStudentInput(ids[0], { first_name: 'Adah', last_name: 'Fern' }),
    );
  },
  'students.updatePrivacy': async () => {
    await teacher.replica.enqueue(updatePrivacy, updatePrivacyInput(ids[0], 'community'));
  },
  'students.updatePrivacyInBulk': async () => {
    await teacher.replica.enqueue(updatePrivacyInBulk, updatePrivacyInBulkInput(ids, 'public'));
  },
  'students.archive': async () => {
    await teacher.replica.enqueue(archiveStudents, archiveStudentsInput([ids[0], ids[1]]));
  },
  'students.restore': async () => {
    await teacher.replica.enqueue(archiveStudents, archiveStudentsInput(ids));
    await teacher.replica.enqueue(restoreStudents, archiveStudentsInput([ids[1], ids[2]]));
  },
  'students.move': async () => {
    await teacher.replica.enqueue(moveStudents, moveStudentsInput([ids[1], ids[0]], secondClass.id));
  },
  'imports.addRows': async () => {
    await importThree();
  },
  'imports.undo': async () => {
    const { importId } = await importThree();
    teacher.network.cut = 'no';
    await teacher.sync();
    teacher.network.cut = 'before';
    await teacher.replica.enqueue(undoImport, undoImportInput(schoolClass.id, importId));
  },
  'exports.noteList': async () => {
    await teacher.replica.enqueue(noteList, noteListInput('students', 3));
  },
  'identity.markTutorialSeen': async () => {
    const { profile } = await shown();
    await teacher.replica.enqueue(
      markTutorialSeen,
      markTutorialSeenInput(profile[0]?.tutorials.includes('stories') ? 'books' : 'stories'),
    );
  },
  'learning.assign': async () => {
    const [one, other] = [await makeLivePage(world), await makeLivePage(world)];
    const { replica } = teacher;
    await replica.enqueue(assign, assignInput(schoolClass.id, one, null));
    await replica.enqueue(assign, assignInput(schoolClass.id, one, '2027-01-31'));
    await replica.enqueue(assign, assignInput(secondClass.id, one, null));
    await replica.enqueue(assign, assignInput(schoolClass.id, other, '2027-02-01'));
    await replica.enqueue(assign, takeBackInput(schoolClass.id, other));
    // What was not set is not there afterwards, either.
    await replica.enqueue(assign, takeBackInput(secondClass.id, other));
  },
  'learning.setStep': async () => {
    const page = await makeLivePage(world);
    const say = (step: string, body: StepDone) =>
      teacher.replica.enqueue(setStep, stepInput(page, step, body));
    await say('steps.look', { done: true });
    await say('quiz.how-many', { done: false, answer: ['7'] });
    await say('quiz.how-many', { done: true, answer: ['17'] });
    await say('quiz.how-many', { done: false, answer: ['100'] });
    await say('finished', { done: true });
  },
  'learning.setReminder': async () => {
    const starts_at = new Date(Date.now() + 7 * 86_400_000);
    const [one, other] = [
      await makeLiveEvent(world, { starts_at }),
      await makeLiveEvent(world, { starts_at }),
    ];
    const { replica } = teacher;
    await replica.enqueue(setReminder, reminderInput(one, true));
    await replica.enqueue(setReminder, reminderInput(one, true));
    await replica.enqueue(setStep, stepInput(one, 'finished', { done: true }));
    await replica.enqueue(setReminder, reminderInput(other, true));
    await replica.enqueue(setReminder, reminderInput(other, false));
    // What was not set is not there afterwards, either.
    await replica.enqueue(setReminder, reminderInput(other, false));
  },
  'reading.reach': async () => {
    const { workId } = await beginStories();
    await teacher.replica.enqueue(reachPart, reachInput(workId, { round: 1, reached: 3 }));
    await teacher.replica.enqueue(markPart, markInput(workId, uuidv7(), true));
    // Leafing back takes nothing away, and a new beginning is further than any page.
    await teacher.replica.enqueue(reachPart, reachInput(workId, { round: 1, reached: 2 }));
    const other = await beginStories();
    await teacher.replica.enqueue(reachPart, reachInput(other.workId, { round: 1, reached: 5 }));
    await teacher.replica.enqueue(reachPart, reachInput(other.workId, { round: 2, reached: 1 }));
  },
  'reading.mark': async () => {
    const { workId, chapter } = await beginStories();
    await teacher.replica.enqueue(markPart, markInput(workId, chapter.id, true));
    const second = uuidv7();
    await teacher.replica.enqueue(markPart, markInput(workId, second, true));
    await teacher.replica.enqueue(markPart, markInput(workId, chapter.id, false));
  },
  'reading.react': async () => {
    const book = { kind: 'book', author_id: null } as const;
    const [one, two] = await makeWorks(world.context, greenfield.tenant, [book, book]);
    if (!one || !two) throw new Error('No work was made');
    await teacher.replica.enqueue(react, reactInput(one.id, 'funny'));
    await teacher.replica.enqueue(react, reactInput(one.id, 'wow'));
    await teacher.replica.enqueue(reachPart, reachInput(two.id, { round: 1, reached: 2 }));
    await teacher.replica.enqueue(react, reactInput(two.id, 'love'));
    await teacher.replica.enqueue(markPart, markInput(two.id, uuidv7(), true));
    await teacher.replica.enqueue(react, reactInput(two.id, null));
  },
  'reading.choose': async () => {
    const { reader_settings } = await shown();
    const size = reader_settings[0]?.settings['size'] === 4 ? 5 : 4;
    await teacher.replica.enqueue(chooseSettings, chooseInput({ ...usualSettings, size, tint: 'dark' }));
  },
  'cart.change': async () => {
    const book = { kind: 'book', author_id: null } as const;
    const made = await makeWorks(world.context, greenfield.tenant, [book, book, book]);
    const [first = '', second = '', third = ''] = made.map(({ id }) => id);
    const change = (add: readonly string[], remove: readonly string[]) =>
      teacher.replica.enqueue(changeCart, changeCartInput({ add, remove }));
    await change([first, second, first], []);
    // What is in is not put in twice, and what is not in cannot be taken out.
    await change([second, third], [first, uuidv7()]);
  },
  'profiles.chooseAvatar': async () => {
    await teacher.replica.enqueue(chooseAvatar, chooseAvatarInput('otter'));
  },
  'profiles.writeAboutMe': async () => {
    await teacher.replica.enqueue(writeAboutMe, writeAboutMeInput('I like owls'));
  },
};

/** Made by somebody who sees the whole school; the class has been archived before where it is to come back. */
const enqueueInOffice: Readonly<Record<string, (office: SignedInDevice) => Promise<unknown>>> = {
  'classes.create': ({ replica }) =>
    replica.enqueue(createClass, createClassInput({ name: 'Elm', class_theme: '#2a8c94' })),
  'classes.rename': ({ replica }) => replica.enqueue(renameClass, renameClassInput(schoolClass.id, 'Hazel')),
  'classes.recolour': ({ replica }) =>
    replica.enqueue(recolourClass, recolourClassInput(schoolClass.id, '#2a8c94')),
  'classes.archive': ({ replica }) => replica.enqueue(archiveClass, classInput(schoolClass.id)),
  'classes.restore': async ({ replica }) => {
    await replica.enqueue(renameClass, renameClassInput(schoolClass.id, 'Hazel'));
    await replica.enqueue(archiveClass, classInput(schoolClass.id));
    await replica.enqueue(restoreClass, classInput(schoolClass.id));
  },
};

const names = queuedCalls.map(({ endpoint }) => endpoint.name);

describe('what a device in the office shows before the school has answered', () => {
  let office: SignedInDevice;

  beforeEach(async () => {
    office = await signInOnDevice(world, time, greenfield.schoolAdmin);
    await office.sync();
    await shownInOffice(office);
    office.network.cut = 'before';
  });

  afterEach(() => office.replica.close());

  async function isWhatSchoolSays() {
    const promised = await shownInOffice(office);
    office.network.cut = 'no';
    await office.sync();
    expect(office.replica.status()).toMatchObject({ state: 'all_sent', waiting: 0, refused: 0 });
    expect(withoutServersOwn(await shownInOffice(office))).toEqual(withoutServersOwn(promised));
    return promised;
  }

  it.each(names.filter((name) => name.startsWith('classes.')))(
    'of %s is what the school then says',
    async (name) => {
      const before = await shownInOffice(office);
      const call = enqueueInOffice[name];
      if (!call) throw new Error(`${name} is queued, and nothing here makes such a call`);
      await call(office);
      expect(await isWhatSchoolSays()).not.toEqual(before);
    },
  );

  it('has the children of a class that was made without a network, also after the app was opened again', async () => {
    const made = createClassInput({ name: 'Elm', class_theme: '#2a8c94' });
    await office.replica.enqueue(createClass, made);
    await office.replica.enqueue(addStudents, addStudentsInput(made.body.id, parseNames('Dee Hill')));
    await office.replica.enqueue(renameClass, renameClassInput(made.body.id, 'Elder'));
    office.replica.close();
    office = await signInOnDevice(world, time, greenfield.schoolAdmin, office.device);
    office.network.cut = 'before';
    const { classes, students } = await isWhatSchoolSays();
    expect(classes.find(({ id }) => id === made.body.id)).toMatchObject({
      name: 'Elder',
      class_id: null,
      no_of_students: 1,
    });
    expect(students.find(({ first_name }) => first_name === 'Dee')).toMatchObject({
      stu_class: { id: made.body.id, name: 'Elder', class_id: null },
    });
  });

  it('of an archived class is that it is archived, and that nobody is in it; who comes back the school says', async () => {
    await office.replica.enqueue(archiveClass, classInput(schoolClass.id));
    await isWhatSchoolSays();
    office.network.cut = 'before';
    await office.replica.enqueue(restoreClass, classInput(schoolClass.id));
    const { classes } = await shownInOffice(office);
    expect(classes.find(({ id }) => id === schoolClass.id)).toMatchObject({
      archived_at: null,
      no_of_students: 3,
    });
    // Who is added to it meanwhile is there at once, though the device has nothing of the class but itself.
    await office.replica.enqueue(addStudents, addStudentsInput(schoolClass.id, parseNames('Dee Hill')));
    const meanwhile = await shownInOffice(office);
    expect(meanwhile.students.map(({ first_name }) => first_name)).toContain('Dee');
    office.network.cut = 'no';
    await office.sync();
    const { students } = await shownInOffice(office);
    expect(students.filter(({ stu_class }) => stu_class?.id === schoolClass.id)).toHaveLength(4);
  });

  it('of a class whose making was refused is nothing, and its children wait with it', async () => {
    const made = createClassInput({ name: 'Elm', class_theme: '#2a8c94' });
    // Somebody else of the school has the id: it cannot happen by itself, and shows what a refusal does.
    await makeClassWithId(made.body.id);
    await office.replica.enqueue(createClass, made);
    await office.replica.enqueue(addStudents, addStudentsInput(made.body.id, parseNames('Nobody Yet')));
    office.network.cut = 'no';
    await office.sync();
    expect(office.replica.changes()).toMatchObject([
      { text: 'Class Elm made', state: 'refused', builds_on_it: 1 },
      { state: 'held' },
    ]);
    const { classes, students } = await shownInOffice(office);
    expect(classes.find(({ id }) => id === made.body.id)).toMatchObject({ name: 'Taken' });
    expect(students.some(({ first_name }) => first_name === 'Nobody')).toBe(false);
  });
});

async function makeClassWithId(id: string): Promise<void> {
  await world.testDatabase.administrator.query(
    `insert into school_classes (tenant_id, id, class_id, name, class_theme) values ($1, $2, $3, 'Taken', '#4180ca')`,
    [greenfield.tenant.id, id, id.slice(-8).toUpperCase()],
  );
}

/** Lines in the audit alone. */
const showsNothing = ['exports.noteList'];

describe('what a device shows before the school has answered', () => {
  it.each(names.filter((name) => !name.startsWith('classes.')))(
    'of %s is what the school then says',
    async (name) => {
      const before = await shown();
      const call = enqueue[name];
      if (!call) throw new Error(`${name} is queued, and nothing here makes such a call`);
      await call();
      const promised = await shown();
      if (showsNothing.includes(name)) expect(promised).toEqual(before);
      else expect(promised).not.toEqual(before);

      teacher.network.cut = 'no';
      await teacher.sync();
      expect(teacher.replica.status()).toMatchObject({ state: 'all_sent', waiting: 0, refused: 0 });
      expect(withoutServersOwn(await shown())).toEqual(withoutServersOwn(promised));
    },
  );

  it('counts a class right through changes that build on each other', async () => {
    const counts = async () => {
      const [row] = (await shown()).classes;
      return [row?.no_of_students, row?.no_of_books];
    };
    const added = addStudentsInput(schoolClass.id, parseNames('Dee Hill'));
    await teacher.replica.enqueue(addStudents, added);
    expect(await counts()).toEqual([4, 1]);
    const [dee] = addStudents.creates?.(added) ?? [];
    await teacher.replica.enqueue(archiveStudents, archiveStudentsInput([dee ?? '', ids[1]]));
    expect(await counts()).toEqual([2, 0]);
    await teacher.replica.enqueue(restoreStudents, archiveStudentsInput([ids[1]]));
    expect(await counts()).toEqual([3, 1]);
    await teacher.replica.enqueue(archiveStudents, archiveStudentsInput([ids[0], ids[1]]));
    const promised = await counts();
    expect(promised).toEqual([1, 0]);

    teacher.network.cut = 'no';
    await teacher.sync();
    expect(teacher.replica.status()).toMatchObject({ state: 'all_sent' });
    expect(await counts()).toEqual(promised);
  });

  it('moves a child who was renamed just now, and counts and changes it in the class where it is then', async () => {
    const name = { first_name: 'Boris', last_name: 'Fern' };
    await teacher.replica.enqueue(renameStudent, renameStudentInput(ids[1], name));
    await teacher.replica.enqueue(moveStudents, moveStudentsInput([ids[1]], secondClass.id));
    await teacher.replica.enqueue(updatePrivacy, updatePrivacyInput(ids[1], 'community'));
    await teacher.replica.enqueue(archiveStudents, archiveStudentsInput([ids[1]]));
    const promised = await shown();
    expect(promised.students.at(-1)).toMatchObject({
      first_name: 'Boris',
      privacy_preference: 'community',
      stu_class: { id: secondClass.id, name: secondClass.name },
    });
    expect(promised.classes).toMatchObject([
      { no_of_students: 2, no_of_books: 0 },
      { no_of_students: 0, no_of_books: 0 },
    ]);
    await teacher.replica.enqueue(restoreStudents, archiveStudentsInput([ids[1]]));
    await teacher.replica.enqueue(moveStudents, moveStudentsInput([ids[1]], schoolClass.id));

    teacher.network.cut = 'no';
    await teacher.sync();
    expect(teacher.replica.status()).toMatchObject({ state: 'all_sent', refused: 0 });
    expect((await shown()).classes).toMatchObject([
      { no_of_students: 3, no_of_books: 1 },
      { no_of_students: 0, no_of_books: 0 },
    ]);
  });

  it('of a move is taken back as a whole where somebody else moved one of them, and says who it was', async () => {
    const third = await makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
    await teacher.replica.enqueue(moveStudents, moveStudentsInput([ids[0], ids[1]], secondClass.id));
    await world.call(await world.as(greenfield.schoolAdmin), studentEndpoints.move, {
      body: { user_ids: [ids[1]], school_class_id: third.id },
    });
    teacher.network.cut = 'no';
    await teacher.sync();
    expect(teacher.replica.changes()).toMatchObject([
      {
        text: `2 students moved to ${secondClass.name}`,
        state: 'refused',
        problem: { error: 'Somebody else moved Bo Fern in the meantime, so nobody was moved.' },
      },
    ]);
    expect((await shown()).students.map(({ first_name }) => first_name)).toEqual(['Ada', 'Cy']);
  });

  it('still counts what waits when the app was opened again and no student is in memory', async () => {
    await teacher.replica.enqueue(archiveStudents, archiveStudentsInput([ids[1]]));
    teacher.replica.close();
    teacher = await signInOnDevice(world, time, greenfield.teacher, teacher.device);
    teacher.network.cut = 'before';
    const classes = await shownRows(() => teacher.replica.readAll('classes'));
    expect(classes.find(({ id }) => id === schoolClass.id)).toMatchObject({
      no_of_students: 2,
      no_of_books: 0,
    });
  });

  it('of a wider privacy for many is taken back as a whole where somebody decided otherwise for one', async () => {
    await teacher.replica.enqueue(updatePrivacyInBulk, updatePrivacyInBulkInput(ids, 'public'));
    await world.call(await world.as(greenfield.schoolAdmin), studentEndpoints.updatePrivacy, {
      params: { id: ids[1] },
      body: { privacy_preference: 'community' },
    });
    teacher.network.cut = 'no';
    await teacher.sync();
    const preferences = async () => (await shown()).students.map((student) => student.privacy_preference);
    const [refused] = teacher.replica.changes();
    if (!refused) throw new Error('The refused change is gone');
    expect(refused).toMatchObject({
      text: '3 students set to public',
      state: 'refused',
      problem: {
        code: 'students.privacy_changed_elsewhere',
        details: { changed: { [ids[1]]: 'community' } },
      },
    });
    expect(await preferences()).toEqual(['private', 'community', 'private']);

    await teacher.replica.retry(refused.mutation_id);
    await teacher.sync();
    expect(teacher.replica.status()).toMatchObject({ state: 'all_sent', refused: 0 });
    expect(await preferences()).toEqual(['public', 'public', 'public']);
  });
});
