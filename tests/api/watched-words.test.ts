import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { monitoringEndpoints } from '#contract/monitoring/monitoring.endpoints.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { watchedWordsTask } from '#server/modules/monitoring/watched-words.task.ts';
import { watchWork } from '#server/modules/moderation/watch.ts';
import { listWorksWith } from '#server/modules/moderation/watched-words.ts';
import { createDueWork, type DueWork } from '#server/platform/due-work.ts';
import { monitoringOfFile, type WatchedStory } from '../support/monitoring.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const { platform, story, read, saying, rowOf } = monitoringOfFile({ world, greenfield, riverside });

let work: DueWork;

beforeAll(() => {
  const { context, clock, testDatabase } = world;
  const { database } = context;
  work = createDueWork({
    database,
    clock,
    kinds: [
      watchedWordsTask({ database, panel: testDatabase.panel, clock, watch: { listWorksWith, watchWork } }),
    ],
    onProblem: ({ error }) => {
      throw error;
    },
  });
});

const add = async (words: string) =>
  world.call(await platform(), monitoringEndpoints.addWord, { body: { words, reason: 'It was asked for.' } });
const remove = async (id: string) =>
  world.call(await platform(), monitoringEndpoints.removeWord, { params: { id } });
const list = async () => (await world.call(await platform(), monitoringEndpoints.listWords, {})).results;

async function publish({ school, id }: WatchedStory): Promise<void> {
  await world.call(await world.as(school.schoolAdmin), reviewEndpoints.publish, {
    params: { workId: id },
    body: {},
  });
}

describe('the word list', () => {
  it('is for all schools, and its changes are in the audit of the platform with their reason', async () => {
    const { id } = await add('Whirligig');
    expect(await list()).toContainEqual(expect.objectContaining({ id, words: 'Whirligig' }));
    await remove(id);
    expect((await list()).map((each) => each.id)).not.toContain(id);
    const { rows } = await world.testDatabase.administrator.query(
      'select tenant_id, action, details from audit_entries where subject_id = $1 order by id',
      [id],
    );
    expect(rows).toEqual([
      {
        tenant_id: world.platform.id,
        action: 'monitoring.word_added',
        details: { name: 'Whirligig', reason: 'It was asked for.' },
      },
      { tenant_id: world.platform.id, action: 'monitoring.word_removed', details: { name: 'Whirligig' } },
    ]);
  });

  it('has each word once, however it is written, and none without letters', async () => {
    const { id } = await add('Ténèbres');
    const refusal = async (words: string) =>
      world.refusal(await platform(), monitoringEndpoints.addWord, { body: { words, reason: 'Why' } });
    expect(await refusal('TENEBRES')).toMatchObject({
      status: 409,
      code: 'monitoring.word_known',
      errors: { words: ['This word is on the list already.'] },
    });
    for (const words of ['', '!?', 'a'])
      expect(await refusal(words)).toMatchObject({ status: 400, code: 'request.invalid' });
    await remove(id);
    expect(
      await world.refusal(await platform(), monitoringEndpoints.removeWord, { params: { id } }),
    ).toMatchObject({ status: 404, code: 'monitoring.word_not_found' });
  });

  it('is closed to schools', async () => {
    const admin = await world.as(greenfield.schoolAdmin);
    expect(await world.refusal(admin, monitoringEndpoints.listWords, {})).toMatchObject({ status: 404 });
    expect(
      await world.refusal(admin, monitoringEndpoints.removeWord, { params: { id: uuidv7() } }),
    ).toMatchObject({ status: 404 });
  });
});

describe('a work with a word of the list', () => {
  it('waits once strangers may read it; the list has the reason, and only the item the word (law 1)', async () => {
    const { id } = await add('dragonfire');
    const open = await story(greenfield, { state: 'approved', text: 'It spat DRAGONFIRE.' });
    const inside = await story(riverside, {
      state: 'approved',
      visibility: 'community',
      text: 'More dragonfire.',
    });
    expect(await rowOf(open)).toBeUndefined();
    await publish(open);
    await publish(inside);
    const row = await rowOf(open);
    expect(row?.reasons).toContainEqual({ reason: 'watched_words', weight: 15 });
    expect(JSON.stringify(row).toLowerCase()).not.toContain('dragonfire');
    expect(await read(open)).toMatchObject({ watched_words: ['dragonfire'] });
    expect(await rowOf(inside)).toBeUndefined();
    await remove(id);
  });

  it('waits also where it was published before the word came, and leaves with the word', async () => {
    const there = await story(riverside, { text: 'A gloomwell\nopened.' });
    const other = await story(greenfield, { text: 'A gloomwellington opened.' });
    const inside = await story(greenfield, { visibility: 'community', text: 'A gloomwell opened.' });
    expect(await rowOf(there)).toBeUndefined();
    const { id } = await add('Gloomwell');
    await work.runDue();
    expect((await rowOf(there))?.reasons).toContainEqual({ reason: 'watched_words', weight: 15 });
    expect(await rowOf(other)).toBeUndefined();
    expect(await rowOf(inside)).toBeUndefined();
    await remove(id);
    await work.runDue();
    expect((await rowOf(there))?.reasons ?? []).not.toContainEqual({ reason: 'watched_words', weight: 15 });
    expect(await read(there)).toMatchObject({ watched_words: [] });
  });

  it('waits no more once somebody kept it as it is', async () => {
    const kept = await story(greenfield, { text: 'A murkmoor.' });
    const { id } = await add('murkmoor');
    await work.runDue();
    await world.call(await platform(), monitoringEndpoints.keep, saying(kept, await read(kept)));
    expect(await rowOf(kept)).toBeUndefined();
    await add('a murkmoor').then((again) => remove(again.id));
    await work.runDue();
    expect(await rowOf(kept)).toBeUndefined();
    await remove(id);
  });
});
