import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { certificateEndpoints } from '#contract/certificates/certificates.endpoints.ts';
import { dayOf } from '#contract/kit/day.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { OrderForm, WantedLine } from '#contract/orders/orders.schema.ts';
import { makeWorks, permit } from '#server/seeds/factories.ts';
import { openApiWorld, type ApiWorld, type Caller, type Person } from '../support/api-world.ts';
import { mailSenderOf, TestMailbox, type MailSender } from '../support/mailbox.ts';
import { openPracticeMoney, type PracticeMoney } from '../support/practice-money.ts';
import { aCause, buyers, orderOf, quoteFor, sellAt } from '../support/shops.ts';
import { until } from '../support/until.ts';

let money: PracticeMoney;
let world: ApiWorld;
let wells: string;
let hedgehogs: string;
let hen: string;
let visitor: Caller;
const mailbox = new TestMailbox();
let sender: MailSender;

beforeAll(async () => {
  money = await openPracticeMoney();
  world = await openApiWorld({ clock: money.clock, payments: money.payments });
  sender = mailSenderOf(world, mailbox);
  const { greenfield, riverside } = world;
  wells = await aCause(world, 'wells');
  hedgehogs = await aCause(world);
  const [made] = await makeWorks(world.context, greenfield.tenant, [
    { kind: 'book', author_id: greenfield.student.id, visibility: 'community', title: 'The hen' },
  ]);
  hen = made?.id ?? '';
  await sellAt(world, greenfield, { code: 'GRN', works: [hen], digital_price: 1000, school_bp: 1000 });
  await sellAt(world, riverside, { code: 'RIV', works: [] });
  await permit(world.context, greenfield.tenant, [greenfield.student.id], ['sale']);
  visitor = await world.as('visitor', greenfield.host);
});
beforeEach(async () => {
  await world.testDatabase.administrator.query('delete from failed_guesses');
});
afterAll(async () => {
  await world.close();
  await money.close();
});

interface Paid {
  body: OrderForm;
  token: string;
  ref: string;
  look(): Promise<void>;
}

/** Bought and given by the office, which sees what is for the school, and paid. */
async function pay(wanted: { gifts?: OrderForm['gifts']; quantity?: number }): Promise<Paid> {
  const { gifts = [], quantity = 0 } = wanted;
  const buyer = await world.as(world.greenfield.schoolAdmin);
  const lines: WantedLine[] = quantity === 0 ? [] : [{ work_id: hen, edition: 'digital', quantity }];
  const { name, email } = buyers.greenfield;
  const quote = await quoteFor(world, buyer, lines, gifts);
  const body = orderOf(quote, lines, { provider: 'stripe', gifts, name, email });
  const { token } = await world.call(buyer, orderEndpoints.place, { body });
  const { rows } = await world.testDatabase.administrator.query<{ provider_ref: string }>(
    'select provider_ref from payments where order_id = $1',
    [body.id],
  );
  const ref = rows[0]?.provider_ref ?? '';
  const look = async () => {
    world.clock.advance(4000);
    await world.call(visitor, orderEndpoints.check, { params: { token } });
  };
  await money.peer('stripe').pay(ref);
  await Promise.all([look(), look()]);
  return { body, token, ref, look };
}

async function certificatesOf(orderId: string) {
  const { rows } = await world.testDatabase.administrator.query<{
    public_id: string;
    amount: number;
    is_valid: boolean;
  }>(
    `select public_id, (facts->'sums'->0->>'raised')::int as amount, withdrawn_at is null as is_valid
     from certificates where order_id = $1 order by issued_at, id`,
    [orderId],
  );
  return rows;
}

const read = (caller: Caller, publicId: string) =>
  world.call(caller, certificateEndpoints.read, { params: { publicId } });
const unread = (caller: Caller, publicId: string) =>
  world.refusal(caller, certificateEndpoints.read, { params: { publicId } });
const issue = async (person: Person, cause_id: string, work_id = hen) =>
  await world.call(await world.as(person), certificateEndpoints.issue, {
    body: { kind: 'raised', work_id, cause_id },
  });
const unissued = async (person: Person, cause_id: string, work_id = hen) =>
  await world.refusal(await world.as(person), certificateEndpoints.issue, {
    body: { kind: 'raised', work_id, cause_id },
  });

describe('a certificate of a gift', () => {
  it('is issued once however often the payment is looked at, and is in the email', async () => {
    const { body, look } = await pay({ gifts: [{ cause_id: wells, amount: 2500 }], quantity: 1 });
    await look();
    const [made, ...more] = await certificatesOf(body.id);
    // What the bought book gives to its cause has none: a purchase is never a donation.
    expect(more).toEqual([]);
    expect(made).toMatchObject({ amount: 2500, is_valid: true });
    const publicId = made?.public_id ?? '';
    expect(await read(visitor, publicId)).toMatchObject({
      kind: 'giving',
      name: 'Ada Hill',
      title: null,
      cause: { id: wells },
      sums: [{ currency: 'EUR', raised: 2500 }],
      is_test: true,
    });
    await sender.sendDue();
    expect(mailbox.lastTo(buyers.greenfield.email).text).toContain(`/certificates/${publicId}`);
  });

  it('tells a child no buyer, and nothing on the site of another school', async () => {
    const { body } = await pay({ gifts: [{ cause_id: wells, amount: 300 }] });
    const publicId = (await certificatesOf(body.id))[0]?.public_id ?? '';
    const child = await read(await world.as(world.greenfield.student), publicId);
    expect(child.name).toBeNull();
    expect(JSON.stringify(child)).not.toContain('Ada');
    for (const stranger of [
      await world.as('visitor', world.riverside.host),
      await world.as(world.riverside.schoolAdmin),
    ])
      expect(await unread(stranger, publicId)).toMatchObject({ code: 'certificates.not_found' });
  });

  it('is withdrawn with its day where the gift goes back, once', async () => {
    const { body, ref, look } = await pay({ gifts: [{ cause_id: wells, amount: 700 }] });
    const publicId = (await certificatesOf(body.id))[0]?.public_id ?? '';
    await money.peer('stripe').refund(ref);
    await Promise.all([look(), look()]);
    const day = dayOf(world.clock.now());
    expect(await unread(visitor, publicId)).toMatchObject({
      code: 'certificates.withdrawn',
      status: 410,
      details: { withdrawn_at: expect.stringContaining(day) },
    });
    expect(await certificatesOf(body.id)).toMatchObject([{ is_valid: false }]);
  });

  it('says what is left where a part goes back, by a new one', async () => {
    const { body, ref, look } = await pay({ gifts: [{ cause_id: wells, amount: 1000 }] });
    await money.peer('stripe').refund(ref, { amount: 400 });
    await look();
    await look();
    expect(await certificatesOf(body.id)).toMatchObject([
      { amount: 1000, is_valid: false },
      { amount: 600, is_valid: true },
    ]);
  });

  it('that the office withdrew does not come back where a part of another gift goes back', async () => {
    const { greenfield, platformAdmin } = world;
    const { body } = await pay({
      gifts: [
        { cause_id: wells, amount: 1000 },
        { cause_id: hedgehogs, amount: 2000 },
      ],
    });
    const ofWells = (await certificatesOf(body.id)).find(({ amount }) => amount === 1000);
    await world.call(await world.as(greenfield.schoolAdmin), certificateEndpoints.withdraw, {
      params: { publicId: ofWells?.public_id ?? '' },
      body: { reason: 'The name is rude' },
    });
    const platform = await world.as(platformAdmin, 'localhost');
    const params = { tenantId: greenfield.tenant.id, id: body.id };
    const { lines } = await world.call(platform, orderEndpoints.read, { params });
    const line = lines.find(({ amount }) => amount === 2000);
    const wanted = { id: uuidv7(), lines: [{ line_id: line?.id ?? '', amount: 500 }], reason: 'Asked for' };
    await world.call(platform, orderEndpoints.refund, { params, body: wanted });
    await until(async () =>
      expect((await certificatesOf(body.id)).filter(({ amount }) => amount !== 1000)).toMatchObject([
        { amount: 2000, is_valid: false },
        { amount: 1500, is_valid: true },
      ]),
    );
    expect((await certificatesOf(body.id)).filter(({ amount }) => amount === 1000)).toMatchObject([
      { public_id: ofWells?.public_id, is_valid: false },
    ]);
  });

  it('is listed for who shows that the order is theirs, and in no other answer about it', async () => {
    const { body, token } = await pay({ gifts: [{ cause_id: wells, amount: 800 }] });
    const publicId = (await certificatesOf(body.id))[0]?.public_id ?? '';
    const tracked = await world.call(visitor, orderEndpoints.track, { params: { token } });
    expect(JSON.stringify(tracked)).not.toContain(publicId);
    await world.call(visitor, orderEndpoints.sendCode, { params: { token } });
    await sender.sendDue();
    // The receipt is sent at the same time, and may come last.
    const [code = ''] = mailbox.mails.flatMap(({ text }) => /Your code is (\d{6})/u.exec(text)?.[1] ?? []);
    const own = await world.call(visitor, orderEndpoints.openOwn, { params: { token }, body: { code } });
    expect(own.certificates).toEqual([{ public_id: publicId, cause: 'wells', is_withdrawn: false }]);
  });
});

describe('a certificate of what a book raised', () => {
  it('is made by its author or class staff, says pen or first name and no buyer, and is one for the same facts', async () => {
    const { greenfield, riverside } = world;
    await pay({ quantity: 2 });
    const child = await issue(greenfield.student, hedgehogs);
    expect(child).toMatchObject({ kind: 'raised', title: 'The hen', cause: { id: hedgehogs } });
    expect(child).toMatchObject({ sums: [{ currency: 'EUR', copies: 3, raised: 2700 }] });
    const { rows } = await world.testDatabase.administrator.query<{ first_name: string }>(
      'select first_name from users where id = $1',
      [greenfield.student.id],
    );
    expect(child.name).toBe(rows[0]?.first_name);
    for (const canary of Object.values(buyers.greenfield))
      expect(JSON.stringify(child)).not.toContain(canary);
    const [again, byTeacher] = await Promise.all([
      issue(greenfield.student, hedgehogs),
      issue(greenfield.teacher, hedgehogs),
    ]);
    expect(again.public_id).toBe(child.public_id);
    expect(byTeacher.public_id).toBe(child.public_id);
    expect(await read(visitor, child.public_id)).toEqual(child);

    // Another class, another school, and a cause for which it raised nothing.
    for (const [person, cause] of [
      [greenfield.otherTeacher, hedgehogs],
      [riverside.student, hedgehogs],
      [riverside.schoolAdmin, hedgehogs],
      [greenfield.student, wells],
    ] as const)
      expect(await unissued(person, cause)).toMatchObject({ code: 'certificates.nothing_raised' });
    expect(await unread(await world.as('visitor', riverside.host), child.public_id)).toMatchObject({
      code: 'certificates.not_found',
    });

    await pay({ quantity: 1 });
    const later = await issue(greenfield.student, hedgehogs);
    expect(later.public_id).not.toBe(child.public_id);
    expect(later).toMatchObject({ sums: [{ copies: 4 }] });
    // What it said is frozen.
    expect(await read(visitor, child.public_id)).toEqual(child);
  });

  it('is withdrawn by who looks after the child, or the platform, and by nobody else', async () => {
    const { greenfield, riverside } = world;
    const { public_id: publicId } = await issue(greenfield.student, hedgehogs);
    const input = { params: { publicId }, body: { reason: 'The name is wrong' } };
    for (const [person, code] of [
      [greenfield.otherTeacher, 'certificates.not_found'],
      [riverside.schoolAdmin, 'certificates.not_found'],
      [greenfield.student, 'request.forbidden'],
    ] as const)
      expect(await world.refusal(await world.as(person), certificateEndpoints.withdraw, input)).toMatchObject(
        {
          code,
        },
      );
    expect(
      await world.refusal(await world.as(greenfield.teacher), certificateEndpoints.withdraw, {
        ...input,
        body: { reason: ' ' },
      }),
    ).toMatchObject({ errors: { reason: expect.anything() } });
    expect((await read(visitor, publicId)).public_id).toBe(publicId);
    const done = await world.call(await world.as(greenfield.teacher), certificateEndpoints.withdraw, input);
    const again = await world.call(
      await world.as(world.platformAdmin, 'localhost'),
      certificateEndpoints.withdraw,
      input,
    );
    expect(again).toEqual(done);
    const gone = await unread(visitor, publicId);
    expect(gone).toMatchObject({
      code: 'certificates.withdrawn',
      details: { withdrawn_at: done.withdrawn_at },
    });
    // Why is told to the school alone.
    expect(JSON.stringify(gone)).not.toContain('name is wrong');

    const other = await issue(greenfield.student, hedgehogs);
    expect(other.public_id).not.toBe(publicId);
    await world.call(await world.as(world.platformAdmin, 'localhost'), certificateEndpoints.withdraw, {
      params: { publicId: other.public_id },
      body: { reason: 'Asked for by the family' },
    });
    expect(await unread(visitor, other.public_id)).toMatchObject({ code: 'certificates.withdrawn' });
  });
});

it('an address that nobody was given is not there', async () => {
  expect(await unread(visitor, uuidv7().replaceAll('-', '').slice(0, 22))).toMatchObject({
    code: 'certificates.not_found',
  });
});
