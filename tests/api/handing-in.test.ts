import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { documentOf } from '#contract/works/document.rules.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import type { WaitingQuery } from '#contract/writing/reviews.schema.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import { setPrivacy } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { madeUpPlaces, pagesByKey } from '../support/pages-by-key.ts';
import { type Story, texts, writingOfFile } from './writing.support.ts';

const { world, greenfield, riverside, write, save, onDevice } = writingOfFile();

async function handIn(author: Caller, story: Story): Promise<void> {
  await world.call(author, writingEndpoints.handIn, { ...story.of, body: { chapters: [story.chapterId] } });
}

const auditOf = async (id: string) => {
  const { rows } = await world.testDatabase.administrator.query<{ action: string; actor_id: string }>(
    'select action, actor_id from audit_entries where subject_id = $1 order by id',
    [id],
  );
  return rows;
};

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

  it('stands once in the pages of that list, whatever is handed in or approved meanwhile', async () => {
    const author = await world.as(greenfield.student);
    for (let number = 0; number < 3; number += 1) {
      world.clock.advance(1000);
      await handIn(author, await write(author));
    }
    const teacher = await world.as(greenfield.teacher);
    const ask = (query: object, caller = teacher) =>
      world.call(caller, reviewEndpoints.listWaiting, { query });
    const before = (await ask({ limit: 100 })).results.map(({ id }) => id);
    const next = await write(author);
    const pages = await pagesByKey(
      (place) => ask({ limit: 2, ...place }),
      async () => {
        world.clock.advance(1000);
        await handIn(author, next);
        const [workId = ''] = before;
        await world.call(teacher, reviewEndpoints.giveBack, {
          params: { workId },
          body: { reason: 'And then?' },
        });
      },
    );
    expect(pages.flat().map(({ id }) => id)).toEqual([...before, next.id]);
    const { next: query } = await ask({ limit: 1 });
    const after = new URLSearchParams(query ?? '').get('after');
    expect((await ask({ after }, await world.as(riverside.teacher))).results).toEqual([]);
    for (const made of madeUpPlaces)
      expect(
        await world.refusal(teacher, reviewEndpoints.listWaiting, { query: { after: made } }),
      ).toMatchObject({ status: 400, errors: { after: expect.any(Array) } });
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
    await world.call(staff, reviewEndpoints.publish, { ...story.of, body: { language: 'en' } });
    ({ work } = await onDevice(author, story));
    // Publishing said nothing: what was said with the yes is still what the teacher said.
    expect(work).toMatchObject({
      state: 'published',
      language_chosen: true,
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
