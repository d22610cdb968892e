import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { documentOf, textOf } from '#contract/works/document.rules.ts';
import { pictureLimits } from '#contract/works/picture-limits.schema.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import { categoriesPerStory, chaptersEver } from '#contract/writing/writing.schema.ts';
import { makeCategory } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { makeCause } from '../support/causes.ts';
import { aCause } from '../support/shops.ts';
import { type Story, texts, writingOfFile } from './writing.support.ts';

const { world, greenfield, riverside, write, save, onDevice } = writingOfFile();

describe('stories that a class begins together', () => {
  /** What a device sends for a new story. */
  const calls = (id: string, seq = 1) => [
    {
      seq,
      mutation_id: uuidv7(),
      v: 1,
      name: 'writing.begin',
      input: { body: { id, kind: 'story', title: 'My summer', language: 'en', chapter_id: uuidv7() } },
    },
  ];
  const push = (caller: Caller & { user_id: string }, id: string) =>
    world.call(caller, syncEndpoints.push, {
      body: { client_id: uuidv7(), user_id: caller.user_id, calls: calls(id) },
    });
  async function slugsOf(ids: readonly string[]): Promise<string[]> {
    const { rows } = await world.testDatabase.administrator.query<{ slug: string }>(
      'select slug from works where id = any($1) order by array_position($1, id)',
      [ids],
    );
    return rows.map(({ slug }) => slug);
  }

  it('have one title and an address each, in every school, and none is to be sent again', async () => {
    const sent = await Promise.all(
      [greenfield, riverside].map(async ({ host, student }) => {
        const caller = await world.signIn(host, student.username, student.password);
        const ids = Array.from({ length: 25 }, () => uuidv7());
        const results = await Promise.all(ids.map(async (id) => (await push(caller, id)).results));
        return { ids, outcomes: results.flat().map(({ outcome }) => outcome) };
      }),
    );
    for (const { ids, outcomes } of sent) {
      expect(outcomes).toEqual(ids.map(() => 'applied'));
      expect(await slugsOf(ids)).toEqual(ids.map((id) => `my-summer-${id.slice(-8)}`));
    }
  });

  it('have more of their id in the address where its end is another’s, and another school’s is none of theirs', async () => {
    const end = uuidv7().slice(-8);
    const [first, second, theirs] = ['1', '2', '3'].map((digit) => `${uuidv7().slice(0, -9)}${digit}${end}`);
    for (const [school, id] of [
      [greenfield, first],
      [greenfield, second],
      [riverside, theirs],
    ] as const) {
      const caller = await world.signIn(school.host, school.student.username, school.student.password);
      const { results } = await push(caller, id!);
      expect(results).toMatchObject([{ outcome: 'applied' }]);
    }
    expect(await slugsOf([first!, second!, theirs!])).toEqual([
      `my-summer-${end}`,
      `my-summer-${second!.slice(-12)}`,
      `my-summer-${end}`,
    ]);
  });
});

describe('a story that is being written', () => {
  it('is on its author’s devices and on nobody else’s', async () => {
    const author = await world.as(greenfield.student);
    const story = await write(author);
    const { work, chapter } = await onDevice(author, story);
    expect(work).toMatchObject({ title: 'The kite', state: 'draft', visibility: 'community', review: null });
    expect(chapter).toMatchObject({ work_id: story.id, version: story.version, others: [] });
    for (const other of [greenfield.otherTeacher, greenfield.teacher, riverside.student]) {
      expect(await onDevice(await world.as(other), story)).toEqual({ work: undefined, chapter: undefined });
    }
  });

  it('has the name, the words and the goals that its author chose, and is found by that name', async () => {
    const author = await world.as(greenfield.student);
    const story = await write(author);
    const chosen = { pen_name: 'Kite Fox', dedication: 'For all who like wind', sdgs: [13, 4, 13] };
    await world.call(author, writingEndpoints.change, { ...story.of, body: chosen });
    const kept = { ...chosen, sdgs: [4, 13] };
    expect((await onDevice(author, story)).work).toMatchObject(kept);
    const { pen_name, ...words } = kept;
    expect(await world.call(author, workEndpoints.read, story.of)).toMatchObject({
      ...words,
      byline: pen_name,
    });
    const searchTextOf = async () => {
      const { rows } = await world.testDatabase.administrator.query<{ search_text: string }>(
        'select search_text from works where id = $1',
        [story.id],
      );
      return rows[0]?.search_text;
    };
    expect(await searchTextOf()).toBe('the kite kite fox');
    // The title alone changes, and the name stays; an empty one gives way to the first name.
    await world.call(author, writingEndpoints.change, { ...story.of, body: { title: 'The wind' } });
    expect(await searchTextOf()).toBe('the wind kite fox');
    await world.call(author, writingEndpoints.change, { ...story.of, body: { pen_name: '', sdgs: [] } });
    expect((await onDevice(author, story)).work).toMatchObject({ pen_name: '', sdgs: [] });
    expect(await searchTextOf()).not.toContain('fox');
    for (const body of [
      { sdgs: [18] },
      { sdgs: [1, 2, 3, 4] },
      { pen_name: 'x'.repeat(61) },
      { dedication: 'x'.repeat(121) },
    ])
      expect(await world.refusal(author, writingEndpoints.change, { ...story.of, body })).toMatchObject({
        status: 400,
        code: 'request.invalid',
      });
    const stranger = await world.as(riverside.student);
    expect(
      await world.refusal(stranger, writingEndpoints.change, { ...story.of, body: { pen_name: 'Me' } }),
    ).toMatchObject({ status: 404 });
  });

  it('keeps the language that somebody chose, also where its letters are of another one', async () => {
    const author = await world.as(greenfield.student);
    const story = await write(author);
    const change = (body: object) => world.call(author, writingEndpoints.change, { ...story.of, body });
    const here = async () => (await onDevice(author, story)).work;
    await change({ language: 'ar', language_chosen: false });
    expect(await here()).toMatchObject({ language: 'ar', language_chosen: false });
    await change({ language: 'en', language_chosen: true });
    // A tablet that did not know of the choice.
    await change({ title: 'الأرنب', language: 'ar', language_chosen: false });
    expect(await here()).toMatchObject({ title: 'الأرنب', language: 'en', language_chosen: true });
  });

  it('collects for the open cause that its author chose; one that is over is left out, and nothing else with it', async () => {
    const author = await world.as(greenfield.student);
    const story = await write(author);
    const chosen = await aCause(world);
    const over = await makeCause(world, riverside, { state: 'paused' });
    const change = (body: object) => world.call(author, writingEndpoints.change, { ...story.of, body });
    const standing = async () => (await onDevice(author, story)).work;
    expect(await standing()).toMatchObject({ cause_id: null });
    await change({ cause_id: chosen });
    expect(await standing()).toMatchObject({ cause_id: chosen });
    for (const cause_id of [over, uuidv7()]) {
      await change({ cause_id, blurb: `Not ${cause_id}` });
      expect(await standing()).toMatchObject({ cause_id: chosen, blurb: `Not ${cause_id}` });
    }
    await change({ cause_id: null });
    expect(await standing()).toMatchObject({ cause_id: null });
  });

  it('stands on the shelves and at the level that its author chose, as far as they are the school’s', async () => {
    const author = await world.as(greenfield.student);
    const story = await write(author);
    const [one, other, gone] = [
      await makeCategory(world.context, greenfield.tenant, 'Kites'),
      await makeCategory(world.context, greenfield.tenant, 'Wind'),
      await makeCategory(world.context, riverside.tenant, 'Rivers'),
    ].map(({ id }) => id);
    const own = [one ?? '', other ?? ''].toSorted();
    const chosen = [...own, gone ?? ''];
    await world.call(author, writingEndpoints.change, {
      ...story.of,
      body: { level: 'early', categories: chosen },
    });
    expect((await onDevice(author, story)).work).toMatchObject({ level: 'early', categories: own });
    const { level, categories } = await world.call(author, workEndpoints.read, story.of);
    expect(level).toBe('early');
    expect(categories.toSorted()).toEqual(own);
    await world.call(author, writingEndpoints.change, { ...story.of, body: { level: null, categories: [] } });
    expect((await onDevice(author, story)).work).toMatchObject({ level: null, categories: [] });
    const tooMany = Array.from({ length: categoriesPerStory + 1 }, () => uuidv7());
    expect(
      await world.refusal(author, writingEndpoints.change, { ...story.of, body: { categories: tooMany } }),
    ).toMatchObject({ status: 400, code: 'request.invalid' });
  });

  it('can be changed by its author alone, whoever else looks after it', async () => {
    const story = await write(await world.as(greenfield.student));
    for (const other of [greenfield.teacher, greenfield.schoolAdmin, riverside.student]) {
      const caller = await world.as(other);
      const body = { version: uuidv7(), based_on: story.version, title: '', document: documentOf('Mine') };
      expect(
        await world.refusal(caller, writingEndpoints.saveChapter, { params: story.params, body }),
      ).toMatchObject({ status: 404, code: 'writing.not_found' });
      expect(
        await world.refusal(caller, writingEndpoints.change, { ...story.of, body: { title: 'Mine' } }),
      ).toMatchObject({ status: 404, code: 'writing.not_found' });
      expect(await world.refusal(caller, writingEndpoints.discard, story.of)).toMatchObject({ status: 404 });
    }
  });

  it('keeps a version whose writer did not know of the other, until the author chooses', async () => {
    const author = await world.as(greenfield.student);
    const story = await write(author);
    const first = await save(author, story, 'On the first tablet.', story.version);
    const second = await save(author, story, 'On the second tablet.', story.version);
    let { chapter } = await onDevice(author, story);
    expect(chapter?.version).toBe(first);
    expect(texts(chapter?.others)).toEqual(['On the second tablet.']);

    // The second tablet goes on with its own, and there still are two.
    const longer = await save(author, story, 'On the second tablet, longer.', second);
    ({ chapter } = await onDevice(author, story));
    expect(texts(chapter?.others)).toEqual(['On the second tablet, longer.']);

    await save(author, story, 'Both together.', first, [longer]);
    ({ chapter } = await onDevice(author, story));
    expect(chapter?.others).toEqual([]);
    expect(textOf(chapter?.document ?? documentOf(''))).toBe('Both together.');
  });

  it('has a history, of which the author alone can read', async () => {
    const author = await world.as(greenfield.student);
    const story = await write(author, 'First.');
    world.clock.advance(6 * 60_000);
    const second = await save(author, story, 'Second.', story.version);
    await save(author, story, 'Third.', second);
    const { results, count } = await world.call(author, writingEndpoints.listVersions, {
      params: story.params,
      query: {},
    });
    // Of a few minutes of typing the last version is enough.
    expect(texts(results)).toEqual(['Third.', 'First.']);
    expect(count).toBe(2);
    const teacher = await world.as(greenfield.teacher);
    expect(
      await world.refusal(teacher, writingEndpoints.listVersions, { params: story.params, query: {} }),
    ).toMatchObject({ status: 404 });
  });

  it('comes back with the words that arrive for it after it was put away, or its chapter taken out', async () => {
    const author = await world.as(greenfield.student);
    const story = await write(author);
    await world.call(author, writingEndpoints.removeChapter, { params: story.params });
    expect((await onDevice(author, story)).chapter).toBeUndefined();
    const saved = await save(author, story, 'Written elsewhere.', story.version);
    expect((await onDevice(author, story)).chapter?.version).toBe(saved);
    await world.call(author, writingEndpoints.discard, story.of);
    expect((await onDevice(author, story)).work).toBeUndefined();
    await save(author, story, 'Written elsewhere, too.', saved);
    const { work, chapter } = await onDevice(author, story);
    expect([work?.state, textOf(chapter?.document ?? documentOf(''))]).toEqual([
      'draft',
      'Written elsewhere, too.',
    ]);
  });

  /** Chapters that it has, or had, beside those that were written. */
  const fill = (story: Story, count: number, removedAt: Date | null = null) =>
    world.testDatabase.administrator.query(
      `insert into chapters (tenant_id, id, work_id, place, document, removed_at)
       select $1, gen_random_uuid(), $2, n, $3, $4 from generate_series(1, $5::int) as n`,
      [greenfield.tenant.id, story.id, JSON.stringify(documentOf('')), removedAt, count],
    );
  const oneMore = (story: Story) => ({ ...story.of, body: { id: uuidv7(), place: 200 } });
  const tooMany = { status: 409, code: 'writing.too_many_chapters' };

  it('has room again for each chapter that was taken out, and is handed in with one that came back', async () => {
    const author = await world.as(greenfield.student);
    const story = await write(author);
    await fill(story, limits.chaptersPerStory - 1);
    expect(await world.refusal(author, writingEndpoints.addChapter, oneMore(story))).toMatchObject(tooMany);
    await world.call(author, writingEndpoints.removeChapter, { params: story.params });
    await world.call(author, writingEndpoints.addChapter, oneMore(story));
    expect(await world.refusal(author, writingEndpoints.addChapter, oneMore(story))).toMatchObject(tooMany);
    await save(author, story, 'Written elsewhere.', story.version);
    const { rows } = await world.testDatabase.administrator.query<{ id: string }>(
      'select id from chapters where work_id = $1 and removed_at is null',
      [story.id],
    );
    const chapters = rows.map(({ id }) => id);
    expect(chapters).toHaveLength(limits.chaptersPerStory + 1);
    await world.call(author, writingEndpoints.handIn, { ...story.of, body: { chapters } });
    expect((await onDevice(author, story)).work?.state).toBe('submitted');
  });

  it('has had so many chapters that there is an end to it, and pictures for each of them', async () => {
    const author = await world.as(greenfield.student);
    const story = await write(author);
    await fill(story, chaptersEver - 2, world.clock.now());
    await world.call(author, writingEndpoints.addChapter, oneMore(story));
    expect(await world.refusal(author, writingEndpoints.addChapter, oneMore(story))).toMatchObject(tooMany);
    expect(pictureLimits.perStory).toBeGreaterThanOrEqual(chaptersEver);
  });

  it('is made of chapters that one call can carry', async () => {
    const author = await world.as(greenfield.student);
    const story = await write(author);
    const long = {
      version: uuidv7(),
      based_on: story.version,
      title: '',
      document: documentOf(Array.from({ length: 4 }, () => '語'.repeat(20_000)).join('\n\n')),
    };
    expect(
      await world.refusal(author, writingEndpoints.saveChapter, { params: story.params, body: long }),
    ).toMatchObject({ status: 400 });
  });
});
