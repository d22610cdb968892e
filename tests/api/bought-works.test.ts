import { uuidv7 } from 'uuidv7';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { OwnOrder, Quote, WantedLine } from '#contract/orders/orders.schema.ts';
import { passScheme } from '#contract/kit/http.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { assetPath } from '#contract/works/works.rules.ts';
import { makeDrawing, makeWorks, permit, setPrivacy } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { familyCaller } from '../support/families.ts';
import { mailboxOfFile } from '../support/mailbox.ts';
import { drawingOf } from '../support/shelf.ts';
import { orderOf, quoteFor, sellAt, textOf } from '../support/shops.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const post = mailboxOfFile(world);

let visitor: Caller;
/** For the school and its families alone. */
let inside: string;
/** For everybody, of a child whose guardian did not allow photographs. */
let open: string;
let other: string;
let drawing: string;
let photograph: string;
let ofOther: string;

const digital = (work_id: string): WantedLine => ({ work_id, edition: 'digital', quantity: 1 });
const setState = (id: string, state: string) =>
  world.testDatabase.administrator.query('update works set state = $2 where id = $1', [id, state]);

beforeAll(async () => {
  const { context } = world;
  const { tenant, student } = greenfield;
  visitor = await world.as('visitor', greenfield.host);
  drawing = await makeDrawing(context, tenant, drawingOf('A hen inside'));
  photograph = await makeDrawing(context, tenant, drawingOf('A photograph'));
  ofOther = await makeDrawing(context, tenant, drawingOf('Of a work that nobody bought'));
  await permit(context, tenant, [student.id], ['public', 'sale']);
  await setPrivacy(context, tenant, [student.id], 'public');
  const picture = (sha256: string) => ({
    type: 'doc' as const,
    content: [
      { type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Once there was a hen.' }] },
      { type: 'picture' as const, attrs: { sha256, alt: 'A hen', width: 'full' as const } },
    ],
  });
  const page = (sha256: string) => ({ id: uuidv7(), layout: 'text' as const, document: picture(sha256) });
  const story = (sha256: string) => [{ id: uuidv7(), title: 'One', document: picture(sha256) }];
  const made = await makeWorks(context, tenant, [
    { kind: 'book', author_id: null, visibility: 'community', title: 'Inside', pages: [page(drawing)] },
    {
      kind: 'story',
      author_id: student.id,
      visibility: 'public',
      title: 'Open',
      chapters: story(photograph),
    },
    { kind: 'book', author_id: null, visibility: 'community', title: 'Other', pages: [page(ofOther)] },
  ]);
  [inside, open, other] = made.map(({ id }) => id) as [string, string, string];
  await world.testDatabase.administrator.query(
    `insert into sent_pictures (tenant_id, work_id, sha256, sent_at, made) values ($1, $2, decode($3, 'hex'), now(), 'photograph')`,
    [tenant.id, open, photograph],
  );
  const free = { digital_price: 0, print_price: 0, print_cost: 0, shipping_price: 0 };
  await sellAt(world, greenfield, { code: 'GRN', works: [inside, open, other], ...free });
  await sellAt(world, riverside, { code: 'RIV', works: [], ...free });
});

beforeEach(async () => {
  await world.testDatabase.administrator.query('delete from failed_guesses');
});

interface Bought {
  token: string;
  line: string;
  own: OwnOrder;
}

async function codeFor(token: string, email: string): Promise<string> {
  await world.call(visitor, orderEndpoints.sendCode, { params: { token } });
  await post.sender.sendDue();
  const texts = post.mailbox.mails.filter(({ to }) => to.address === email).map(({ text }) => text);
  return /code is (\d{6})/u.exec(texts.join('\n'))?.[1] ?? '';
}

/** Bought by a visitor who has no account, with what the quote showed. */
async function buy(work: string, quote?: Pick<Quote, 'quote'>): Promise<Bought> {
  const lines = [digital(work)];
  const body = orderOf(quote ?? (await quoteFor(world, visitor, lines)), lines);
  const { token } = await world.call(visitor, orderEndpoints.place, { body });
  const params = { token };
  const own = await world.call(visitor, orderEndpoints.openOwn, {
    params,
    body: { code: await codeFor(token, body.email) },
  });
  return { token, line: own.lines[0]?.id ?? '', own };
}

async function buyAsFamily(work: string): Promise<Bought> {
  const family = await familyCaller(world, greenfield);
  const query = new URLSearchParams({ lines: textOf([digital(work)]), country: 'DE' }).toString();
  const { body } = await world.request(family, 'GET', `/api/checkout/quote/?${query}`, {
    headers: { cookie: family.cookie ?? '' },
  });
  return await buy(work, body as Quote);
}

const at = ({ token, line }: Bought, more: object = {}) => ({ params: { token, line, ...more } });
const download = ({ own, ...bought }: Bought, caller = visitor) =>
  world.call(caller, orderEndpoints.download, { ...at({ own, ...bought }), body: { pass: own.pass } });
const readParts = (bought: Bought) =>
  world.call(visitor, orderEndpoints.readParts, {
    ...at(bought),
    body: { pass: bought.own.pass, offset: 0 },
  });
const picture = (sha256: string, pass: string, caller = visitor) =>
  world.app.inject({
    method: 'GET',
    url: assetPath(sha256),
    headers: { host: caller.host, authorization: `${passScheme} ${pass}` },
  });
const statusOf = async (sha256: string, pass: string, caller = visitor) =>
  (await picture(sha256, pass, caller)).statusCode;

describe('an edition of a work that is for the school alone', () => {
  it('is downloaded by the family that bought it, with no account: words and pictures', async () => {
    const bought = await buyAsFamily(inside);
    const params = { workId: inside };
    expect((await world.refusal(visitor, workEndpoints.read, { params })).status).toBe(404);
    // Before it is downloaded, the pass opens nothing of it.
    expect(await statusOf(drawing, bought.own.pass)).toBe(404);
    const { work } = await download(bought);
    expect(work).toMatchObject({ id: inside, title: 'Inside', author: null });
    const { count, parts } = await readParts(bought);
    expect(count).toBe(1);
    expect(JSON.stringify(parts)).toContain(drawing);
    const answer = await picture(drawing, bought.own.pass);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-store' });
    expect(answer.body).toContain('A hen inside');
  });

  it('shows nothing else of the school', async () => {
    const bought = await buyAsFamily(inside);
    await download(bought);
    expect(await statusOf(ofOther, bought.own.pass)).toBe(404);
    expect(await statusOf(drawing, 'none')).toBe(403);
    const elsewhere = await world.as('visitor', riverside.host);
    expect(await statusOf(drawing, bought.own.pass, elsewhere)).toBe(403);
    const others = await buyAsFamily(other);
    expect(await statusOf(drawing, others.own.pass)).toBe(404);
    const mixed = { ...bought, own: others.own };
    const refused = await world.refusal(visitor, orderEndpoints.download, {
      ...at(mixed),
      body: { pass: mixed.own.pass },
    });
    expect(refused.code).toBe('orders.pass_over');
    const resources = await world.app.inject({
      method: 'GET',
      url: '/api/works/',
      headers: { host: greenfield.host, authorization: `${passScheme} ${bought.own.pass}` },
    });
    expect(resources.body).not.toContain(inside);
  });

  it('ends with the hour of the pass', async () => {
    const bought = await buyAsFamily(inside);
    await download(bought);
    world.clock.advance(61 * 60_000);
    expect(await statusOf(drawing, bought.own.pass)).toBe(403);
    const problem = await world.refusal(visitor, orderEndpoints.readParts, {
      ...at(bought),
      body: { pass: bought.own.pass, offset: 0 },
    });
    expect(problem.code).toBe('orders.pass_over');
    const own = await world.refusal(visitor, orderEndpoints.readOwn, {
      params: { token: bought.token },
      body: { pass: bought.own.pass },
    });
    expect(own.code).toBe('orders.pass_over');
  });

  it('is nothing for a child who holds the pass', async () => {
    const bought = await buyAsFamily(inside);
    const child = await world.as(greenfield.student);
    const asked = [
      await world.refusal(child, orderEndpoints.download, { ...at(bought), body: { pass: bought.own.pass } }),
      await world.refusal(child, orderEndpoints.readOwn, {
        params: { token: bought.token },
        body: { pass: bought.own.pass },
      }),
    ];
    expect(asked.map(({ code }) => code)).toEqual(['orders.ask_grown_up', 'orders.ask_grown_up']);
  });
});

describe('an edition of a work for everybody', () => {
  it('has for a visitor who bought it what strangers may see', async () => {
    const bought = await buy(open);
    await download(bought);
    expect(JSON.stringify(await readParts(bought))).not.toContain(photograph);
    expect(await statusOf(photograph, bought.own.pass)).toBe(404);
    const family = await buyAsFamily(open);
    await download(family);
    expect(JSON.stringify(await readParts(family))).toContain(photograph);
    expect(await statusOf(photograph, family.own.pass)).toBe(200);
  });

  it('of a signed-in teacher has what the school sees', async () => {
    const teacher = await world.as(greenfield.teacher);
    const lines = [digital(inside)];
    const body = orderOf(await quoteFor(world, teacher, lines), lines);
    const { token } = await world.call(teacher, orderEndpoints.place, { body });
    const own = await world.call(visitor, orderEndpoints.openOwn, {
      params: { token },
      body: { code: await codeFor(token, body.email) },
    });
    const bought = { token, own, line: own.lines[0]?.id ?? '' };
    expect((await download(bought)).title).toBe('Inside');
  });
});

describe('an edition whose work is not on the shelf any more', () => {
  const refusal = async (bought: Bought) =>
    await world.refusal(visitor, orderEndpoints.download, {
      ...at(bought),
      body: { pass: bought.own.pass },
    });

  it('is not handed out, and is again once it is back', async () => {
    const bought = await buyAsFamily(inside);
    await setState(inside, 'withdrawn');
    try {
      expect(await refusal(bought)).toMatchObject({ status: 410, code: 'orders.withdrawn' });
      const own = await world.call(visitor, orderEndpoints.readOwn, {
        params: { token: bought.token },
        body: { pass: bought.own.pass },
      });
      expect(own.lines[0]?.downloaded_at).toBeNull();
    } finally {
      await setState(inside, 'published');
    }
    await download(bought);
    await setState(inside, 'withdrawn');
    try {
      const parts = await world.refusal(visitor, orderEndpoints.readParts, {
        ...at(bought),
        body: { pass: bought.own.pass, offset: 0 },
      });
      expect(parts).toMatchObject({ status: 410, code: 'orders.withdrawn' });
      expect(await statusOf(drawing, bought.own.pass)).toBe(404);
    } finally {
      await setState(inside, 'published');
    }
  });

  it('follows the guardian: what became private is handed to no buyer', async () => {
    const [visitors, families] = [await buy(open), await buyAsFamily(open)];
    await download(families);
    const child = [greenfield.student.id];
    await setPrivacy(world.context, greenfield.tenant, child, 'community');
    expect((await refusal(visitors)).code).toBe('orders.withdrawn');
    expect(await statusOf(photograph, families.own.pass)).toBe(200);
    await setPrivacy(world.context, greenfield.tenant, child, 'private');
    expect((await refusal(families)).code).toBe('orders.withdrawn');
    expect(await statusOf(photograph, families.own.pass)).toBe(404);
    await setPrivacy(world.context, greenfield.tenant, child, 'public');
  });
});

it('an order tells who has its pass what was downloaded, and keeps it from its address', async () => {
  const bought = await buyAsFamily(inside);
  const readOwn = () =>
    world.call(visitor, orderEndpoints.readOwn, {
      params: { token: bought.token },
      body: { pass: bought.own.pass },
    });
  expect(await readOwn()).toMatchObject({
    name: 'Ada Hill',
    returnable: [],
    lines: [{ id: bought.line, downloaded_at: null, kept_because: 'free' }],
  });
  await download(bought);
  expect((await readOwn()).lines[0]?.downloaded_at).toEqual(expect.any(String));
  const told = await world.call(visitor, orderEndpoints.track, { params: { token: bought.token } });
  expect(JSON.stringify(told)).not.toMatch(/downloaded|Ada Hill|example\.org/u);
  const refused = await world.refusal(visitor, orderEndpoints.readOwn, {
    params: { token: bought.token },
    body: { pass: 'none' },
  });
  expect(refused.code).toBe('orders.pass_over');
});
