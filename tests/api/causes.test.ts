import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import { causeLimits, type CauseState } from '#contract/causes/causes.schema.ts';
import { orderEndpoints, shopEndpoints } from '#contract/orders/orders.endpoints.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { causeForm, makeCause } from '../support/causes.ts';
import { photograph } from '../support/pictures.ts';
import { aCause, sellAt, textOf } from '../support/shops.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

let office: Caller;
let neighbour: Caller;
let platform: Caller;
let visitor: Caller;

beforeAll(async () => {
  office = await world.as(greenfield.schoolAdmin);
  neighbour = await world.as(riverside.schoolAdmin);
  platform = await world.as(world.platformAdmin);
  visitor = await world.as('visitor', greenfield.host);
});

const move = (caller: Caller, id: string, state: CauseState, reason = '') =>
  world.call(caller, causeEndpoints.move, { params: { id }, body: { state, reason } });
const refusedMove = (caller: Caller, id: string, state: CauseState, reason = '') =>
  world.refusal(caller, causeEndpoints.move, { params: { id }, body: { state, reason } });
const read = (caller: Caller, idOrSlug: string) =>
  world.call(caller, causeEndpoints.read, { params: { idOrSlug } });
const unread = (caller: Caller, idOrSlug: string) =>
  world.refusal(caller, causeEndpoints.read, { params: { idOrSlug } });
const listed = async (caller: Caller) =>
  (await world.call(caller, causeEndpoints.list, { query: { limit: 500 } })).results.map(({ id }) => id);

describe('a cause that a school names', () => {
  it('is seen by the school and the platform alone, until the platform opens it', async () => {
    const id = await makeCause(world, greenfield, { state: 'draft' });
    const seen = async (caller: Caller) =>
      (await world.call(caller, causeEndpoints.listOwn, { query: { limit: 500 } })).results.some(
        (cause) => cause.id === id,
      );
    expect(await seen(office)).toBe(true);
    expect(await seen(neighbour)).toBe(false);
    expect(await seen(platform)).toBe(true);
    for (const caller of [visitor, neighbour, office])
      expect(await unread(caller, id)).toMatchObject({ code: 'causes.not_found' });

    await move(office, id, 'submitted');
    expect(await refusedMove(office, id, 'open')).toMatchObject({ code: 'causes.not_next' });
    const opened = await move(platform, id, 'open');
    expect(opened).toMatchObject({ state: 'open', owner: greenfield.tenant.school_name });
    for (const caller of [visitor, neighbour]) {
      expect(await listed(caller)).toContain(id);
      expect(await read(caller, opened.slug)).toMatchObject({ id, story: 'We build nests of leaves.' });
    }
    const { causes } = await world.call(visitor, libraryEndpoints.searchAll, { query: { search: 'nests' } });
    expect(causes.results.map((cause) => cause.id)).toContain(id);
  });

  it('is given back with a reason, which the school reads', async () => {
    const id = await makeCause(world, greenfield, { state: 'submitted' });
    expect(await refusedMove(platform, id, 'draft')).toMatchObject({
      code: 'causes.reason_needed',
      errors: { reason: expect.anything() },
    });
    await move(platform, id, 'draft', 'The number is not in the register');
    const own = await world.call(office, causeEndpoints.readOwn, { params: { id } });
    expect(own).toMatchObject({ state: 'draft', reason: 'The number is not in the register' });
    expect((await move(office, id, 'submitted')).reason).toBe('');
  });

  it('is not handed in while something is missing', async () => {
    const id = await makeCause(world, greenfield, { state: 'draft', story: '', country: null });
    expect(await refusedMove(office, id, 'submitted')).toMatchObject({
      code: 'causes.incomplete',
      errors: { story: expect.anything(), country: expect.anything() },
    });
  });

  it('keeps what was checked: its school changes the rest', async () => {
    const id = await makeCause(world, greenfield, { state: 'open' });
    const change = (body: object) => ({ params: { id }, body });
    const told = await world.call(office, causeEndpoints.update, change({ summary: 'Warm nests' }));
    expect(told.summary).toBe('Warm nests');
    expect(
      await world.refusal(office, causeEndpoints.update, change({ name: 'Something else' })),
    ).toMatchObject({ code: 'causes.checked' });
    expect(await world.refusal(neighbour, causeEndpoints.update, change({ summary: 'Ours' }))).toMatchObject({
      code: 'causes.not_found',
    });
    const renamed = await world.call(platform, causeEndpoints.update, change({ name: 'Hedgehog homes' }));
    expect(renamed.name).toBe('Hedgehog homes');
    expect(await listed(visitor)).toContain(id);
  });

  it('sent twice is one, and another one with its id is refused', async () => {
    const body = causeForm();
    const [one, two] = await Promise.all([
      world.call(office, causeEndpoints.create, { body }),
      world.call(office, causeEndpoints.create, { body }),
    ]);
    expect(two.slug).toBe(one.slug);
    for (const [caller, name] of [
      [office, 'Another'],
      [neighbour, body.name],
    ] as const)
      expect(await world.refusal(caller, causeEndpoints.create, { body: { ...body, name } })).toMatchObject({
        code: 'causes.id_taken',
      });
  });

  it('has a name in addresses of its own, also where its name has none or is taken', async () => {
    const slugOf = async (name: string) =>
      (await world.call(neighbour, causeEndpoints.create, { body: causeForm({ name }) })).slug;
    expect(await slugOf('Água limpa & Brunnen!')).toBe('agua-limpa-brunnen');
    expect(await slugOf('Água limpa & Brunnen!')).toBe('agua-limpa-brunnen-2');
    expect(await slugOf('own')).toBe('cause-own');
    expect(await slugOf('清水')).toMatch(/^cause-of-ours/u);
  });

  it('is one of so many that wait at most', async () => {
    const results = [];
    const school = await world.as(world.organization.admin);
    for (let made = 0; made < causeLimits.drafts; made += 1)
      results.push(await world.call(school, causeEndpoints.create, { body: causeForm() }));
    expect(await world.refusal(school, causeEndpoints.create, { body: causeForm() })).toMatchObject({
      code: 'causes.too_many',
    });
  });
});

describe('a picture of a cause', () => {
  it('is made anew, and shown on the hosts of all schools once the cause is open', async () => {
    const id = await makeCause(world, greenfield, { state: 'submitted' });
    const { file } = await photograph('#336699');
    const { picture } = await world.call(office, causeEndpoints.setPicture, {
      params: { id },
      body: { picture: file },
    });
    const statusFor = async (caller: Caller) => (await world.request(caller, 'GET', picture ?? '')).status;
    const stranger = await world.as('visitor', riverside.host);
    expect(await statusFor(visitor)).toBe(200);
    expect(await statusFor(stranger)).toBe(404);
    await move(platform, id, 'open');
    expect(await statusFor(stranger)).toBe(200);
    const none = await world.call(office, causeEndpoints.setPicture, {
      params: { id },
      body: { picture: 'none' },
    });
    expect(none.picture).toBeNull();
  });

  it('that cannot be read is refused at its field', async () => {
    const id = await makeCause(world, greenfield, { state: 'draft' });
    const file = new File(['no picture'], 'a.png', { type: 'image/png' });
    expect(
      await world.refusal(office, causeEndpoints.setPicture, { params: { id }, body: { picture: file } }),
    ).toMatchObject({ code: 'causes.unreadable', errors: { picture: expect.anything() } });
  });
});

describe('what happened with the money', () => {
  it('is told by the school of an open cause, once for each id, and read by everybody', async () => {
    const id = await makeCause(world, greenfield, { state: 'open' });
    const { file } = await photograph('#aa3300');
    const body = { id: uuidv7(), text: 'Ten nests stand.', picture: file };
    await world.call(office, causeEndpoints.addUpdate, { params: { id }, body });
    await world.call(office, causeEndpoints.addUpdate, { params: { id }, body });
    const { updates } = await read(visitor, id);
    expect(updates).toHaveLength(1);
    expect(updates[0]).toMatchObject({ text: 'Ten nests stand.', picture: expect.stringMatching(/\.jpg$/u) });
    expect(
      await world.refusal(neighbour, causeEndpoints.addUpdate, {
        params: { id },
        body: { ...body, id: uuidv7() },
      }),
    ).toMatchObject({ code: 'causes.not_found' });
    const draft = await makeCause(world, greenfield, { state: 'draft' });
    expect(
      await world.refusal(office, causeEndpoints.addUpdate, {
        params: { id: draft },
        body: { id: uuidv7(), text: 'No' },
      }),
    ).toMatchObject({ code: 'causes.not_next' });
  });
});

describe('a cause that is paused', () => {
  it('is read still, and nothing is collected for it any more', async () => {
    const id = await makeCause(world, greenfield, { state: 'open' });
    const [open, inside] = await makeWorks(world.context, greenfield.tenant, [
      { kind: 'book', author_id: null, visibility: 'public', title: 'For hedgehogs' },
      { kind: 'book', author_id: null, visibility: 'community', title: 'For us' },
    ]);
    const works = [open?.id ?? '', inside?.id ?? ''];
    await sellAt(world, greenfield, { code: 'GRN', works, digital_price: 500 });
    await world.testDatabase.administrator.query(
      'update works set cause_id = $1 where tenant_id = $2 and id = any($3)',
      [id, greenfield.tenant.id, works],
    );
    const titles = async (caller: Caller) => (await read(caller, id)).books.map(({ title }) => title);
    expect(await titles(visitor)).toEqual(['For hedgehogs']);
    expect((await titles(office)).toSorted()).toEqual(['For hedgehogs', 'For us']);
    expect(await titles(await world.as('visitor', riverside.host))).toEqual([]);

    const quote = async () =>
      await world.call(visitor, orderEndpoints.quote, {
        query: {
          lines: textOf([{ work_id: works[0] ?? '', edition: 'digital', quantity: 1 }]),
          gifts: `${id}:500`,
          country: 'DE',
        },
      });
    expect((await quote()).lines.map(({ cause }) => cause?.id)).toEqual([id, id]);
    expect((await read(visitor, id)).takes_gifts).toBe(true);
    const stranger = await world.as('visitor', riverside.host);
    expect((await read(stranger, id)).takes_gifts).toBe(false);

    await move(office, id, 'paused');
    expect(await read(visitor, id)).toMatchObject({ state: 'paused', books: [], takes_gifts: false });
    expect(await listed(visitor)).not.toContain(id);
    // The book goes on for the cause of the shop, and the gift is not taken.
    expect((await quote()).lines.map(({ kind, cause }) => [kind, cause?.id])).toEqual([
      ['digital', await aCause(world)],
    ]);
    expect(
      await world.refusal(office, shopEndpoints.update, {
        body: {
          is_open: true,
          currency: 'EUR',
          digital_price: 500,
          print_price: null,
          print_cost: 0,
          shipping_price: 0,
          school_bp: 0,
          default_cause_id: id,
          code: 'GRN',
        },
      }),
    ).toMatchObject({ code: 'request.invalid', errors: { default_cause_id: expect.anything() } });
  });
});

it('the platform’s own cause is opened by it without being handed in, and no school changes it', async () => {
  const { id } = await world.call(platform, causeEndpoints.create, { body: causeForm({ name: 'Wells' }) });
  expect(await move(platform, id, 'open')).toMatchObject({ state: 'open', owner: null });
  expect(await refusedMove(office, id, 'closed')).toMatchObject({ code: 'causes.not_found' });
  expect(await listed(visitor)).toContain(id);
});

it('who is no office names no cause', async () => {
  for (const person of [greenfield.teacher, greenfield.teacherAdmin, greenfield.student]) {
    const caller = await world.as(person);
    expect(await world.refusal(caller, causeEndpoints.create, { body: causeForm() })).toMatchObject({
      code: 'request.forbidden',
    });
    expect(await world.refusal(caller, causeEndpoints.listOwn, { query: {} })).toMatchObject({
      code: 'request.forbidden',
    });
  }
});
