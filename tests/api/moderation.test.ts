import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { dashboardEndpoints } from '#contract/dashboard/dashboard.endpoints.ts';
import { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { moderationWords, reportsShown, type ReportedQuery } from '#contract/moderation/moderation.schema.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { pictureEndpoints } from '#contract/writing/pictures.endpoints.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import { makeStudent, makeWorks, permitPublic, setPrivacy } from '#server/seeds/factories.ts';
import type { Caller, Person } from '../support/api-world.ts';
import { photograph } from '../support/pictures.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

const minute = 60_000;

interface Published {
  id: string;
  chapterId: string;
  author: Person;
}

/** A story of a child whom no other test is about, for everybody. */
async function published(visibility: 'community' | 'public' = 'public'): Promise<Published> {
  const signIn = { username: `kit-${uuidv7().slice(-8)}`, password: 'quiet-otter-11' };
  const child = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass, signIn);
  await setPrivacy(world.context, greenfield.tenant, [child.id], 'public');
  await permitPublic(world.context, greenfield.tenant, [child.id]);
  const chapterId = uuidv7();
  const chapters = [{ id: chapterId, title: '', document: documentOf('Once there was a kite.') }];
  const [work] = await makeWorks(world.context, greenfield.tenant, [
    { author_id: child.id, kind: 'story', state: 'published', visibility, chapters },
  ]);
  const author = { id: child.id, tenant_id: greenfield.tenant.id, ...signIn };
  // What follows happens after it was made.
  world.clock.advance(minute);
  return { id: work?.id ?? '', chapterId, author };
}

const of = (id: string) => ({ params: { workId: id } });
const visitorHere = () => world.as('visitor', greenfield.host);
const tell = (reader: Caller, id: string, words = '') =>
  world.call(reader, moderationEndpoints.report, { ...of(id), body: { reason: 'unkind', words } });
const takeDown = (staff: Caller, id: string) =>
  world.call(staff, moderationEndpoints.takeDown, { ...of(id), body: { reason: 'Let us talk about it.' } });

const stays = (id: string, reports: readonly string[] = [uuidv7()]) => ({
  ...of(id),
  body: { reports: [...reports] },
});

/** What stands in the queue about a work; undefined where nothing does. */
async function queued(staff: Caller, id: string) {
  const { results } = await world.call(staff, moderationEndpoints.list, { query: { limit: 100 } });
  return results.find((work) => work.id === id);
}

/** Ids of what the office reads about a work. */
const shown = async (staff: Caller, id: string) =>
  (await queued(staff, id))?.reports.map((report) => report.id) ?? [];

/** How many works the office is asked to look at. */
const toDo = async (staff: Caller) =>
  (await world.call(staff, dashboardEndpoints.readSchool, { query: { time_zone: 'UTC' } })).to_do
    .reported_works;

const isRead = (reader: Caller, id: string) =>
  world.call(reader, workEndpoints.read, of(id)).then(
    () => true,
    () => false,
  );

const audited = async (id: string) => {
  const { rows } = await world.testDatabase.administrator.query<{ action: string }>(
    `select action from audit_entries where subject_id = $1 and action like 'moderation.%' order by id`,
    [id],
  );
  return rows.map(({ action }) => action);
};

describe('a report', () => {
  it('comes from whoever may read the work, and the office sees who told what', async () => {
    const { id } = await published();
    await tell(await visitorHere(), id, ' It laughs at my friend. ');
    const member = await world.as(greenfield.student);
    await tell(member, id);
    await tell(member, id, 'Once more');
    const work = await queued(await world.as(greenfield.schoolAdmin), id);
    expect(work?.reports.map(({ reason, words, by }) => ({ reason, words, by }))).toEqual([
      { reason: 'unkind', words: 'It laughs at my friend.', by: null },
      { reason: 'unkind', words: '', by: expect.any(String) as string },
    ]);
    expect(work).toMatchObject({ state: 'published', taken_down_at: null });
  });

  it('is found by words of the title, and by whether somebody has to decide', async () => {
    const { id } = await published();
    await tell(await visitorHere(), id);
    const admin = await world.as(greenfield.schoolAdmin);
    const title = (await queued(admin, id))?.title ?? '';
    const isFound = async (query: Partial<ReportedQuery>, caller = admin) => {
      const { results } = await world.call(caller, moderationEndpoints.list, {
        query: { limit: 100, ...query },
      });
      return results.some((work) => work.id === id);
    };
    expect(await isFound({ search: title })).toBe(true);
    expect(await isFound({ search: `${title} wallaby` })).toBe(false);
    expect(await isFound({ search: title }, await world.as(riverside.schoolAdmin))).toBe(false);
    expect(await isFound({ state: 'open' })).toBe(true);
    expect(await isFound({ state: 'taken_down' })).toBe(false);
    await takeDown(admin, id);
    expect(await isFound({ state: 'taken_down' })).toBe(true);
  });

  it('is one of a guardian with an account too, however often they tell it', async () => {
    const { id } = await published();
    const guardian = await world.as(greenfield.parent);
    await tell(guardian, id);
    await tell(guardian, id, 'Once more');
    expect((await queued(await world.as(greenfield.schoolAdmin), id))?.reports).toMatchObject([
      { words: '', by: expect.any(String) as string },
    ]);
    expect(await queued(await world.as(riverside.schoolAdmin), id)).toBeUndefined();
  });

  it('is taken of nothing that one may not read, or that is not on the shelf', async () => {
    const inside = await published('community');
    const noWork = { status: 404, code: 'works.not_found' };
    const body = { reason: 'other' as const };
    const strangers = [
      await visitorHere(),
      await world.as(riverside.student),
      await world.as(riverside.schoolAdmin),
    ];
    for (const stranger of strangers)
      expect(
        await world.refusal(stranger, moderationEndpoints.report, { ...of(inside.id), body }),
      ).toMatchObject(noWork);
    const [draft] = await makeWorks(world.context, greenfield.tenant, [
      { author_id: inside.author.id, state: 'draft' },
    ]);
    const author = await world.as(inside.author);
    expect(
      await world.refusal(author, moderationEndpoints.report, { ...of(draft?.id ?? ''), body }),
    ).toMatchObject(noWork);
    expect(await queued(await world.as(greenfield.schoolAdmin), inside.id)).toBeUndefined();
  });

  it('has a reason of those there are, and no novel', async () => {
    const { id } = await published();
    const visitor = await visitorHere();
    for (const body of [
      { reason: 'boring' as 'other' },
      { reason: 'other' as const, words: 'x'.repeat(moderationWords + 1) },
    ])
      expect(await world.refusal(visitor, moderationEndpoints.report, { ...of(id), body })).toMatchObject({
        status: 400,
        code: 'request.invalid',
      });
  });

  it('is one of so many that a network or a person may make in a while', async () => {
    const { id } = await published();
    world.clock.advance(11 * minute);
    const visitor = await visitorHere();
    const member = await world.as(greenfield.student);
    const body = { reason: 'other' as const };
    for (const reader of [visitor, member]) {
      for (let time = 0; time < 20; time += 1) await tell(reader, id);
      expect(await world.refusal(reader, moderationEndpoints.report, { ...of(id), body })).toMatchObject({
        status: 429,
        code: 'request.too_many',
      });
    }
    world.clock.advance(11 * minute);
    await tell(visitor, id);
    expect((await queued(await world.as(greenfield.schoolAdmin), id))?.reports).toHaveLength(22);
  });
});

describe('reports that come all at once', () => {
  it('are no more than those that come one by one, and none of another school', async () => {
    const { id } = await published();
    world.clock.advance(11 * minute);
    const visitor = await visitorHere();
    const body = { reason: 'other' as const };
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        world.call(visitor, moderationEndpoints.report, { ...of(id), body }).then(
          () => true,
          () => false,
        ),
      ),
    );
    // Those who come after have all their reports left.
    world.clock.advance(11 * minute);
    expect(answers.filter(Boolean)).toHaveLength(20);
    expect(await shown(await world.as(greenfield.schoolAdmin), id)).toHaveLength(20);
    expect(await queued(await world.as(riverside.schoolAdmin), id)).toBeUndefined();
  });
});

describe('what the school decides', () => {
  it('is nobody’s but the office’s: no teacher, no child, no other school', async () => {
    const { id, author } = await published();
    await tell(await visitorHere(), id);
    for (const person of [greenfield.teacher, author]) {
      const caller = await world.as(person);
      expect(await world.refusal(caller, moderationEndpoints.list, { query: {} })).toMatchObject({
        status: 403,
      });
      expect(await world.refusal(caller, moderationEndpoints.keep, stays(id))).toMatchObject({ status: 403 });
    }
    const foreign = await world.as(riverside.schoolAdmin);
    const reports = await shown(await world.as(greenfield.schoolAdmin), id);
    expect(await queued(foreign, id)).toBeUndefined();
    const notFound = { status: 404, code: 'moderation.not_found' };
    expect(await world.refusal(foreign, moderationEndpoints.keep, stays(id, reports))).toMatchObject(
      notFound,
    );
    expect(await world.refusal(foreign, moderationEndpoints.reinstate, of(id))).toMatchObject(notFound);
    expect(
      await world.refusal(foreign, moderationEndpoints.takeDown, { ...of(id), body: { reason: 'No' } }),
    ).toMatchObject(notFound);
    expect(await isRead(await visitorHere(), id)).toBe(true);
    expect(await audited(id)).toEqual([]);
  });

  it('may be that it stays: then what was told is done, and may be told anew', async () => {
    const { id } = await published();
    const admin = await world.as(greenfield.schoolAdmin);
    await tell(await visitorHere(), id);
    const reports = await shown(admin, id);
    for (let time = 0; time < 2; time += 1)
      expect(await world.call(admin, moderationEndpoints.keep, stays(id, reports))).toEqual({
        id,
        state: 'published',
      });
    expect(await queued(admin, id)).toBeUndefined();
    expect(await audited(id)).toEqual(['moderation.kept']);
    await tell(await visitorHere(), id);
    expect((await queued(admin, id))?.reports).toHaveLength(1);
  });

  it('is about what was read, and not about what came meanwhile or stands at another work', async () => {
    const [first, other] = [await published(), await published()];
    const admin = await world.as(greenfield.schoolAdmin);
    for (const { id } of [first, other]) await tell(await visitorHere(), id);
    const read = await shown(admin, first.id);
    await tell(await visitorHere(), first.id, 'It tells where I live.');
    const all = [...read, ...(await shown(admin, other.id))];
    await world.call(admin, moderationEndpoints.keep, stays(first.id, all));
    expect((await queued(admin, first.id))?.reports).toMatchObject([{ words: 'It tells where I live.' }]);
    expect((await queued(admin, other.id))?.reports).toHaveLength(1);
    expect(await audited(first.id)).toEqual(['moderation.kept']);
    for (const reports of [[], Array.from({ length: reportsShown + 1 }, () => uuidv7())])
      expect(await world.refusal(admin, moderationEndpoints.keep, stays(first.id, reports))).toMatchObject({
        status: 400,
        code: 'request.invalid',
      });
  });

  it('is nothing that anybody waits for once the author threw the work away', async () => {
    const { id, author } = await published();
    const [admin, foreign] = [await world.as(greenfield.schoolAdmin), await world.as(riverside.schoolAdmin)];
    const before = [await toDo(admin), await toDo(foreign)];
    await tell(await visitorHere(), id);
    expect([await toDo(admin), await toDo(foreign)]).toEqual([(before[0] ?? 0) + 1, before[1]]);
    const teacher = await world.as(greenfield.teacher);
    await world.call(teacher, reviewEndpoints.withdraw, { ...of(id), body: { reason: 'Wait' } });
    await world.call(await world.as(author), writingEndpoints.discard, of(id));
    expect(await queued(admin, id)).toBeUndefined();
    expect([await toDo(admin), await toDo(foreign)]).toEqual(before);
  });

  it('takes a work from everybody but its author, tells the author why, and lets it back', async () => {
    const { id, author } = await published();
    const admin = await world.as(greenfield.schoolAdmin);
    const teacher = await world.as(greenfield.teacher);
    const readers = [await visitorHere(), await world.as(greenfield.student)];
    await tell(await visitorHere(), id);
    for (let time = 0; time < 2; time += 1)
      expect(await takeDown(admin, id)).toEqual({ id, state: 'withdrawn' });
    for (const reader of readers) expect(await isRead(reader, id)).toBe(false);
    expect(await isRead(await world.as(author), id)).toBe(true);
    const { results } = await world.call(teacher, reviewEndpoints.listOfWork, { ...of(id), query: {} });
    expect(results).toMatchObject([{ action: 'withdrawn', reason: 'Let us talk about it.' }]);
    expect(await queued(admin, id)).toMatchObject({ reports: [], state: 'withdrawn' });
    expect(await world.refusal(teacher, reviewEndpoints.publish, { ...of(id), body: {} })).toMatchObject({
      status: 409,
      code: 'reviews.taken_down',
    });

    world.clock.advance(minute);
    for (let time = 0; time < 2; time += 1)
      expect(await world.call(admin, moderationEndpoints.reinstate, of(id))).toEqual({
        id,
        state: 'published',
      });
    for (const reader of readers) expect(await isRead(reader, id)).toBe(true);
    expect(await queued(admin, id)).toBeUndefined();
    expect(await audited(id)).toEqual(['moderation.taken_down', 'moderation.reinstated']);
  });

  it('lets back what was changed meanwhile as far as a teacher looks at it first', async () => {
    const { id, author } = await published();
    const admin = await world.as(greenfield.schoolAdmin);
    await takeDown(admin, id);
    world.clock.advance(minute);
    const child = await world.as(author);
    await world.call(child, writingEndpoints.addChapter, {
      ...of(id),
      body: { id: uuidv7(), place: 9 },
    });
    expect(await world.call(admin, moderationEndpoints.reinstate, of(id))).toEqual({
      id,
      state: 'withdrawn',
    });
    expect(await isRead(await visitorHere(), id)).toBe(false);
    await world.call(await world.as(greenfield.teacher), reviewEndpoints.publish, { ...of(id), body: {} });
    expect(await isRead(await visitorHere(), id)).toBe(true);
  });

  it('lets back what its teacher had withdrawn before as withdrawn, rewritten or not', async () => {
    for (const isRewritten of [false, true]) {
      const { id, author } = await published();
      const teacher = await world.as(greenfield.teacher);
      await tell(await visitorHere(), id);
      await world.call(teacher, reviewEndpoints.withdraw, { ...of(id), body: { reason: 'Wait' } });
      if (isRewritten)
        await world.call(await world.as(author), writingEndpoints.addChapter, {
          ...of(id),
          body: { id: uuidv7(), place: 9 },
        });
      world.clock.advance(minute);
      const admin = await world.as(greenfield.schoolAdmin);
      await takeDown(admin, id);
      expect(await world.call(admin, moderationEndpoints.reinstate, of(id))).toEqual({
        id,
        state: 'withdrawn',
      });
      expect(await isRead(await visitorHere(), id)).toBe(false);
    }
  });

  it('lets back as withdrawn what was changed by whoever began before it was taken down', async () => {
    const changes = {
      title: (child: Caller, { id }: Published) =>
        world.call(child, writingEndpoints.change, { ...of(id), body: { title: 'Mill Lane 4' } }),
      words: (child: Caller, { id, chapterId }: Published) =>
        world.call(child, writingEndpoints.saveChapter, {
          params: { workId: id, chapterId },
          body: { version: uuidv7(), based_on: null, title: '', document: documentOf('Mill Lane 4') },
        }),
      picture: async (child: Caller, { id }: Published) => {
        const { sha256, file } = await photograph('plum');
        await world.call(child, pictureEndpoints.send, {
          params: { workId: id, sha256 },
          body: { picture: file },
        });
      },
    };
    for (const [what, change] of Object.entries(changes)) {
      const work = await published();
      const { id } = work;
      const child = await world.as(work.author);
      world.clock.advance(minute);
      const admin = await world.as(greenfield.schoolAdmin);
      await takeDown(admin, id);
      // Its call came first, and waited for who was taking the work down.
      world.clock.advance(-minute);
      await change(child, work);
      world.clock.advance(2 * minute);
      expect([what, await world.call(admin, moderationEndpoints.reinstate, of(id))]).toEqual([
        what,
        { id, state: 'withdrawn' },
      ]);
      expect(await isRead(await visitorHere(), id)).toBe(false);
    }
  });

  it('is about what is on the shelf or was, and not about what a child is writing', async () => {
    const { author } = await published();
    const [draft] = await makeWorks(world.context, greenfield.tenant, [
      { author_id: author.id, state: 'submitted' },
    ]);
    expect(
      await world.refusal(await world.as(greenfield.schoolAdmin), moderationEndpoints.takeDown, {
        ...of(draft?.id ?? ''),
        body: { reason: 'No' },
      }),
    ).toMatchObject({ status: 409, code: 'moderation.not_on_shelf' });
  });
});
