import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import { payoutEndpoints } from '#contract/causes/payouts.endpoints.ts';
import { dayOf } from '#contract/kit/day.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { WantedLine } from '#contract/orders/orders.schema.ts';
import { makeCause } from '../support/causes.ts';
import { mailSenderOf, TestMailbox } from '../support/mailbox.ts';
import { madeUpPlaces, pagesByKey } from '../support/pages-by-key.ts';
import { photograph } from '../support/pictures.ts';
import { sheetPdf } from '../support/resources.ts';
import { until } from '../support/until.ts';
import { day, hold, sending, share, soldOfFile } from './payouts.support.ts';

const { world, sold, platform, office, buy, toNests, payableFor, refusedPayout } = soldOfFile();

const schools = 100;

const makeLine = async (id: string, line: string) =>
  await world.call(await office('greenfield'), orderEndpoints.fulfil, {
    params: { id, line },
    body: { fulfilment: 'made' },
  });

/** The id and amount of each line of an order, in its order. */
async function linesOf(id: string) {
  const { rows } = await world.testDatabase.administrator.query<{ id: string; amount: string }>(
    'select id, amount from order_lines where order_id = $1 order by place',
    [id],
  );
  return rows.map((row) => ({ line_id: row.id, amount: Number(row.amount) }));
}

const mailbox = new TestMailbox();

const visitor = () => world.as('visitor', world.riverside.host);

/** Asked for, and its shares collected. */
async function prepare(body = toNests()) {
  await world.call(await platform(), payoutEndpoints.prepare, { body });
  const read = async () =>
    await world.call(await platform(), payoutEndpoints.read, { params: { id: body.id } });
  await until(async () => expect((await read()).state).not.toBe('collecting'));
  return await read();
}

const today = () => dayOf(world.clock.now());

const send = async (id: string, sent_on = today(), bank_reference = 'B-17') =>
  await world.call(await platform(), payoutEndpoints.markSent, {
    params: { id },
    body: { sent_on, bank_reference },
  });

const prove = async (id: string, file: File, note = '') =>
  await world.call(await platform(), payoutEndpoints.prove, { params: { id }, body: { file, note } });

const cancel = async (id: string) =>
  await world.call(await platform(), payoutEndpoints.cancel, { params: { id } });

const partsOf = async (name: 'greenfield' | 'riverside') =>
  (await world.call(await office(name), payoutEndpoints.listOwn, { query: {} })).results;

const pageOfNests = async () =>
  await world.call(await visitor(), causeEndpoints.read, { params: { idOrSlug: sold.nests } });

const raisedBy = async (name: 'greenfield' | 'riverside') =>
  (await world.call(await world.as(world[name].student), causeEndpoints.raised, {})).totals[0];

async function account(name: string): Promise<number> {
  const { rows } = await world.testDatabase.administrator.query<{ sum: string }>(
    `select coalesce(sum(case when credit = $1 then amount else -amount end), 0) as sum from transfers
     where credit = $1 or debit = $1`,
    [name],
  );
  return Number(rows[0]?.sum);
}

describe('a share', () => {
  it('is payable once its hold is over: a printed book’s from when it was made', async () => {
    expect(await refusedPayout(toNests())).toMatchObject({ code: 'causes.nothing_to_pay' });
    await buy('greenfield');
    const printed = await buy('greenfield', 'print');
    world.clock.advance(hold - 2 * day);
    expect(await payableFor(sold.nests)).toBe(0);
    world.clock.advance(2 * day);
    expect(await payableFor(sold.nests)).toBe(share);
    expect(await payableFor(world.greenfield.tenant.id)).toBe(schools);
    const ofNests = await world.call(await platform(), payoutEndpoints.listPayable, {
      query: { cause_id: sold.nests },
    });
    expect(ofNests).toMatchObject([{ to: { kind: 'cause', id: sold.nests }, amount: share, schools: 1 }]);

    const [line] = await linesOf(printed.id);
    await makeLine(printed.id, line?.line_id ?? '');
    expect(await payableFor(sold.nests)).toBe(share);
    world.clock.advance(hold);
    expect(await payableFor(sold.nests)).toBe(2 * share);
  });

  it('of sending is payable once no printed book waits to be made, also where the last one went back', async () => {
    const { tenant } = world.greenfield;
    const before = await payableFor(tenant.id);
    const two: WantedLine[] = [{ work_id: sold.second, edition: 'print', quantity: 1 }];
    const { id } = await buy('greenfield', 'print', undefined, two);
    const [made, back] = await linesOf(id);
    await makeLine(id, made?.line_id ?? '');
    world.clock.advance(hold);
    expect(await payableFor(tenant.id)).toBe(before + schools);
    await world.call(await platform(), orderEndpoints.refund, {
      params: { tenantId: tenant.id, id },
      body: { id: uuidv7(), lines: back ? [back] : [], reason: 'Torn' },
    });
    world.clock.advance(hold);
    await until(async () => expect(await payableFor(tenant.id)).toBe(before + schools + sending));
  });

  it('that is disputed or on its way back waits, and is payable where the dispute is won', async () => {
    const before = await payableFor(sold.nests);
    const { ref, look } = await buy('riverside');
    world.clock.advance(hold);
    expect(await payableFor(sold.nests)).toBe(before + share);
    const { id } = await sold.money.peer('stripe').dispute(ref);
    await look();
    expect(await payableFor(sold.nests)).toBe(before);
    await sold.money.peer('stripe').closeDispute(id, 'won');
    await look();
    expect(await payableFor(sold.nests)).toBe(before + share);
    const { administrator } = world.testDatabase;
    const { rows } = await administrator.query<{ id: string }>(
      `insert into refunds (tenant_id, id, payment_id, amount, origin, state, asked_at)
       select tenant_id, gen_random_uuid(), id, 1, 'staff', 'asked', now() from payments where provider_ref = $1
       returning id`,
      [ref],
    );
    expect(await payableFor(sold.nests)).toBe(before);
    await administrator.query('delete from refunds where id = $1', [rows[0]?.id]);
  });
});

describe('a payout', () => {
  it('takes each share once, over both schools, and goes from prepared to proved', async () => {
    const own = `${uuidv7()}@example.org`;
    await buy('riverside', 'digital', own);
    await buy('riverside', 'digital', own.toUpperCase());
    world.clock.advance(hold);
    const expected = await payableFor(sold.nests);
    const form = toNests();
    const [one, other] = await Promise.all([prepare(form), prepare(form)]);
    expect(one).toMatchObject({ state: 'prepared', amount: expected, schools: 2, is_test: true });
    expect(other).toEqual(one);
    expect(await payableFor(sold.nests)).toBe(0);
    expect(await refusedPayout({ ...toNests(), currency: 'INR' })).toMatchObject({
      code: 'causes.nothing_to_pay',
    });
    expect(
      await refusedPayout({ ...form, to: { kind: 'school', id: world.greenfield.tenant.id } }),
    ).toMatchObject({
      code: 'causes.id_taken',
    });
    expect(await refusedPayout(toNests())).toMatchObject({ code: 'causes.nothing_to_pay' });
    const parts = [...(await partsOf('greenfield')), ...(await partsOf('riverside'))];
    expect(parts.map(({ state }) => state)).toEqual(['prepared', 'prepared']);
    expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(expected);
    expect(await pageOfNests()).toMatchObject({ payouts: [] });

    const sendAs = async (body: object) =>
      await world.refusal(await platform(), payoutEndpoints.markSent, {
        params: { id: form.id },
        body: { sent_on: today(), bank_reference: 'B-17', ...body },
      });
    expect(await sendAs({ sent_on: '2999-01-01' })).toMatchObject({
      code: 'causes.not_yet',
      errors: { sent_on: expect.anything() },
    });
    const proof = (await photograph('#336699')).file;
    expect(
      await world.refusal(await platform(), payoutEndpoints.prove, {
        params: { id: form.id },
        body: { file: proof },
      }),
    ).toMatchObject({ code: 'causes.payout_not_next' });

    const raised = await raisedBy('riverside');
    const held = await account('cause');
    await send(form.id);
    await send(form.id);
    expect(await account('cause')).toBe(held - expected);
    expect(await account('bank')).toBe(expected);
    expect(await sendAs({ bank_reference: 'B-18' })).toMatchObject({ code: 'causes.payout_not_next' });
    expect(
      await world.refusal(await platform(), payoutEndpoints.cancel, { params: { id: form.id } }),
    ).toMatchObject({ code: 'causes.payout_not_next' });
    expect(await raisedBy('riverside')).toMatchObject({ on_its_way: raised?.raised, arrived: 0 });
    await until(async () => expect((await pageOfNests()).sums).toMatchObject([{ paid_out: expected }]));
    expect((await pageOfNests()).payouts).toEqual([]);

    await prove(form.id, proof, 'Ten nests');
    await prove(form.id, proof, 'Ten nests');
    expect(await raisedBy('riverside')).toMatchObject({ on_its_way: 0, arrived: raised?.raised });
    const { payouts } = await pageOfNests();
    expect(payouts).toMatchObject([
      { id: form.id, amount: expected, currency: 'EUR', note: 'Ten nests', proof: { kind: 'picture' } },
    ]);
    const url = payouts[0]?.proof?.url ?? '';
    expect((await world.request(await visitor(), 'GET', url)).status).toBe(200);
    const child = await world.call(await world.as(world.riverside.student), causeEndpoints.raised, {});
    expect(child.causes[0]?.payouts).toEqual(payouts);
    expect(JSON.stringify(child)).not.toContain('Ada');

    await until(async () => {
      await mailSenderOf(world, mailbox).sendDue();
      const told = mailbox.mails.filter(({ subject }) => subject.includes('arrived'));
      const to = told.map(({ to: { address } }) => address.toLowerCase());
      expect(to.filter((address) => address === own)).toHaveLength(1);
      expect(to).toContain(world.greenfield.schoolAdmin.email);
      expect(to).not.toContain(world.riverside.schoolAdmin.email);
    });
  });

  it('is told of by an update of its own cause alone', async () => {
    const [payout] = (await pageOfNests()).payouts;
    const body = { id: uuidv7(), text: 'Ten nests stand.', payout_id: payout?.id ?? '' };
    const tell = { params: { id: sold.nests }, body };
    const told = await world.call(await office('greenfield'), causeEndpoints.addUpdate, tell);
    expect(told.updates[0]?.payout).toEqual(payout);
    expect((await pageOfNests()).updates[0]?.payout).toEqual(payout);
    const others = await makeCause(world, world.greenfield, { state: 'open' });
    expect(
      await world.refusal(await office('greenfield'), causeEndpoints.addUpdate, {
        params: { id: others },
        body: { ...body, id: uuidv7() },
      }),
    ).toMatchObject({ code: 'causes.payout_not_found' });
  });

  it('keeps what is given back later: the platform loses it, and what raised it counts no more', async () => {
    const { ref, look } = await buy('greenfield');
    world.clock.advance(hold);
    const { id } = await prepare();
    await send(id);
    await prove(id, sheetPdf('receipt'));
    const [lost, bank, raised] = [
      await account('losses'),
      await account('bank'),
      await raisedBy('greenfield'),
    ];
    await sold.money.peer('stripe').refund(ref);
    await look();
    expect(await account('losses')).toBe(lost - share);
    expect(await account('bank')).toBe(bank);
    expect(await raisedBy('greenfield')).toMatchObject({
      raised: (raised?.raised ?? 0) - share,
      arrived: (raised?.arrived ?? 0) - share,
    });
    const { proof } = (await pageOfNests()).payouts[0] ?? {};
    expect(proof?.kind).toBe('pdf');
    const file = await world.request(await visitor(), 'GET', proof?.url ?? '');
    expect([file.status, file.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="proof.pdf"',
    ]);
  });

  it('that is cancelled gives its shares free, and takes from them what was given back meanwhile', async () => {
    const { ref, look } = await buy('riverside');
    await buy('riverside');
    world.clock.advance(hold);
    const payable = await payableFor(sold.nests);
    const { id, amount } = await prepare();
    expect(amount).toBe(payable);
    expect(await refusedPayout(toNests())).toMatchObject({ code: 'causes.nothing_to_pay' });
    await buy('greenfield');
    world.clock.advance(hold);
    expect(await refusedPayout(toNests())).toMatchObject({ code: 'causes.payout_waits' });
    const lost = await account('losses');
    await sold.money.peer('stripe').refund(ref);
    await look();
    expect(await account('losses')).toBe(lost - share);
    await cancel(id);
    await cancel(id);
    expect(await account('losses')).toBe(lost);
    expect(await payableFor(sold.nests)).toBe(payable);
    const again = await prepare();
    expect(again).toMatchObject({ state: 'prepared', amount: payable });
    await send(again.id);
    expect((await partsOf('riverside')).some(({ payout_id }) => payout_id === id)).toBe(false);
  });

  it('to a school is of its own shares, and no other school reads of it', async () => {
    const { tenant } = world.greenfield;
    const payable = await payableFor(tenant.id);
    expect(payable).toBeGreaterThan(0);
    const { id, amount } = await prepare({
      id: uuidv7(),
      to: { kind: 'school', id: tenant.id },
      currency: 'EUR',
    });
    expect(amount).toBe(payable);
    const held = await account('school');
    await send(id);
    expect(await account('school')).toBe(held - amount);
    const proved = await prove(id, sheetPdf('school'));
    const url = proved.proof?.url ?? '';
    const statusFor = async (host: string) =>
      (await world.request(await world.as('visitor', host), 'GET', url)).status;
    expect(await statusFor(world.greenfield.host)).toBe(200);
    expect(await statusFor(world.riverside.host)).toBe(404);
    const own = (await partsOf('greenfield')).find(({ payout_id }) => payout_id === id);
    expect(own).toMatchObject({ to: { kind: 'school', name: tenant.school_name }, state: 'proved', amount });
    expect((await partsOf('riverside')).some(({ payout_id }) => payout_id === id)).toBe(false);
    expect(mailbox.mails.filter(({ subject }) => subject.includes(tenant.school_name))).toEqual([]);
  });

  it('holds no practice money where money is real, and nothing that cannot be read proves it', async () => {
    const { id } = await prepare({
      id: uuidv7(),
      to: { kind: 'school', id: world.riverside.tenant.id },
      currency: 'EUR',
    });
    await send(id);
    for (const file of [
      new File(['%PDF-1.7 no end'], 'a.pdf', { type: 'application/pdf' }),
      new File(['<svg/>'], 'a.png', { type: 'image/png' }),
    ])
      expect(
        await world.refusal(await platform(), payoutEndpoints.prove, { params: { id }, body: { file } }),
      ).toMatchObject({ code: 'causes.proof_unreadable', errors: { file: expect.anything() } });
    await buy('riverside');
    world.clock.advance(hold);
    const { administrator } = world.testDatabase;
    const of = 'where tenant_id = $1';
    await administrator.query(`update orders set is_test = false ${of}`, [world.riverside.tenant.id]);
    expect(await payableFor(world.riverside.tenant.id)).toBe(0);
    await administrator.query(`update orders set is_test = true ${of}`, [world.riverside.tenant.id]);
    await administrator.query('update payouts set is_test = false where id = $1', [id]);
    expect(await world.refusal(await platform(), payoutEndpoints.read, { params: { id } })).toMatchObject({
      code: 'causes.payout_not_found',
    });
  });
});

describe('payouts, page by page', () => {
  it('come each once, of all schools and of one, and begin nowhere else than a page ended', async () => {
    const [seller, school] = [await platform(), await office('greenfield')];
    const all = await world.call(seller, payoutEndpoints.list, { query: { limit: 100 } });
    const own = await world.call(school, payoutEndpoints.listOwn, { query: { limit: 100 } });
    expect(Math.min(all.results.length, own.results.length)).toBeGreaterThan(1);
    const pages = await pagesByKey((place) =>
      world.call(seller, payoutEndpoints.list, { query: { limit: 1, ...place } }),
    );
    expect(pages.flat()).toEqual(all.results);
    const parts = await pagesByKey((place) =>
      world.call(school, payoutEndpoints.listOwn, { query: { limit: 1, ...place } }),
    );
    expect(parts.flat()).toEqual(own.results);
    for (const after of madeUpPlaces) {
      const refused = { status: 400, errors: { after: expect.any(Array) } };
      expect(await world.refusal(seller, payoutEndpoints.list, { query: { after } })).toMatchObject(refused);
      expect(await world.refusal(school, payoutEndpoints.listOwn, { query: { after } })).toMatchObject(
        refused,
      );
    }
  });
});
