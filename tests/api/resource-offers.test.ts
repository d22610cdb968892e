import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { numberEndpoints } from '#contract/panel/numbers.endpoints.ts';
import { resourceOfferEndpoints } from '#contract/resources/resource-offers.endpoints.ts';
import { resourceEndpoints } from '#contract/resources/resources.endpoints.ts';
import { resourceFilePath } from '#contract/resources/resources.rules.ts';
import type { Resource } from '#contract/resources/resources.schema.ts';
import type { Caller } from '../support/api-world.ts';
import { makeChampion } from '../support/champions.ts';
import { resourceForm, shareResource, sheetPdf } from '../support/resources.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

const visitor: Caller = { host: 'localhost', access: null };
let platform: Caller;
beforeAll(async () => {
  platform = await world.as(world.platformAdmin);
});

const of = ({ id }: Pick<Resource, 'id'>) => ({ params: { resourceId: id } });
const asRead = ({ id, updated_at }: Pick<Resource, 'id' | 'updated_at'>) => ({
  ...of({ id }),
  body: { updated_at },
});
const offer = (by: Caller, fields: Parameters<typeof shareResource>[2] = {}) =>
  shareResource(world, by, { audience: 'public', ...fields });
const ana = async () => await world.as(await makeChampion(world, 'teacher'));
const own = async (by: Caller) => (await world.call(by, resourceOfferEndpoints.listOwn, {})).results;
const waiting = async () => (await world.call(platform, resourceOfferEndpoints.listOffered, {})).results;
const shown = async (to: Caller) =>
  (await world.call(to, resourceEndpoints.list, { query: {} })).results.map(({ id }) => id);

describe('what a superpower teacher shares', () => {
  it('is seen by nobody but them and the platform until it is approved, then by everybody', async () => {
    const by = await ana();
    const rivers = await offer(by, { title: 'Rivers', file: sheetPdf('rivers') });
    expect(rivers).toMatchObject({ audience: 'staff', is_own: true });
    expect(await own(by)).toMatchObject([{ id: rivers.id, state: 'open', why: null }]);
    for (const stranger of [visitor, await ana()]) {
      expect(await shown(stranger)).not.toContain(rivers.id);
      expect(await world.refusal(stranger, resourceEndpoints.read, of(rivers))).toMatchObject({
        status: 404,
      });
      expect((await world.request(stranger, 'GET', resourceFilePath(rivers))).status).toBe(404);
    }
    const [row] = await waiting();
    expect(row).toMatchObject({ id: rivers.id, title: 'Rivers', file: rivers.file });
    expect(row?.by).not.toBeNull();
    const numbers = await world.call(platform, numberEndpoints.readNumbers, { query: {} });
    expect(numbers.now.champion_resources).toBe(1);

    await world.call(platform, resourceOfferEndpoints.approve, asRead(rivers));
    expect(await waiting()).toEqual([]);
    expect(await shown(visitor)).toContain(rivers.id);
    expect((await world.request(visitor, 'GET', resourceFilePath(rivers))).status).toBe(200);
    expect(await own(by)).toMatchObject([{ state: 'approved', audience: 'public' }]);
    expect(await world.refusal(platform, resourceOfferEndpoints.approve, asRead(rivers))).toMatchObject({
      status: 409,
      code: 'resources.not_offered',
    });
  });

  it('is declined with a reason that they read, and offered again by changing it', async () => {
    const by = await ana();
    const pond = await offer(by, { title: 'Ponds' });
    const declined = { ...of(pond), body: { updated_at: pond.updated_at, reason: 'Please name a source' } };
    expect(
      await world.refusal(platform, resourceOfferEndpoints.decline, {
        ...declined,
        body: { ...declined.body, reason: ' ' },
      }),
    ).toMatchObject({ errors: { reason: ['Please say why'] } });
    await world.call(platform, resourceOfferEndpoints.decline, declined);
    expect(await waiting()).toEqual([]);
    expect(await own(by)).toMatchObject([{ state: 'declined', why: 'Please name a source' }]);
    expect(await shown(visitor)).not.toContain(pond.id);
    await world.call(by, resourceEndpoints.save, {
      ...of(pond),
      body: resourceForm({ title: 'Ponds', audience: 'public', licence: 'cc_by', credit: 'A book' }),
    });
    expect(await waiting()).toMatchObject([{ id: pond.id, state: 'open', why: null }]);
    await world.call(by, resourceEndpoints.remove, of(pond));
    expect(await waiting()).toEqual([]);
  });

  it('is answered as it was read, and is off again while a change waits', async () => {
    const by = await ana();
    const lake = await offer(by, { title: 'Lakes' });
    world.clock.advance(1000);
    const body = resourceForm({ title: 'Lakes and more', audience: 'public' });
    const changed = await world.call(by, resourceEndpoints.save, { ...of(lake), body });
    for (const refusal of [
      await world.refusal(platform, resourceOfferEndpoints.approve, asRead(lake)),
      await world.refusal(platform, resourceOfferEndpoints.decline, {
        ...of(lake),
        body: { updated_at: lake.updated_at, reason: 'No' },
      }),
    ])
      expect(refusal).toMatchObject({ status: 409, code: 'resources.changed_since' });
    await world.call(platform, resourceOfferEndpoints.approve, asRead(changed));
    expect(await shown(visitor)).toContain(lake.id);
    await world.call(by, resourceEndpoints.save, { ...of(lake), body });
    expect(await shown(visitor)).not.toContain(lake.id);
    await world.call(by, resourceEndpoints.remove, of(lake));
  });

  it('is approved by the platform’s own change that shows it to everybody', async () => {
    const by = await ana();
    const well = await offer(by, { title: 'Wells' });
    await world.call(platform, resourceEndpoints.save, {
      ...of(well),
      body: resourceForm({ title: 'Wells', audience: 'public' }),
    });
    expect(await waiting()).toEqual([]);
    expect(await own(by)).toMatchObject([{ state: 'approved', title: 'Wells' }]);
  });

  it('was not bought for one school, also where the platform says so later', async () => {
    const by = await ana();
    const sheet = await offer(by, { title: 'A bought sheet' });
    const bought = resourceForm({ audience: 'staff', licence: 'school_only', credit: 'A publisher' });
    const kept = await world.call(platform, resourceEndpoints.save, { ...of(sheet), body: bought });
    expect(await world.refusal(platform, resourceOfferEndpoints.approve, asRead(kept))).toMatchObject({
      status: 403,
      code: 'resources.not_for_everybody',
    });
    await world.call(by, resourceEndpoints.remove, of(sheet));
  });

  it('is for everybody alone, is no colleague’s, and is nothing for superpower parents', async () => {
    const by = await ana();
    for (const fields of [
      { audience: 'staff' },
      { audience: 'community' },
      { audience: 'public', licence: 'school_only', credit: 'A publisher' },
    ] as const)
      expect(
        await world.refusal(by, resourceEndpoints.save, {
          params: { resourceId: uuidv7() },
          body: resourceForm(fields),
        }),
      ).toMatchObject({ status: 403, code: 'resources.not_for_everybody' });
    const theirs = await offer(await ana(), { title: 'Of a colleague' });
    const body = resourceForm({ audience: 'public' });
    for (const refusal of [
      await world.refusal(by, resourceEndpoints.save, { ...of(theirs), body }),
      await world.refusal(by, resourceEndpoints.remove, of(theirs)),
    ])
      expect(refusal).toMatchObject({ status: 403, code: 'resources.not_yours' });
    expect(await world.refusal(by, resourceOfferEndpoints.readOwn, of(theirs))).toMatchObject({
      status: 404,
    });
    for (const refusal of [
      await world.refusal(by, resourceOfferEndpoints.listOffered, {}),
      await world.refusal(by, resourceOfferEndpoints.approve, asRead(theirs)),
    ])
      expect(refusal).toMatchObject({ status: 403 });
    const ben = await world.as(await makeChampion(world, 'parent'));
    expect(await world.refusal(ben, resourceOfferEndpoints.listOwn, {})).toMatchObject({ status: 403 });
    expect(await world.refusal(ben, resourceEndpoints.save, { ...of(theirs), body })).toMatchObject({
      status: 403,
    });
  });

  it('is none of the business of a school, whose resources the platform does not answer', async () => {
    for (const { schoolAdmin, teacher } of [greenfield, riverside]) {
      const staff = await world.as(teacher);
      const sheet = await shareResource(world, staff, { title: 'Of a school' });
      expect(await world.refusal(platform, resourceOfferEndpoints.approve, asRead(sheet))).toMatchObject({
        status: 404,
        code: 'resources.not_found',
      });
      const office = await world.as(schoolAdmin);
      expect(await world.refusal(office, resourceOfferEndpoints.listOffered, {})).toMatchObject({
        status: 404,
      });
      expect(await world.refusal(staff, resourceOfferEndpoints.listOwn, {})).toMatchObject({ status: 404 });
    }
  });
});
