import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { monitoringEndpoints } from '#contract/monitoring/monitoring.endpoints.ts';
import type { WatchQuery } from '#contract/monitoring/monitoring.schema.ts';
import { watchedAssetPath } from '#contract/monitoring/monitoring.rules.ts';
import { offerEndpoints } from '#contract/offers/offers.endpoints.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { makeDrawing, makeWorks } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { mailboxOfFile } from '../support/mailbox.ts';
import { handedInBook, offerBook, orderedPages } from '../support/offers.ts';
import { drawingOf } from '../support/shelf.ts';
import { hour, kite, minute, monitoringOfFile } from '../support/monitoring.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

const mail = mailboxOfFile(world);

const { platform, colleague, story, tell, told, at, read, saying, listed, rowOf, audited, tellAs } =
  monitoringOfFile({ world, greenfield, riverside });

describe('the queue', () => {
  it('lists works of all schools by risk and then by age, with reasons, and titles that strangers may see (law 1)', async () => {
    const first = await told('other');
    const second = await told('frightening', riverside);
    const inside = await story(greenfield, { visibility: 'community' });
    await tell(inside, 'frightening');
    const rows = (await listed()).filter(({ work_id }) => [first.id, second.id, inside.id].includes(work_id));
    expect(rows.map(({ work_id }) => work_id).at(-1)).toBe(first.id);
    expect(rows.find(({ work_id }) => work_id === second.id)).toMatchObject({
      tenant_id: riverside.tenant.id,
      school_name: 'riverside school',
      shown: { title: 'The kite' },
      state: 'waiting',
      is_overdue: false,
    });
    const kept = rows.find(({ work_id }) => work_id === inside.id);
    expect(kept).toMatchObject({ shown: null, risk: 50, reasons: [{ reason: 'frightening', weight: 50 }] });
    expect(JSON.stringify(kept)).not.toContain('kite');
    const risks = (await listed()).map(({ risk }) => risk);
    expect(risks).toEqual(risks.toSorted((one, other) => other - one));
  });

  it('is narrowed down by reason, kind and school, page by page', async () => {
    const here = await told('frightening');
    const there = await told('other', riverside);
    const only = async (query: WatchQuery) => {
      const { results } = await world.call(await platform(), monitoringEndpoints.list, { query });
      return results.map(({ work_id }) => work_id);
    };
    const atRiverside = { tenant_id: riverside.tenant.id, tab: 'waiting' } as const;
    expect(await only({ tab: 'waiting', reason: 'frightening' })).toContain(here.id);
    expect(await only({ tab: 'waiting', reason: 'frightening' })).not.toContain(there.id);
    expect(await only(atRiverside)).toContain(there.id);
    expect(await only(atRiverside)).not.toContain(here.id);
    expect(await only({ ...atRiverside, kind: 'book' })).toEqual([]);
  });

  it('is counted', async () => {
    const before = await world.call(await platform(), monitoringEndpoints.count, {});
    await told('frightening');
    const after = await world.call(await platform(), monitoringEndpoints.count, {});
    expect(after).toEqual({ ...before, waiting: (before.waiting ?? 0) + 1 });
    world.clock.advance(24 * hour + minute);
    const late = await world.call(await platform(), monitoringEndpoints.count, {});
    expect(late.overdue).toBeGreaterThan(before.overdue ?? 0);
  });

  it('says when a promise is not kept', async () => {
    const work = await told('frightening');
    world.clock.advance(24 * hour + minute);
    expect(await rowOf(work)).toMatchObject({ is_overdue: true });
  });

  it('goes on by key, and refuses a key that it did not make', async () => {
    for (let count = 0; count < 30; count += 1) {
      const made = await story(count % 2 === 0 ? greenfield : riverside, { visibility: 'community' });
      await tell(made, 'other');
    }
    const rows = await listed();
    expect(rows.length).toBeGreaterThan(25);
    expect(new Set(rows.map(({ work_id }) => work_id)).size).toBe(rows.length);
    for (const after of ['x', Buffer.from('[1]').toString('base64url')])
      expect(
        await world.refusal(await platform(), monitoringEndpoints.list, { query: { after } }),
      ).toMatchObject({
        status: 400,
        code: 'request.invalid',
      });
  });

  it('hears of what is published for everybody, once it is', async () => {
    const work = await story(greenfield, { state: 'approved', text: 'Write to ada@example.org' });
    expect(await rowOf(work)).toBeUndefined();
    const params = { workId: work.id };
    await world.call(await world.as(greenfield.teacher), reviewEndpoints.publish, { params, body: {} });
    expect((await rowOf(work))?.reasons.map(({ reason }) => reason)).toContain('private_words');
    const inside = await story(riverside, {
      state: 'approved',
      visibility: 'community',
      text: 'ada@example.org',
    });
    await world.call(await world.as(riverside.teacher), reviewEndpoints.publish, {
      params: { workId: inside.id },
      body: {},
    });
    expect(await rowOf(inside)).toBeUndefined();
  });

  it('has books of visitors in a tab of their own', async () => {
    const offer = await offerBook(world, greenfield, mail);
    await world.call(offer.visitor, offerEndpoints.handIn, {
      params: { offerId: offer.id },
      body: handedInBook(offer.ticket, orderedPages(offer)),
    });
    const admin = await world.as(greenfield.schoolAdmin);
    const { id } = await world.call(admin, offerEndpoints.accept, {
      params: { offerId: offer.id },
      body: { categories: [] },
    });
    expect((await listed('visitors')).find(({ work_id }) => work_id === id)).toMatchObject({
      kind: 'book',
      is_from_visitor: true,
      tenant_id: greenfield.tenant.id,
    });
  });
});

describe('an item', () => {
  it('shows text and reports without names, and both audits say so (laws 3 and 4)', async () => {
    const work = await told();
    const item = await read(work);
    expect(item.text?.parts.map(({ document }) => document)).toEqual([documentOf(kite)]);
    expect(item.reports).toEqual([
      {
        id: expect.any(String) as string,
        reason: 'unkind',
        words: 'Not kind.',
        reported_at: expect.any(String) as string,
      },
    ]);
    expect(JSON.stringify(item)).not.toContain(work.author.id);
    expect(await audited(work.id)).toEqual({
      school: ['monitoring.looked'],
      platform: ['monitoring.looked'],
      elsewhere: 0,
    });
  });

  it('has no text once it is out of monitoring, where strangers read none (law 3)', async () => {
    const work = await story(greenfield, { visibility: 'community' });
    await tell(work);
    await world.call(await platform(), monitoringEndpoints.keep, saying(work, await read(work)));
    expect(await read(work)).toMatchObject({ state: 'done', text: null, changes: null });
  });

  it('is of the school that is named, and of nothing that nobody told of (law 7)', async () => {
    const work = await told();
    const none = await story();
    const elsewhere = { params: { tenantId: riverside.tenant.id, workId: work.id } };
    for (const place of [elsewhere, at(none), { params: { tenantId: uuidv7(), workId: work.id } }])
      expect(await world.refusal(await platform(), monitoringEndpoints.read, place)).toMatchObject({
        status: 404,
        code: 'monitoring.not_found',
      });
    expect((await audited(none.id)).school).toEqual([]);
  });

  it('is one person’s for a quarter of an hour', async () => {
    const work = await told();
    await world.call(await platform(), monitoringEndpoints.claim, at(work));
    await world.call(await platform(), monitoringEndpoints.claim, at(work));
    const item = await read(work, colleague);
    expect(item.claim).toMatchObject({ is_mine: false, by: expect.any(String) as string });
    const claimed = { status: 409, code: 'monitoring.claimed' };
    expect(await world.refusal(await colleague(), monitoringEndpoints.claim, at(work))).toMatchObject(
      claimed,
    );
    expect(
      await world.refusal(await colleague(), monitoringEndpoints.keep, saying(work, item)),
    ).toMatchObject(claimed);
    world.clock.advance(15 * minute);
    expect(await world.call(await colleague(), monitoringEndpoints.keep, saying(work, item))).toMatchObject({
      state: 'done',
    });
  });

  it('has its pictures on the platform’s host, for the platform alone and as long as its text is read (law 3)', async () => {
    const sha256 = await makeDrawing(world.context, greenfield.tenant, drawingOf('a kite'));
    const child = greenfield.student;
    const [work] = await makeWorks(world.context, greenfield.tenant, [
      {
        author_id: child.id,
        kind: 'story',
        state: 'published',
        visibility: 'community',
        cover: { sha256, alt: '' },
      },
    ]);
    const made = { school: greenfield, id: work?.id ?? '', author: { ...child, username: '', password: '' } };
    const address = (tenantId: string, workId = made.id) => watchedAssetPath({ tenantId, workId }, sha256);
    const get = async (who: Caller, path = address(greenfield.tenant.id)) =>
      (await world.request(who, 'GET', path)).status;
    expect(await get(await platform())).toBe(404);
    await tellAs(await world.as(greenfield.teacher), made);
    const { status, headers } = await world.request(await platform(), 'GET', address(greenfield.tenant.id));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^image\/svg\+xml/u) as unknown,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox') as unknown,
    });
    const other = await told();
    for (const path of [address(riverside.tenant.id), address(greenfield.tenant.id, other.id)])
      expect(await get(await platform(), path)).toBe(404);
    for (const who of [greenfield.schoolAdmin, greenfield.teacher, riverside.schoolAdmin])
      expect(await get(await world.as(who))).toBe(404);
    expect(await get({ host: greenfield.host, access: (await platform()).access })).toBe(404);
    expect(
      await get({ host: (await platform()).host, access: (await world.as(greenfield.teacher)).access }),
    ).toBe(401);
    await world.call(await platform(), monitoringEndpoints.keep, saying(made, await read(made)));
    expect(await get(await platform())).toBe(404);
  });
});
