import { afterAll, beforeAll } from 'vitest';
import { dayOf } from '#contract/kit/day.ts';
import { subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import { type ApiWorld, type Caller, openApiWorld } from '../support/api-world.ts';
import { planWork } from '../support/plans.ts';
import { openPracticeMoney, type PracticeMoney } from '../support/practice-money.ts';

export const day = 24 * 60 * 60 * 1000;

/** Two schools, practice money, and plans that they may choose. A world of its own for each test file. */
export function plansOfFile() {
  const world = {} as ApiWorld;
  /** Filled by the set-up. */
  const services = {} as { money: PracticeMoney; work: DueWork };

  beforeAll(async () => {
    services.money = await openPracticeMoney();
    Object.assign(
      world,
      await openApiWorld({ clock: services.money.clock, payments: services.money.payments }),
    );
    services.work = await planWork(world, services.money);
  });

  afterAll(async () => {
    await services.work.close();
    await world.close();
    await services.money.close();
  });

  const today = () => dayOf(world.clock.now());
  const greenfield = () => world.as(world.greenfield.schoolAdmin);
  const riverside = () => world.as(world.riverside.schoolAdmin);
  const read = (caller: Caller) => world.call(caller, subscriptionEndpoints.read, {});
  const query = async (text: string, values: unknown[] = []) =>
    (await world.testDatabase.administrator.query<Record<string, unknown>>(text, values)).rows;

  /** Moves the clock on and runs what became due by then. */
  async function after(days: number): Promise<void> {
    world.clock.advance(days * day);
    await services.work.runDue();
  }

  /** As if a tenant had never had a plan. */
  async function forget(): Promise<void> {
    for (const table of [
      'documents',
      'transfers',
      'refund_lines',
      'refunds',
      'payments',
      'order_shares',
      'track_events',
      'subscription_orders',
      'order_lines',
      'orders',
      'subscriptions',
      'subscription_rules',
      'document_series',
    ])
      await world.testDatabase.administrator.query(`delete from ${table}`);
    await world.testDatabase.administrator.query("delete from tasks where kind like 'subscriptions.%'");
  }

  return { world, services, today, greenfield, riverside, read, query, after, forget };
}
