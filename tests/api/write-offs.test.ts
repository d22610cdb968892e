import { beforeAll, describe, expect, it } from 'vitest';
import { closingEndpoints } from '#contract/closings/closings.endpoints.ts';
import type { UnpaidAmount } from '#contract/closings/closings.schema.ts';
import { addRefunded } from '#server/modules/payments/payments.repository.ts';
import { listShareDifferences } from '#server/modules/payments/reconcile.repository.ts';
import { takeShares } from '#server/modules/causes/payable-shares.ts';
import { inTenant } from '#server/platform/database.ts';
import { makeMember, type MadeMember } from '#server/seeds/factories.ts';
import { uuidv7 } from 'uuidv7';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { closingSchools } from '../support/closing-schools.ts';
import { TestMailbox } from '../support/mailbox.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const hour = 60 * 60 * 1000;
const mailbox = new TestMailbox();
const { administrate, closeItself, codeTo, letTimePass, settle } = closingSchools(() => world, mailbox);

let platform: Caller;
let second: MadeMember;

/** Orders of real money, each with a share of the school whose hold is over, as the ledger has them. */
async function sell({ tenant }: TestSchool, amounts: readonly UnpaidAmount[]): Promise<void> {
  for (const [place, { amount, currency }] of amounts.entries())
    await administrate(
      `with paid as (
         insert into orders (tenant_id, id, token, number, kind, state, currency, total, is_test, fingerprint, terms_version,
           origin, placed_at, lapses_at, paid_at)
         values ($1::uuid, gen_random_uuid(), substr(md5($1::uuid::text || $4::text), 1, 22), $4::text, 'shop', 'paid', $3::text, $2::bigint, false, sha256('x'),
           '2026-11', 'http://localhost', '2026-01-01', '2026-01-02', '2026-01-01') returning *
       ), line as (
         insert into order_lines (tenant_id, id, order_id, place, kind, title, quantity, unit_price, amount, tax_rate_bp)
         select tenant_id, gen_random_uuid(), id, 0, 'digital', 'The hen', 1, $2::bigint, $2::bigint, 0 from paid returning *
       ), captured as (
         insert into transfers (tenant_id, key, debit, credit, currency, amount, is_test, line_id, made_at)
         select tenant_id, 'capture ' || $4::text, 'clearing.stripe', 'school', $3::text, $2::bigint, false, id, now() from line
       )
       insert into order_shares (tenant_id, line_id, party, amount, payable_on)
       select tenant_id, id, 'school', $2::bigint, '2026-01-16' from line`,
      [tenant.id, amount, currency, `SOLD-${place}`],
    );
}

const nameOf = ({ tenant }: TestSchool) => tenant.school_name;
const ofSchool = ({ tenant }: TestSchool) => ({ params: { tenantId: tenant.id } });
const askInput = (school: TestSchool, amounts: UnpaidAmount[], name = nameOf(school)) => ({
  ...ofSchool(school),
  body: { name, reason: 'They have no bank account', amounts },
});
const confirmInput = (school: TestSchool, amounts: UnpaidAmount[], code?: string) => ({
  ...ofSchool(school),
  body: { name: nameOf(school), amounts, ...(code !== undefined && { code }) },
});
const read = async (school: TestSchool) =>
  (await world.call(platform, closingEndpoints.readOf, ofSchool(school))).closing;
const refusedAsk = async (input: ReturnType<typeof askInput>) =>
  (await world.refusal(platform, closingEndpoints.askWriteOff, input)).code;
const refusedConfirm = async (by: Caller, input: ReturnType<typeof confirmInput>) =>
  (await world.refusal(by, closingEndpoints.confirmWriteOff, input)).code;
const rowsOf = async <Row>(text: string, values: unknown[]) =>
  (await administrate(text, values)).rows as unknown as Row[];
const balances = (school: TestSchool) =>
  rowsOf<{ account: string; currency: string; sum: string }>(
    `select account, currency, sum(amount) from (
       select credit as account, currency, amount from transfers where tenant_id = $1 and not is_test
       union all select debit, currency, -amount from transfers where tenant_id = $1 and not is_test
     ) as moved group by 1, 2 having sum(amount) <> 0 order by 1, 2`,
    [school.tenant.id],
  );
const differences = ({ tenant }: TestSchool) =>
  inTenant(world.testDatabase.database, tenant.id, (transaction) =>
    listShareDifferences(transaction, tenant.id),
  );

const sold: UnpaidAmount[] = [
  { amount: 300, currency: 'CHF' },
  { amount: 1240, currency: 'EUR' },
];

beforeAll(async () => {
  second = await makeMember(world.context, world.platform, {
    role: 'quillshelf_admin',
    email: 'second@quillshelf.test',
    password_hash: 'x',
  });
  platform = await world.as(world.platformAdmin);
  for (const school of [greenfield, riverside]) await sell(school, sold);
});

describe('what a school can be paid no more', () => {
  it('is not written off while the school can be kept, nor while other money moves', async () => {
    expect(await refusedAsk(askInput(greenfield, sold))).toBe('closings.not_due');
    await closeItself(greenfield);
    expect((await read(greenfield))?.write_off).toBeNull();
    expect(await refusedAsk(askInput(greenfield, sold))).toBe('closings.not_due');
    await letTimePass(greenfield);
    await administrate(
      `insert into payments (tenant_id, id, order_id, provider, attempt, currency, amount, begun_at)
       select tenant_id, gen_random_uuid(), id, 'stripe', 1, 'EUR', 400, now() from orders where tenant_id = $1 limit 1`,
      [greenfield.tenant.id],
    );
    expect((await read(greenfield))?.write_off).toBeNull();
    expect(await refusedAsk(askInput(greenfield, sold))).toBe('closings.money_moves');
    await settle(greenfield);
    expect((await read(greenfield))?.write_off).toEqual({ amounts: sold, ask: null });
  });

  it('needs its name and amounts as they were seen, and a second administrator; then it is the platform’s, once', async () => {
    expect(await refusedAsk(askInput(greenfield, sold, 'Greenfield'))).toBe('closings.other_name');
    expect(await refusedAsk(askInput(greenfield, sold.slice(1)))).toBe('closings.amounts_changed');
    expect(await refusedConfirm(platform, confirmInput(greenfield, sold))).toBe(
      'closings.write_off_not_asked',
    );
    const asked = await world.call(platform, closingEndpoints.askWriteOff, askInput(greenfield, sold));
    expect(asked.closing?.write_off?.ask).toMatchObject({ needs: 'second', is_mine: true });
    expect(await refusedConfirm(platform, confirmInput(greenfield, sold))).toBe('closings.second_needed');
    const other = await world.as(second, 'localhost');
    const changed = sold.map((each) => ({ ...each, amount: each.amount + 1 }));
    expect(await refusedConfirm(other, confirmInput(greenfield, changed))).toBe('closings.amounts_changed');
    expect(await balances(greenfield)).toContainEqual({ account: 'school', currency: 'EUR', sum: '1240' });

    const done = await world.call(other, closingEndpoints.confirmWriteOff, confirmInput(greenfield, sold));
    expect(done.closing).toMatchObject({ waits_for: [], write_off: null });
    expect(await balances(greenfield)).toEqual([
      { account: 'clearing.stripe', currency: 'CHF', sum: '-300' },
      { account: 'clearing.stripe', currency: 'EUR', sum: '-1240' },
      { account: 'platform', currency: 'CHF', sum: '300' },
      { account: 'platform', currency: 'EUR', sum: '1240' },
    ]);
    expect(await differences(greenfield)).toEqual([]);
    expect(await refusedConfirm(other, confirmInput(greenfield, sold))).toBe('closings.nothing_to_write_off');
    const audit = await rowsOf<{ action: string; details: { reason: string } }>(
      `select action, details from audit_entries where tenant_id = $1 and subject_id = $2 and action like 'tenants.wr%' order by id`,
      [world.platform.id, greenfield.tenant.id],
    );
    expect(audit.map(({ action, details }) => [action, details.reason])).toEqual([
      ['tenants.write_off_asked', 'They have no bank account'],
      ['tenants.written_off', 'They have no bank account'],
    ]);
  });

  it('is in no payout any more, and what goes back of it later is a loss of the platform', async () => {
    const { id } = greenfield.tenant;
    const [line] = await rowsOf<{ line_id: string }>(
      'select line_id from written_off_shares where tenant_id = $1 and amount = 1240',
      [id],
    );
    await inTenant(world.testDatabase.database, id, async (transaction) => {
      const payout = { id: uuidv7(), to: { kind: 'school', id }, currency: 'EUR' } as const;
      const hold = { isTest: false, upTo: '2026-12-31', now: world.clock.now(), ordersAtOnce: 10 };
      expect(await takeShares(transaction, id, { ...payout, ...hold })).toBe(0);
      const back = { line_id: line?.line_id ?? '', party: 'school', amount: 40 } as const;
      expect(await addRefunded(transaction, id, back)).toEqual({ isPaidOut: true });
    });
    expect(await differences(greenfield)).toEqual([]);
  });

  it('needs two who may: the word of one who was archived since counts for nothing', async () => {
    await closeItself(riverside);
    await letTimePass(riverside);
    const other = await world.as(second, 'localhost');
    await world.call(other, closingEndpoints.askWriteOff, askInput(riverside, sold));
    await administrate('update users set archived_at = now() where id = $1', [second.id]);
    expect(await refusedConfirm(platform, confirmInput(riverside, sold))).toBe(
      'closings.write_off_not_asked',
    );
    expect((await balances(riverside)).map(({ account }) => account)).not.toContain('platform');
  });

  it('needs a code and a day where there is one administrator alone', async () => {
    const asked = await world.call(platform, closingEndpoints.askWriteOff, askInput(riverside, sold));
    expect(asked.closing?.write_off?.ask).toMatchObject({ needs: 'code', is_mine: true });
    const code = await codeTo('platform@quillshelf.test');
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await refusedConfirm(platform, confirmInput(riverside, sold, code))).toBe('closings.too_early');
    world.clock.advance(25 * hour);
    platform = await world.as(world.platformAdmin);
    for (const typed of [undefined, wrong])
      expect(await refusedConfirm(platform, confirmInput(riverside, sold, typed))).toBe(
        'closings.wrong_code',
      );
    expect((await balances(riverside)).map(({ account }) => account)).not.toContain('platform');
    await world.call(platform, closingEndpoints.confirmWriteOff, confirmInput(riverside, sold, code));
    expect((await balances(riverside)).map(({ account }) => account)).not.toContain('school');
    expect(await differences(riverside)).toEqual([]);
  });
});
