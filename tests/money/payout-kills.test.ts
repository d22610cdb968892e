import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { collectShares, collectTask } from '#server/modules/causes/collect.task.ts';
import { makeCauses, readCauses } from '#server/seeds/factories.ts';
import { systemClock } from '#server/platform/clock.ts';
import { fillPaidShares, insertPayout } from '../support/paid-shares.ts';
import {
  cheapHasher,
  createTestDatabase,
  testSecretKey,
  type TestDatabase,
} from '../support/test-database.ts';
import { DiedError, Mortal } from './simulator/mortal.ts';

const perSchool = 60;
const amount = 7;

let testDatabase: TestDatabase;
let causeId: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ template: 'schools' });
  const { database } = testDatabase;
  const context = { database, secretKey: testSecretKey, hasher: cheapHasher };
  await makeCauses(context, [{ name: 'Hedgehogs', slug: 'hedgehogs' }]);
  causeId = (await readCauses(context)).get('hedgehogs') ?? '';
  const { greenfield, riverside } = inject('schools');
  for (const { tenant } of [greenfield, riverside])
    await fillPaidShares(database, { tenantId: tenant.id, causeId, count: perSchool, amount });
});
afterAll(() => testDatabase.drop());

async function read(payoutId: string) {
  const { rows } = await testDatabase.administrator.query<{
    state: string;
    amount: string;
    parts: string;
    taken: string;
  }>(
    `select state, amount,
       (select coalesce(sum(amount), 0) from payout_parts where payout_id = $1) as parts,
       (select count(*) from order_shares where payout_id = $1) as taken
     from payouts where id = $1`,
    [payoutId],
  );
  const [row] = rows;
  return {
    state: row?.state,
    amount: Number(row?.amount),
    parts: Number(row?.parts),
    taken: Number(row?.taken),
  };
}

it('a payout whose server dies again and again while it collects shares takes each of them once', async () => {
  const payoutId = await insertPayout(testDatabase.database, causeId);
  const mortal = new Mortal();
  const kind = collectTask({
    database: testDatabase.database.withPlugin(mortal.plugin),
    clock: systemClock,
    ordersAtOnce: 7,
  });
  const task = {
    tenant_id: inject('schools').platform.id,
    id: uuidv7(),
    kind: collectShares,
    subject: payoutId,
    payload: {},
    created_at: new Date(),
  };
  const seen: number[] = [];
  let deaths = 0;
  for (let attempts = 1; ; attempts += 1) {
    mortal.dieIn(25 + attempts);
    const ended = await kind.run({ ...task, attempts }).catch((error: unknown) => {
      if (!(error instanceof DiedError)) throw error;
      return null;
    });
    mortal.revive();
    const { state, parts, taken } = await read(payoutId);
    expect(parts).toBe(taken * amount);
    seen.push(taken);
    if (ended) break;
    deaths += 1;
    expect(state).toBe('collecting');
  }
  expect(deaths).toBeGreaterThan(3);
  // Nothing is begun anew, and some deaths were in the middle.
  expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  expect(new Set(seen).size).toBeGreaterThan(3);
  const all = 2 * perSchool;
  expect(await read(payoutId)).toEqual({
    state: 'prepared',
    amount: all * amount,
    parts: all * amount,
    taken: all,
  });
  // Another attempt, by a server that was taken for dead, changes nothing.
  await fillPaidShares(testDatabase.database, {
    tenantId: inject('schools').organization.tenant.id,
    causeId,
    count: 1,
    amount,
  });
  expect(await kind.run({ ...task, attempts: 99 })).toEqual({ is: 'done' });
  expect((await read(payoutId)).taken).toBe(all);
});
