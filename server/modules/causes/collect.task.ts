import { elsewhere, inPlatformScope, inTenant, type Database } from '#server/platform/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Outcome, TaskKind } from '#server/platform/due-work.ts';
import { partOf, takeShares } from './payable-shares.ts';
import * as repository from './payouts.repository.ts';
import type { PayoutRow } from './payouts.repository.ts';

/** The kind of task that collects the shares of a payout. Its tenant is the platform, its subject the payout. */
export const collectShares = 'payouts.collect';

const minute = 60_000;

/**
 * Collects the shares of a payout school after school, some orders at a time. Each step takes shares that no payout has, together
 * with their sum, so one that is killed goes on where it was.
 */
export function collectTask(options: {
  database: Database;
  clock: Clock;
  /** Orders whose shares one transaction takes; tests take fewer. */
  ordersAtOnce?: number;
}): TaskKind {
  const { database, clock, ordersAtOnce = 500 } = options;

  async function collectAt(tenantId: string, payout: PayoutRow): Promise<void> {
    const { id, to, currency, is_test: isTest, up_to: upTo } = payout;
    for (;;) {
      const taken = await inTenant(database, tenantId, async (transaction) => {
        // Another server may have taken this attempt for dead, and be through with the payout.
        const state = await elsewhere(transaction, null, () =>
          repository.lockPayout(transaction, id, 'to read'),
        );
        if (state !== 'collecting') return 0;
        const now = clock.now();
        const taking = { id, to, currency, isTest, upTo, now, ordersAtOnce };
        return await takeShares(transaction, tenantId, taking);
      });
      if (taken === 0) return;
    }
  }

  async function finish({ id }: PayoutRow, sellers: readonly string[]): Promise<void> {
    await inPlatformScope(database, async (transaction) => {
      if ((await repository.lockPayout(transaction, id, 'to move')) !== 'collecting') return;
      const schools = [];
      let amount = 0;
      for (const seller of sellers) {
        const part = await elsewhere(transaction, seller, () => partOf(transaction, seller, id));
        if (part === 0) continue;
        schools.push(seller);
        amount += part;
      }
      // All of it was given back since it was asked for.
      const state = amount === 0 ? 'cancelled' : 'prepared';
      await repository.updatePayout(transaction, id, { state, amount, schools });
    });
  }

  return {
    name: collectShares,
    atOnce: 1,
    attemptTakes: 10 * minute,
    tooLate: 'It was not collected in time',
    async run({ subject }): Promise<Outcome> {
      if (subject === null) return { is: 'failed', reason: 'It names no payout' };
      const found = await inPlatformScope(database, async (transaction) => {
        const payout = await repository.findPayout(transaction, subject);
        return payout && { payout, sellers: await repository.listSellers(transaction, payout.is_test) };
      });
      if (!found) return { is: 'failed', reason: 'There is no such payout' };
      const { payout } = found;
      const sellers = payout.to.kind === 'school' ? [payout.to.id] : found.sellers;
      for (const seller of sellers) await collectAt(seller, payout);
      await finish(payout, sellers);
      return { is: 'done' };
    },
  };
}
