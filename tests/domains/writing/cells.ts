import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { ApiWorld } from '../../support/api-world.ts';
import type { CellInput, CellsOf, WhoMay } from '../../support/matrix/entry.ts';
import type { SharedRows } from '../../support/matrix/rows.ts';
import { ofStoriesOfOthers, ok, refusedByRole } from '../../support/matrix/who-may.ts';

const ofOwnStories = ofStoriesOfOthers('writing.not_found');

/** Of one of them, with a chapter and a body where it wants some. */
const ownStory =
  (chapter: boolean, body?: () => unknown) =>
  (target: string, _world: ApiWorld, { stories }: SharedRows): CellInput => ({
    params: { workId: stories.returned[target as 'maple'], ...(chapter && { chapterId: randomUUID() }) },
    ...(body && { body: body() }),
  });

const writingStaff: WhoMay = {
  ...refusedByRole(1),
  student: [ok],
  teacher: [ok],
  teacher_of_birch: [ok],
  teacher_admin: [ok],
  school_admin: [ok],
};

export const cells: CellsOf<'writing'> = {
  'writing.begin': {
    input: () => ({
      body: { id: uuidv7(), title: 'The kite', language: 'en', chapter_id: uuidv7() },
    }),
    cells: writingStaff,
  },
  'writing.change': { ...ofOwnStories, input: ownStory(false, () => ({ title: 'Another' })) },
  'writing.addChapter': { ...ofOwnStories, input: ownStory(false, () => ({ id: uuidv7(), place: 1 })) },
  'writing.saveChapter': {
    ...ofOwnStories,
    input: ownStory(true, () => ({
      version: uuidv7(),
      based_on: null,
      title: '',
      document: { type: 'doc', content: [{ type: 'paragraph' }] },
    })),
  },
  'writing.moveChapter': { ...ofOwnStories, input: ownStory(true, () => ({ place: 2 })) },
  'writing.removeChapter': { ...ofOwnStories, input: ownStory(true) },
  'writing.handIn': { ...ofOwnStories, input: ownStory(false, () => ({ chapters: [] })) },
  'writing.takeBack': { ...ofOwnStories, input: ownStory(false) },
  'writing.discard': { ...ofOwnStories, input: ownStory(false) },
  'writing.listVersions': { ...ofOwnStories, input: ownStory(true) },
  'writing.listRemoved': { ...ofOwnStories, input: ownStory(false) },
};
