import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { cartEndpoints } from '#contract/cart/cart.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { makeWorks, type MadeWork } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

let hen: MadeWork;
let fox: MadeWork;
let hidden: MadeWork;
let draft: MadeWork;
let elsewhere: MadeWork;

beforeAll(async () => {
  const { context } = world;
  const nobodys = { kind: 'book', author_id: null } as const;
  const author_id = greenfield.otherTeacher.id;
  const made = [
    ...(await makeWorks(context, greenfield.tenant, [
      { ...nobodys, title: 'The hen' },
      { ...nobodys, title: 'The fox' },
      { kind: 'book', title: 'The secret', visibility: 'private', author_id },
      { kind: 'book', title: 'Not done', state: 'draft', author_id },
    ])),
    ...(await makeWorks(context, riverside.tenant, [
      { ...nobodys, title: 'The otter', visibility: 'public' },
    ])),
  ];
  [hen, fox, hidden, draft, elsewhere] = made as [MadeWork, MadeWork, MadeWork, MadeWork, MadeWork];
});

const change = (caller: Caller, add: readonly MadeWork[], remove: readonly MadeWork[] = []) =>
  world.call(caller, cartEndpoints.change, {
    body: { add: add.map(({ id }) => id), remove: remove.map(({ id }) => id) },
  });

async function titles(caller: Caller): Promise<string[]> {
  const { count, cart } = await world.call(caller, cartEndpoints.read, {});
  expect(count).toBe(cart.length);
  return cart.map(({ work }) => work.title);
}

/** Ids in the cart, as a new device of theirs is given it. */
async function onDevice(caller: Caller): Promise<string[]> {
  const { scopes } = await world.call(caller, syncEndpoints.pull, {
    body: { client_id: uuidv7(), cursor: null },
  });
  return scopes.flatMap(({ tables }) => tables.cart?.rows.map(({ id }) => id) ?? []);
}

const setState = (work: MadeWork, state: 'published' | 'withdrawn') =>
  world.testDatabase.administrator.query('update works set state = $3 where tenant_id = $1 and id = $2', [
    greenfield.tenant.id,
    work.id,
    state,
  ]);

describe('a cart', () => {
  it('is filled without doubles, emptied one by one, and goes with the person to each device', async () => {
    const teacher = await world.as(greenfield.teacher);
    expect(await titles(teacher)).toEqual([]);
    await change(teacher, [hen]);
    const { cart } = await change(teacher, [hen, fox]);
    expect(cart.map(({ id }) => id)).toEqual([hen.id, fox.id]);
    expect(await titles(teacher)).toEqual(['The hen', 'The fox']);
    expect((await onDevice(teacher)).toSorted()).toEqual([hen.id, fox.id].toSorted());
    await change(teacher, [], [hen, elsewhere]);
    expect(await titles(teacher)).toEqual(['The fox']);
    expect(await onDevice(teacher)).toEqual([fox.id]);
    await change(teacher, [], [fox]);
    expect(await onDevice(teacher)).toEqual([]);
  });

  it('tells a device that has it already what was taken out', async () => {
    const admin = await world.as(greenfield.schoolAdmin);
    await change(admin, [hen, fox]);
    const client_id = uuidv7();
    const first = await world.call(admin, syncEndpoints.pull, { body: { client_id, cursor: null } });
    await change(admin, [], [hen, fox]);
    const next = await world.call(admin, syncEndpoints.pull, { body: { client_id, cursor: first.cursor } });
    const [own] = next.scopes;
    expect(own?.tables.cart?.rows).toEqual([]);
    expect(own?.tables.cart?.removed.toSorted()).toEqual([hen.id, fox.id].toSorted());
  });

  it('takes nothing that is not on the shelf for them, and the answer does not tell whether it is there', async () => {
    const teacher = await world.as(greenfield.teacher);
    const nothing: MadeWork = { ...hen, id: uuidv7() };
    expect(await change(teacher, [hidden, draft, elsewhere, nothing])).toEqual({ cart: [] });
    // Nor what the author alone sees: nobody buys a draft.
    const author = await world.as(greenfield.otherTeacher);
    expect(await change(author, [draft])).toEqual({ cart: [] });
  });

  it('names nothing that was taken off the shelf since, and names it again once it is back', async () => {
    const teacher = await world.as(greenfield.teacher);
    await change(teacher, [hen, fox]);
    await setState(fox, 'withdrawn');
    expect(await titles(teacher)).toEqual(['The hen']);
    await setState(fox, 'published');
    expect(await titles(teacher)).toEqual(['The hen', 'The fox']);
    await change(teacher, [], [hen, fox]);
  });

  it('is nobody else’s business, at this school or another', async () => {
    await change(await world.as(greenfield.teacher), [hen]);
    for (const other of [greenfield.schoolAdmin, greenfield.otherTeacher, riverside.teacher]) {
      const caller = await world.as(other);
      expect(await titles(caller)).toEqual([]);
      expect(await onDevice(caller)).toEqual([]);
    }
  });

  it('is none of a child, who asks a grown-up, nor kept at school for a visitor', async () => {
    const child = await world.as(greenfield.student);
    const body = { add: [hen.id], remove: [] };
    expect(await world.refusal(child, cartEndpoints.change, { body })).toMatchObject({ status: 403 });
    expect(await world.refusal(child, cartEndpoints.read, {})).toMatchObject({ status: 403 });
    expect(await onDevice(child)).toEqual([]);
    const visitor = await world.as('visitor');
    expect(await world.refusal(visitor, cartEndpoints.read, {})).toMatchObject({ status: 401 });
  });

  it.each(['greenfield', 'riverside'] as const)('is none of a parent of %s, who only views', async (name) => {
    const parent = await world.as({ greenfield, riverside }[name].parent);
    const body = { add: [name === 'greenfield' ? hen.id : elsewhere.id], remove: [] };
    expect(await world.refusal(parent, cartEndpoints.change, { body })).toMatchObject({ status: 403 });
    expect(await world.refusal(parent, cartEndpoints.read, {})).toMatchObject({ status: 403 });
    expect(await onDevice(parent)).toEqual([]);
  });

  it('takes so many and no more, and hears what is in it and out of it at once as a mistake', async () => {
    const teacher = await world.as(riverside.teacher);
    const nobodys = { kind: 'book', author_id: null } as const;
    const works = await makeWorks(
      world.context,
      riverside.tenant,
      Array.from({ length: limits.cartLines }, () => nobodys),
    );
    await change(teacher, [elsewhere]);
    const { cart } = await change(teacher, works);
    expect(cart).toHaveLength(limits.cartLines);
    expect(cart.map(({ id }) => id)).not.toContain(works.at(-1)?.id);
    for (const body of [
      { add: [elsewhere.id], remove: [elsewhere.id] },
      { add: Array.from({ length: limits.cartLines + 1 }, () => uuidv7()), remove: [] },
      { add: ['7'], remove: [] },
    ])
      expect(await world.refusal(teacher, cartEndpoints.change, { body })).toMatchObject({ status: 400 });
  });

  it('hears what was done without a network, on two devices, line by line', async () => {
    const { schoolAdmin } = greenfield;
    const admin = await world.as(schoolAdmin);
    const [one, two] = [new TestOutbox(), new TestOutbox()];
    const push = async (outbox: TestOutbox, add: string[], remove: string[]) => {
      const calls = outbox.number(queue.anything('cart.change', { body: { add, remove } }));
      const { results } = await world.call(admin, syncEndpoints.push, {
        body: { client_id: outbox.client_id, user_id: schoolAdmin.id, calls },
      });
      return results.map(({ outcome }) => outcome);
    };
    expect(await push(one, [hen.id, hidden.id, elsewhere.id], [])).toEqual(['applied']);
    expect(await push(two, [fox.id], [])).toEqual(['applied']);
    expect((await titles(admin)).toSorted()).toEqual(['The fox', 'The hen', 'The secret']);
    expect(await push(one, [], [hidden.id])).toEqual(['applied']);
    expect((await onDevice(admin)).toSorted()).toEqual([hen.id, fox.id].toSorted());
  });
});
