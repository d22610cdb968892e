import { uuidv7 } from 'uuidv7';
import type { ApiWorld, TestSchool } from '../../support/api-world.ts';
import type { CellInput, Cells, CellsOf } from '../../support/matrix/entry.ts';
import type { Outcome } from '../../support/matrix/names.ts';
import { classes, storyOf } from '../../support/matrix/places.ts';
import type { SharedRows } from '../../support/matrix/rows.ts';
import { putInMonitoring, severalStories, takeDownByPlatform } from '../../support/matrix/watched-stories.ts';
import { ofWholeSchool, ofWorks, ok, refusedByRole } from '../../support/matrix/who-may.ts';

interface OwnRows {
  /** Ids of stories that the platform took down: of a child of each, one for each cell. */
  appeals: Record<'maple' | 'birch' | 'riverside', string[]>;
  /** Ids of stories about which the platform asked the school: of a child of each, one for each cell. */
  questions: Record<'maple' | 'birch' | 'riverside', string[]>;
}
type Rows = SharedRows & OwnRows;

const noReported = 'moderation.not_found';

const wholeSchoolDecides: readonly Outcome[] = [ok, ok, noReported];

const nobodyHere: readonly Outcome[] = [noReported, noReported, noReported];

/** What those do about works of the school who decide about what readers told. */
const ofDeciders: Cells = {
  targets: classes,
  cells: {
    ...refusedByRole(3),
    teacher_admin: wholeSchoolDecides,
    school_admin: wholeSchoolDecides,
    organization_admin: wholeSchoolDecides,
    organization_admin_on_own_host: nobodyHere,
    platform_admin_on_own_host: nobodyHere,
  },
};

/** What a school says to the platform about a work of its own. */
const toThePlatform: Cells = {
  targets: classes,
  cells: {
    ...refusedByRole(3),
    teacher_admin: wholeSchoolDecides,
    school_admin: wholeSchoolDecides,
    organization_admin: wholeSchoolDecides,
    organization_admin_on_own_host: nobodyHere,
  },
};

const saidOf =
  (about: 'appeals' | 'questions') =>
  (target: string, _world: ApiWorld, tokens: Rows): CellInput => ({
    params: { workId: tokens[about][target as 'maple'].pop() ?? '' },
    body: { reason: 'It is a tale.' },
  });

export const cells: CellsOf<'moderation', Rows> = {
  'moderation.report': {
    ...ofWorks,
    input: (target, _world, { works }) => ({
      params: { workId: works[target as 'maple'] },
      body: { reason: 'other' },
    }),
  },
  'moderation.list': {
    cells: { ...ofWholeSchool, platform_admin_on_own_host: [ok] },
  },
  'moderation.keep': { ...ofDeciders, input: storyOf('published', { reports: [uuidv7()] }) },
  'moderation.takeDown': { ...ofDeciders, input: storyOf('withdrawn', { reason: 'Not yet' }) },
  'moderation.reinstate': { ...ofDeciders, input: storyOf('published') },
  'moderation.appeal': { ...toThePlatform, input: saidOf('appeals') },
  'moderation.answer': { ...toThePlatform, input: saidOf('questions') },
};

export async function makeRows(world: ApiWorld): Promise<OwnRows> {
  const { greenfield, riverside } = world;
  const takenDown = async (school: TestSchool, author: { id: string } | undefined) => {
    const ids = await severalStories(world, school, author, { state: 'withdrawn' });
    await takeDownByPlatform(world, ids);
    return ids;
  };
  const askedAbout = async (school: TestSchool, author: { id: string } | undefined) => {
    const ids = await severalStories(world, school, author, { state: 'published' });
    await putInMonitoring(world, ids, { state: 'asked', asked: 'Who is this about?' });
    return ids;
  };
  return {
    appeals: {
      maple: await takenDown(greenfield, greenfield.students[1]),
      birch: await takenDown(greenfield, greenfield.otherStudents[1]),
      riverside: await takenDown(riverside, riverside.students[1]),
    },
    questions: {
      maple: await askedAbout(greenfield, greenfield.students[1]),
      birch: await askedAbout(greenfield, greenfield.otherStudents[1]),
      riverside: await askedAbout(riverside, riverside.students[1]),
    },
  };
}
