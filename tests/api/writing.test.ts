import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { documentOf, textOf } from '#contract/works/document.rules.ts';
import { pictureLimits } from '#contract/works/picture-limits.schema.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import type { WaitingQuery } from '#contract/writing/reviews.schema.ts';
import { categoriesPerStory, chaptersEver } from '#contract/writing/writing.schema.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { makeCategory, setPrivacy } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { beginWork } from '../support/authors.ts';
import { makeCause } from '../support/causes.ts';
import { aCause } from '../support/shops.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

/** A story of a caller with words in its one chapter. */
async function write(author: Caller, text = 'Once there was a kite.') {
  const { id, chapterId } = await beginWork(world, author);
  const version = uuidv7();
  const params = { workId: id, chapterId };
  if (text !== '')
    await world.call(author, writingEndpoints.saveChapter, {
      params,
      body: { version, based_on: null, title: 'One', document: documentOf(text) },
    });
  return { id, chapterId, version, params, of: { params: { workId: id } } };
}

type Story = Awaited<ReturnType<typeof write>>;

async function save(
  author: Caller,
  { params }: Story,
  text: string,
  based_on: string | null,
  settles: string[] = [],
) {
  const version = uuidv7();
  await world.call(author, writingEndpoints.saveChapter, {
    params,
    body: { version, based_on, title: 'One', document: documentOf(text), settles },
  });
  return version;
}

async function handIn(author: Caller, story: Story): Promise<void> {
  await world.call(author, writingEndpoints.handIn, { ...story.of, body: { chapters: [story.chapterId] } });
}

/** What a device of theirs holds of a story. */
async function onDevice(caller: Caller, { id, chapterId }: Story) {
  const { scopes } = await world.call(caller, syncEndpoints.pull, {
    body: { client_id: uuidv7(), cursor: null },
  });
  const works = scopes.flatMap(({ tables }) => tables.works?.rows ?? []);
  const chapters = scopes.flatMap(({ tables }) => tables.chapters?.rows ?? []);
  return {
    work: works.find((row) => row.id === id),
    chapter: chapters.find((row) => row.id === chapterId),
  };
}

const texts = (versions: readonly { document: Parameters<typeof textOf>[0] }[] = []) =>
  versions.map(({ document }) => textOf(document));

const auditOf = async (id: string) => {
  const { rows } = await world.testDatabase.administrator.query<{ action: string; actor_id: string }>(
    'select action, actor_id from audit_entries where subject_id = $1 order by id',
    [id],
  );
  return rows;
};

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

describe('a story that is handed in', () => {
  it('has something written in it', async () => {
    const author = await world.as(greenfield.student);
    const story = await write(author, '');
    expect(
      await world.refusal(author, writingEndpoints.handIn, { ...story.of, body: { chapters: [] } }),
    ).toMatchObject({ status: 409, code: 'writing.nothing_written' });
  });

  it('waits in the list of those who look after its author, the one that waits longest first', async () => {
    const author = await world.as(greenfield.student);
    const stories = [await write(author), await write(author)];
    for (const story of stories.toReversed()) {
      world.clock.advance(1000);
      await handIn(author, story);
    }
    const ids = stories.map(({ id }) => id).toReversed();
    const waitingFor = async (caller: Caller) => {
      const { results } = await world.call(caller, reviewEndpoints.listWaiting, { query: { limit: 100 } });
      return results.map(({ id }) => id).filter((id) => ids.includes(id));
    };
    expect(await waitingFor(await world.as(greenfield.teacher))).toEqual(ids);
    expect(await waitingFor(await world.as(greenfield.schoolAdmin))).toEqual(ids);
    expect(await waitingFor(await world.as(greenfield.otherTeacher))).toEqual([]);
    expect(await waitingFor(await world.as(riverside.teacher))).toEqual([]);
  });

  it('is found in that list by words of its title or of its author, by kind and by class', async () => {
    const author = await world.as(greenfield.student);
    const story = await write(author);
    await world.call(author, writingEndpoints.change, { ...story.of, body: { title: 'The Quokka' } });
    await handIn(author, story);
    const teacher = await world.as(greenfield.teacher);
    const isFound = async (query: Partial<WaitingQuery>, caller = teacher) => {
      const { results, count } = await world.call(caller, reviewEndpoints.listWaiting, {
        query: { limit: 100, ...query },
      });
      expect(count).toBe(results.length);
      return results.some(({ id }) => id === story.id);
    };
    expect(await isFound({ search: 'quok' })).toBe(true);
    expect(await isFound({ search: 'wallaby' })).toBe(false);
    expect(await isFound({ search: 'quokka' }, await world.as(riverside.teacher))).toBe(false);
    const { results } = await world.call(teacher, reviewEndpoints.listWaiting, {
      query: { search: 'quokka' },
    });
    const found = results.find(({ id }) => id === story.id);
    expect(await isFound({ search: `quokka ${found?.author.first_name ?? ''}` })).toBe(true);
    expect(await isFound({ kind: 'story' })).toBe(true);
    expect(await isFound({ kind: 'book' })).toBe(false);
    expect(await isFound({ school_class: found?.school_class?.id })).toBe(true);
    expect(await isFound({ school_class: story.id })).toBe(false);
  });

  it('keeps words that arrive for it beside what the teacher reads, and is not changed otherwise', async () => {
    const author = await world.as(greenfield.student);
    const story = await write(author);
    await handIn(author, story);
    await save(author, story, 'Typed on another tablet.', story.version);
    const { chapter } = await onDevice(author, story);
    expect(chapter?.version).toBe(story.version);
    expect(texts(chapter?.others)).toEqual(['Typed on another tablet.']);
    const refused = { code: 'writing.handed_in' };
    expect(
      await world.refusal(author, writingEndpoints.removeChapter, { params: story.params }),
    ).toMatchObject(refused);
    expect(await world.refusal(author, writingEndpoints.discard, story.of)).toMatchObject(refused);
    await world.call(author, writingEndpoints.takeBack, story.of);
    expect((await onDevice(author, story)).work?.state).toBe('draft');
  });

  it('stays without the chapter that was taken out, whose words come late and are kept', async () => {
    const { student, teacher, otherTeacher } = greenfield;
    await setPrivacy(world.context, greenfield.tenant, [student.id], 'community');
    const [author, staff, reader] = [
      await world.as(student),
      await world.as(teacher),
      await world.as(otherTeacher),
    ];
    const story = await write(author, 'Call me: 030 123456.');
    const other = { ...story, params: { workId: story.id, chapterId: uuidv7() } };
    await world.call(author, writingEndpoints.addChapter, {
      ...story.of,
      body: { id: other.params.chapterId, place: 2 },
    });
    await save(author, other, 'Once there was a kite.', null);
    await world.call(author, writingEndpoints.removeChapter, { params: story.params });
    await world.call(author, writingEndpoints.handIn, {
      ...story.of,
      body: { chapters: [other.params.chapterId] },
    });
    await save(author, story, 'When the teacher had it.', story.version);
    await world.call(staff, reviewEndpoints.approve, { ...story.of, body: {} });
    await world.call(staff, reviewEndpoints.publish, { ...story.of, body: {} });
    await save(author, story, 'When it was on the shelf.', story.version);
    expect(
      await world.refusal(await world.as(riverside.student), writingEndpoints.saveChapter, {
        params: story.params,
        body: { version: uuidv7(), based_on: null, title: '', document: documentOf('Not mine.') },
      }),
    ).toMatchObject({ status: 404 });
    const { results } = await world.call(reader, workEndpoints.listChapters, { ...story.of, query: {} });
    expect(texts(results)).toEqual(['Once there was a kite.']);
    expect((await onDevice(author, story)).chapter).toBeUndefined();
    const kept = await world.call(author, writingEndpoints.listVersions, { params: story.params, query: {} });
    expect(texts(kept.results)).toEqual([
      'When it was on the shelf.',
      'When the teacher had it.',
      'Call me: 030 123456.',
    ]);

    // Its author reads all of it, whatever state the story is in, and nobody else does.
    const { results: removed } = await world.call(author, writingEndpoints.listRemoved, {
      ...story.of,
      query: {},
    });
    expect(removed).toMatchObject([{ id: story.chapterId, version: story.version, title: 'One' }]);
    expect(texts(removed)).toEqual(['Call me: 030 123456.']);
    expect(texts(removed[0]?.others)).toEqual(['When the teacher had it.', 'When it was on the shelf.']);
    for (const person of [teacher, greenfield.schoolAdmin, riverside.student])
      expect(
        await world.refusal(await world.as(person), writingEndpoints.listRemoved, { ...story.of, query: {} }),
      ).toMatchObject({ status: 404, code: 'writing.not_found' });

    // With words that come once it is open again, all of it is there.
    await world.call(staff, reviewEndpoints.withdraw, { ...story.of, body: { reason: 'One more look.' } });
    expect((await onDevice(author, story)).chapter).toBeUndefined();
    const mended = await save(author, story, 'A kite has no number.', story.version);
    const { chapter } = await onDevice(author, story);
    expect(chapter?.version).toBe(mended);
    expect(texts(chapter?.others)).toEqual(['When the teacher had it.', 'When it was on the shelf.']);
    const { count } = await world.call(author, writingEndpoints.listRemoved, { ...story.of, query: {} });
    expect(count).toBe(0);
  });

  it('has chapters that were taken out, a page of them at a time, but those in which nothing stood', async () => {
    const author = await world.as(greenfield.student);
    const story = await write(author);
    const added = [uuidv7(), uuidv7(), uuidv7()];
    for (const [number, id] of added.entries()) {
      await world.call(author, writingEndpoints.addChapter, { ...story.of, body: { id, place: number + 1 } });
      const params = { workId: story.id, chapterId: id };
      if (number > 0) await save(author, { ...story, params }, `Words ${number}`, null);
      await world.call(author, writingEndpoints.removeChapter, { params });
      world.clock.advance(1000);
    }
    const list = (query: { limit?: string; offset?: string }) =>
      world.call(author, writingEndpoints.listRemoved, { ...story.of, query });
    const { count, results } = await list({});
    expect(count).toBe(2);
    expect(texts(results)).toEqual(['Words 2', 'Words 1']);
    expect(texts((await list({ limit: '1', offset: '1' })).results)).toEqual(['Words 1']);
  });

  it('comes back with a sticker, which brings words where the teacher wrote none; and nobody else’s staff gives one', async () => {
    const { student, teacher } = greenfield;
    const [author, staff] = [await world.as(student), await world.as(teacher)];
    const story = await write(author, 'Once there was a snail.');
    await handIn(author, story);
    const star = { ...story.of, body: { sticker: 'star' } } as const;
    expect(
      await world.refusal(staff, reviewEndpoints.approve, {
        ...story.of,
        body: { sticker: 'crown' as never },
      }),
    ).toMatchObject({ status: 400 });
    expect(
      await world.refusal(await world.as(riverside.teacher), reviewEndpoints.approve, star),
    ).toMatchObject({ status: 404, code: 'reviews.not_found' });
    expect(await world.refusal(author, reviewEndpoints.approve, star)).toMatchObject({ status: 403 });
    // A sticker alone is no reason to give something back.
    expect(
      await world.refusal(staff, reviewEndpoints.giveBack, {
        ...story.of,
        body: { reason: '', sticker: 'star' },
      }),
    ).toMatchObject({ status: 400 });
    expect((await onDevice(author, story)).work).toMatchObject({ state: 'submitted', review: null });

    await world.call(staff, reviewEndpoints.giveBack, {
      ...story.of,
      body: { reason: 'And then?', sticker: 'heart' },
    });
    expect((await onDevice(author, story)).work).toMatchObject({
      review: { action: 'returned', reason: 'And then?', sticker: 'heart' },
    });
    await handIn(author, story);
    await world.call(staff, reviewEndpoints.approve, star);
    expect((await onDevice(author, story)).work).toMatchObject({
      review: { action: 'approved', reason: 'A star for you!', sticker: 'star' },
    });
    const told = await world.call(staff, reviewEndpoints.listOfWork, { ...story.of, query: {} });
    expect(told.results.map(({ sticker }) => sticker)).toEqual(['star', 'heart']);
  });

  it('is given back with a kind word, mended, approved, published and read; and each step is written down', async () => {
    const { student, teacher, otherTeacher } = greenfield;
    await setPrivacy(world.context, greenfield.tenant, [student.id], 'community');
    const [author, staff] = [await world.as(student), await world.as(teacher)];
    const story = await write(author, 'Once there was a kyte.');
    await handIn(author, story);
    const comment = { id: uuidv7(), chapter_id: story.chapterId, text: 'Look at the word kyte.' };
    await world.call(staff, reviewEndpoints.giveBack, {
      ...story.of,
      body: { reason: 'A lovely beginning!', comments: [comment] },
    });
    let { work } = await onDevice(author, story);
    expect(work).toMatchObject({
      state: 'returned',
      review: { action: 'returned', reason: 'A lovely beginning!', comments: [comment] },
    });
    // It was answered: what comes after that comes too late.
    expect(await world.refusal(staff, reviewEndpoints.approve, { ...story.of, body: {} })).toMatchObject({
      code: 'reviews.state_changed',
    });

    await save(author, story, 'Once there was a kite.', story.version);
    await handIn(author, story);
    await world.call(staff, reviewEndpoints.approve, { ...story.of, body: { reason: 'How it flies!' } });
    expect(await world.refusal(author, writingEndpoints.takeBack, story.of)).toMatchObject({
      code: 'writing.already_answered',
    });
    const reader = await world.as(otherTeacher);
    expect(await world.refusal(reader, workEndpoints.read, story.of)).toMatchObject({ status: 404 });
    await world.call(staff, reviewEndpoints.publish, { ...story.of, body: {} });
    ({ work } = await onDevice(author, story));
    // Publishing said nothing: what was said with the yes is still what the teacher said.
    expect(work).toMatchObject({
      state: 'published',
      review: { action: 'approved', reason: 'How it flies!' },
    });

    const { results } = await world.call(reader, workEndpoints.listChapters, { ...story.of, query: {} });
    expect(texts(results)).toEqual(['Once there was a kite.']);
    const found = await world.call(reader, workEndpoints.list, { query: { search: 'kite' } });
    expect(found.results.map(({ id }) => id)).toContain(story.id);
    expect(
      await world.refusal(await world.as(riverside.student), workEndpoints.read, story.of),
    ).toMatchObject({
      status: 404,
    });

    await world.call(staff, reviewEndpoints.withdraw, { ...story.of, body: { reason: 'One more look.' } });
    expect(await world.refusal(reader, workEndpoints.read, story.of)).toMatchObject({ status: 404 });
    expect((await onDevice(author, story)).work).toMatchObject({
      state: 'withdrawn',
      review: { reason: 'One more look.' },
    });
    expect(await auditOf(story.id)).toEqual([
      { action: 'works.handed_in', actor_id: student.id },
      { action: 'works.returned', actor_id: teacher.id },
      { action: 'works.handed_in', actor_id: student.id },
      { action: 'works.approved', actor_id: teacher.id },
      { action: 'works.published', actor_id: teacher.id },
      { action: 'works.withdrawn', actor_id: teacher.id },
    ]);
    const told = await world.call(staff, reviewEndpoints.listOfWork, { ...story.of, query: {} });
    expect(told.results.map(({ action }) => action)).toEqual([
      'withdrawn',
      'published',
      'approved',
      'returned',
    ]);
  });

  it('is not published against its author’s wish, nor for more than it', async () => {
    const author = await world.as(greenfield.student);
    const staff = await world.as(greenfield.teacher);
    const story = await write(author);
    await world.call(author, writingEndpoints.change, { ...story.of, body: { visibility: 'private' } });
    await handIn(author, story);
    await world.call(staff, reviewEndpoints.approve, { ...story.of, body: {} });
    expect(await world.refusal(staff, reviewEndpoints.publish, { ...story.of, body: {} })).toMatchObject({
      code: 'reviews.kept_private',
    });
    const other = await write(author);
    await handIn(author, other);
    await world.call(staff, reviewEndpoints.approve, { ...other.of, body: {} });
    await world.call(staff, reviewEndpoints.publish, { ...other.of, body: { visibility: 'public' } });
    expect((await onDevice(author, other)).work?.visibility).toBe('community');
  });

  it('has an address by the title that it is published with first, and keeps it', async () => {
    await setPrivacy(world.context, greenfield.tenant, [greenfield.student.id], 'community');
    const author = await world.as(greenfield.student);
    const staff = await world.as(greenfield.teacher);
    const story = await write(author);
    const call = (title: string) =>
      world.call(author, writingEndpoints.change, { ...story.of, body: { title } });
    const slug = async () => (await world.call(staff, workEndpoints.read, story.of)).slug;
    const publish = () => world.call(staff, reviewEndpoints.publish, { ...story.of, body: {} });
    await call('The blue kite');
    await handIn(author, story);
    await world.call(staff, reviewEndpoints.approve, { ...story.of, body: {} });
    await publish();
    expect(await slug()).toBe(`the-blue-kite-${story.id.slice(-8)}`);

    await world.call(staff, reviewEndpoints.withdraw, { ...story.of, body: { reason: 'Once more.' } });
    await world.testDatabase.administrator.query('update works set title = $2 where id = $1', [
      story.id,
      'The red kite',
    ]);
    await publish();
    expect(await slug()).toBe(`the-blue-kite-${story.id.slice(-8)}`);
  });

  it('is not answered by somebody who does not look after its author', async () => {
    const story = await write(await world.as(greenfield.student));
    await handIn(await world.as(greenfield.student), story);
    for (const other of [greenfield.otherTeacher, riverside.teacher, riverside.schoolAdmin]) {
      const caller = await world.as(other);
      const unknown = { status: 404, code: 'reviews.not_found' };
      expect(await world.refusal(caller, reviewEndpoints.approve, { ...story.of, body: {} })).toMatchObject(
        unknown,
      );
      expect(await world.refusal(caller, reviewEndpoints.publish, { ...story.of, body: {} })).toMatchObject(
        unknown,
      );
    }
  });
});
