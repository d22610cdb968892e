import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { monitoringEndpoints } from '#contract/monitoring/monitoring.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import type { Caller } from '../support/api-world.ts';
import { hour, minute, monitoringOfFile } from '../support/monitoring.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

const {
  platform,
  colleague,
  story,
  tell,
  tellAsVisitor,
  told,
  read,
  saying,
  takeDown,
  listed,
  rowOf,
  audited,
  isRead,
  tellAs,
} = monitoringOfFile({ world, greenfield, riverside });

describe('a decision', () => {
  it('names what was seen, and hears what changed since (law 8)', async () => {
    const work = await told();
    const item = await read(work);
    await tellAsVisitor(work, 'frightening');
    expect(await world.refusal(await platform(), monitoringEndpoints.keep, saying(work, item))).toMatchObject(
      {
        status: 409,
        code: 'monitoring.changed_since',
        details: { reports: 1 },
      },
    );
    const again = await read(work);
    await world.testDatabase.administrator.query(`update works set blurb = 'Other' where id = $1`, [work.id]);
    expect(
      await world.refusal(await platform(), monitoringEndpoints.keep, saying(work, again)),
    ).toMatchObject({
      code: 'monitoring.changed_since',
      details: { text: true },
    });
    const third = await read(work);
    await world.call(await colleague(), monitoringEndpoints.keep, saying(work, third));
    expect(
      await world.refusal(await platform(), monitoringEndpoints.takeDown, saying(work, third)),
    ).toMatchObject({
      code: 'monitoring.changed_since',
      details: { state: 'done' },
    });
    expect((await audited(work.id)).school.filter((action) => action !== 'monitoring.looked')).toEqual([
      'monitoring.kept',
    ]);
  });

  it('may be that it stays; what changes afterwards stands side by side', async () => {
    const work = await told();
    await world.call(await platform(), monitoringEndpoints.keep, saying(work, await read(work)));
    expect(await rowOf(work)).toBeUndefined();
    expect(await rowOf(work, 'done')).toMatchObject({ decision: 'kept', risk: 0 });
    await world.testDatabase.administrator.query(`update works set blurb = 'Mill Lane 4' where id = $1`, [
      work.id,
    ]);
    await tell(work, 'other');
    const item = await read(work);
    expect(item.changes).toEqual([
      { part: 'blurb', before: expect.any(String) as string, after: 'Mill Lane 4', has_other_assets: false },
    ]);
    expect(item.reasons.map(({ reason }) => reason)).toContain('changed');
    expect(item.decisions).toMatchObject([{ action: 'monitoring.kept', reason: 'It is a tale.' }]);
  });

  it('may be a question to the school; three days of silence bring it on top', async () => {
    const work = await told('other');
    await world.call(
      await platform(),
      monitoringEndpoints.ask,
      saying(work, await read(work), 'Is this about a child?'),
    );
    expect(await rowOf(work)).toBeUndefined();
    expect(await rowOf(work, 'asked')).toMatchObject({ state: 'asked' });
    const admin = await world.as(greenfield.schoolAdmin);
    const { results } = await world.call(admin, moderationEndpoints.list, { query: { limit: 100 } });
    expect(results.find(({ id }) => id === work.id)).toMatchObject({ asked: 'Is this about a child?' });
    world.clock.advance(72 * hour);
    expect((await listed())[0]?.work_id).toBe(work.id);
    expect(await rowOf(work, 'asked')).toBeUndefined();
  });

  it('is one where two administrators decide at once; the other is told', async () => {
    const work = await told();
    const item = await read(work);
    const tries = await Promise.allSettled([
      world.call(await platform(), monitoringEndpoints.keep, saying(work, item)),
      world.call(await colleague(), monitoringEndpoints.takeDown, saying(work, item)),
    ]);
    const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toHaveLength(1);
    expect(String(refused[0])).toContain('monitoring.changed_since');
    const decided = (await audited(work.id)).school.filter((action) => action !== 'monitoring.looked');
    expect(decided).toHaveLength(1);
    expect(await audited(work.id)).toMatchObject({ platform: ['monitoring.looked', ...decided] });
    const isKept = decided[0] === 'monitoring.kept';
    expect(await isRead(await world.as('visitor', greenfield.host), work.id)).toBe(isKept);
    expect(await read(work)).toMatchObject({ state: isKept ? 'done' : 'taken_down' });
  });

  it('tells those who reported it that it stays, and no other reader', async () => {
    const work = await story();
    const [reader, other] = [await world.as(greenfield.student), await world.as(greenfield.teacher)];
    await tellAs(reader, work);
    const reportOf = async (who: Caller) =>
      (await world.call(who, workEndpoints.read, { params: { workId: work.id } })).own_report;
    expect(await reportOf(reader)).toMatchObject({ decided_at: null });
    await world.call(await platform(), monitoringEndpoints.keep, saying(work, await read(work)));
    expect(await reportOf(reader)).toMatchObject({ decided_at: world.clock.now().toISOString() });
    expect(await reportOf(other)).toBeNull();
    expect(await reportOf(await world.as('visitor', greenfield.host))).toBeNull();
  });

  it('may wait for the school’s answer, which is given once and by that school alone', async () => {
    const work = await told();
    const admin = await world.as(greenfield.schoolAdmin);
    const answer = { params: { workId: work.id }, body: { reason: 'It is about a cat.' } };
    const notAsked = { status: 409, code: 'moderation.not_asked' };
    expect(await world.refusal(admin, moderationEndpoints.answer, answer)).toMatchObject(notAsked);
    await world.call(
      await platform(),
      monitoringEndpoints.ask,
      saying(work, await read(work), 'Whom is it about?'),
    );
    expect(
      await world.refusal(await world.as(riverside.schoolAdmin), moderationEndpoints.answer, answer),
    ).toMatchObject({
      status: 404,
    });
    await world.call(admin, moderationEndpoints.answer, answer);
    expect(await world.refusal(admin, moderationEndpoints.answer, answer)).toMatchObject(notAsked);
    const { results } = await world.call(admin, moderationEndpoints.list, { query: { limit: 100 } });
    expect(results.find(({ id }) => id === work.id)).toMatchObject({ asked: null });
    const item = await read(work);
    expect(item).toMatchObject({
      state: 'waiting',
      question: 'Whom is it about?',
      answer: 'It is about a cat.',
      decisions: [
        { action: 'monitoring.answered', reason: 'It is about a cat.' },
        { action: 'monitoring.asked', reason: 'Whom is it about?' },
      ],
    });
    expect(await rowOf(work)).toMatchObject({ answered_at: expect.any(String) as string });
    await world.call(await platform(), monitoringEndpoints.keep, saying(work, item));
    expect(await read(work)).toMatchObject({ state: 'done', question: null, answer: null });
  });

  it('is the school’s too: what it settles is done here', async () => {
    const work = await story(greenfield, { visibility: 'community' });
    await tell(work);
    const admin = await world.as(greenfield.schoolAdmin);
    const reports = (await read(work)).reports.map(({ id }) => id);
    await world.call(admin, moderationEndpoints.keep, { params: { workId: work.id }, body: { reports } });
    expect(await rowOf(work, 'done')).toMatchObject({ decision: 'school' });
  });
});

describe('a takedown by the platform', () => {
  it('reaches every reader, says why, stands in both audits, and the school does not undo it (law 7)', async () => {
    const work = await told();
    const visitor = await world.as('visitor', greenfield.host);
    expect(await takeDown(work)).toMatchObject({ state: 'taken_down' });
    expect(await isRead(visitor, work.id)).toBe(false);
    expect(await isRead(await world.as(work.author), work.id)).toBe(true);
    const admin = await world.as(greenfield.schoolAdmin);
    const params = { workId: work.id };
    expect(await world.refusal(admin, moderationEndpoints.reinstate, { params })).toMatchObject({
      status: 409,
      code: 'moderation.platform_decides',
    });
    const { results } = await world.call(await world.as(greenfield.teacher), reviewEndpoints.listOfWork, {
      params,
      query: {},
    });
    expect(results).toMatchObject([{ action: 'withdrawn', reason: 'Let us talk about it.' }]);
    const author = await world.as(work.author);
    const pulled = await world.call(author, syncEndpoints.pull, {
      body: { client_id: uuidv7(), cursor: null },
    });
    expect(JSON.stringify(pulled)).toContain('Let us talk about it.');
    expect(await audited(work.id)).toEqual({
      school: ['monitoring.looked', 'monitoring.taken_down'],
      platform: ['monitoring.looked', 'monitoring.taken_down'],
      elsewhere: 0,
    });
    await world.call(await platform(), monitoringEndpoints.reinstate, saying(work, await read(work)));
    expect(await isRead(visitor, work.id)).toBe(true);
  });

  it('may be appealed once by the school, and by no other', async () => {
    const work = await told();
    const admin = await world.as(greenfield.schoolAdmin);
    const appeal = { params: { workId: work.id }, body: { reason: 'It is a tale of ours.' } };
    expect(await world.refusal(admin, moderationEndpoints.appeal, appeal)).toMatchObject({
      code: 'moderation.not_the_platforms',
    });
    await takeDown(work);
    expect(
      await world.refusal(await world.as(riverside.schoolAdmin), moderationEndpoints.appeal, appeal),
    ).toMatchObject({ status: 404 });
    await world.call(admin, moderationEndpoints.appeal, appeal);
    expect(await world.refusal(admin, moderationEndpoints.appeal, appeal)).toMatchObject({
      status: 409,
      code: 'moderation.appealed',
    });
    const item = await read(work);
    expect(item).toMatchObject({ state: 'waiting', appeal: 'It is a tale of ours.' });
    expect(item.reasons).toEqual([{ reason: 'appeal', weight: 40 }]);
    // It stays down, and the school has asked once.
    expect(
      await world.call(await platform(), monitoringEndpoints.takeDown, saying(work, item)),
    ).toMatchObject({
      state: 'taken_down',
    });
    expect(await world.refusal(admin, moderationEndpoints.appeal, appeal)).toMatchObject({
      code: 'moderation.appealed',
    });
    const { results } = await world.call(admin, moderationEndpoints.list, { query: { limit: 100 } });
    expect(results.find(({ id }) => id === work.id)).toMatchObject({
      taken_down_by: 'platform',
      appeal_answered_at: expect.any(String) as string,
    });
  });

  it('leaves the school’s own to the school', async () => {
    const work = await told();
    const admin = await world.as(greenfield.schoolAdmin);
    const params = { workId: work.id };
    await world.call(admin, moderationEndpoints.takeDown, { params, body: { reason: 'Wait' } });
    expect(
      await world.refusal(await platform(), monitoringEndpoints.reinstate, saying(work, await read(work))),
    ).toMatchObject({ status: 409, code: 'monitoring.schools_own' });
    expect(await world.call(admin, moderationEndpoints.reinstate, { params })).toMatchObject({
      state: 'published',
    });
  });

  it('counts the copies on tablets, and those that a sleeping tablet threw away at its next pull', async () => {
    const work = await told();
    const other = await world.as(greenfield.student);
    const pull = (who: Caller, client_id: string) =>
      world.call(who, syncEndpoints.pull, { body: { client_id, cursor: null, kept: [work.id] } });
    const [sleeping, awake] = [uuidv7(), uuidv7()];
    await pull(other, sleeping);
    await pull(await world.as(greenfield.teacher), awake);
    expect((await read(work)).copies).toEqual({ kept: 2, gone: 0 });
    await takeDown(work);
    expect((await read(work)).copies).toEqual({ kept: 2, gone: 0 });
    world.clock.advance(minute);
    expect((await pull(other, sleeping)).kept).toEqual([]);
    expect((await read(work)).copies).toEqual({ kept: 2, gone: 1 });
  });
});
