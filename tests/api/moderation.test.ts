import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { moderationWords } from '#contract/moderation/moderation.schema.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import { makeStudent, makeWorks, permitPublic, setPrivacy } from '#server/seeds/factories.ts';
import type { Caller, Person } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

const minute = 60_000;

interface Published {
  id: string;
  author: Person;
}

/** A story of a child whom no other test is about, for everybody. */
async function published(visibility: 'community' | 'public' = 'public'): Promise<Published> {
  const signIn = { username: `kit-${uuidv7().slice(-8)}`, password: 'quiet-otter-11' };
  const child = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass, signIn);
  await setPrivacy(world.context, greenfield.tenant, [child.id], 'public');
  await permitPublic(world.context, greenfield.tenant, [child.id]);
  const [work] = await makeWorks(world.context, greenfield.tenant, [
    { author_id: child.id, kind: 'story', state: 'published', visibility },
  ]);
  const author = { id: child.id, tenant_id: greenfield.tenant.id, ...signIn };
  // What follows happens after it was made.
  world.clock.advance(minute);
  return { id: work?.id ?? '', author };
}

const of = (id: string) => ({ params: { workId: id } });
const visitorHere = () => world.as('visitor', greenfield.host);
const tell = (reader: Caller, id: string, words = '') =>
  world.call(reader, moderationEndpoints.report, { ...of(id), body: { reason: 'unkind', words } });
const takeDown = (staff: Caller, id: string) =>
  world.call(staff, moderationEndpoints.takeDown, { ...of(id), body: { reason: 'Let us talk about it.' } });

/** What stands in the queue about a work; undefined where nothing does. */
async function queued(staff: Caller, id: string) {
  const { results } = await world.call(staff, moderationEndpoints.list, { query: { limit: 100 } });
  return results.find((work) => work.id === id);
}

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

describe('what the school decides', () => {
  it('is nobody’s but the office’s: no teacher, no child, no other school', async () => {
    const { id, author } = await published();
    await tell(await visitorHere(), id);
    for (const person of [greenfield.teacher, author]) {
      const caller = await world.as(person);
      expect(await world.refusal(caller, moderationEndpoints.list, { query: {} })).toMatchObject({
        status: 403,
      });
      expect(await world.refusal(caller, moderationEndpoints.keep, of(id))).toMatchObject({ status: 403 });
    }
    const foreign = await world.as(riverside.schoolAdmin);
    expect(await queued(foreign, id)).toBeUndefined();
    const notFound = { status: 404, code: 'moderation.not_found' };
    expect(await world.refusal(foreign, moderationEndpoints.keep, of(id))).toMatchObject(notFound);
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
    for (let time = 0; time < 2; time += 1)
      expect(await world.call(admin, moderationEndpoints.keep, of(id))).toEqual({ id, state: 'published' });
    expect(await queued(admin, id)).toBeUndefined();
    expect(await audited(id)).toEqual(['moderation.kept']);
    await tell(await visitorHere(), id);
    expect((await queued(admin, id))?.reports).toHaveLength(1);
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
