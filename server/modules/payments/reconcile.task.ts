import pLimit from 'p-limit';
import { sumOf } from '#contract/orders/shares.rules.ts';
import type { Clock } from '#server/platform/clock.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { DueWork, Outcome, TaskKind } from '#server/platform/due-work.ts';
import { nextHour } from '#server/platform/next-hour.ts';
import { noteFinding } from '../findings/findings.ts';
import * as payments from './payments.repository.ts';
import { ProviderRefusedError, ProviderUnavailableError, type Seen } from '../providers/provider.ts';
import * as repository from './reconcile.repository.ts';
import type { Settling } from './settling.service.ts';
import type { addUpAllCauses, listSumDifferences } from '../causes/cause-recount.ts';

/** The kind of task that compares the books of a school with its providers, once a day. */
const reconcile = 'payments.reconcile';

const day = 24 * 60 * 60 * 1000;
/** Days in which refunds and disputes show up by themselves. */
const watchedDays = 7;
/** Milliseconds; a school that sold a thousand books in a week takes minutes. */
const attemptTakes = 60 * 60_000;
const looksAtOnce = 5;

/** Three at night, UTC. */
const nextNight = (now: Date) => nextHour(now, 3);

/** From its first payment on, the books of a school are looked at each night. */
export async function watchBooks(
  transaction: TenantTransaction,
  addTask: DueWork['add'],
  { tenantId, now }: { tenantId: string; now: Date },
): Promise<void> {
  // Asked first: adding would lock the task, and orders of a school wait for each other.
  const waiting = await transaction
    .selectFrom('tasks')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', reconcile)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (waiting) return;
  await addTask(transaction, tenantId, {
    kind: reconcile,
    subject: 'daily',
    due_at: nextNight(now),
    created_at: now,
  });
}

/** What is left at a provider of one payment, as the provider says it. */
function leftThere(seen: Seen, fee: number | null): number {
  const back = seen.refunds.filter(({ state }) => state === 'done').map(({ amount }) => amount);
  const lost = seen.disputes.filter(({ state }) => state === 'lost').map(({ amount }) => amount);
  return seen.captured - (seen.fee ?? fee ?? 0) - sumOf([...back, ...lost]);
}

/**
 * Looks again at what was captured in seven days or is disputed, and compares the clearing accounts with what the providers say
 * (laws 1 and 5). A difference is a finding.
 */
export function reconcileTask(options: {
  database: Database;
  clock: Clock;
  settling: Pick<Settling, 'settle'>;
  addTask: DueWork['add'];
  causes: { listSumDifferences: typeof listSumDifferences; addUpAllCauses: typeof addUpAllCauses };
}): TaskKind {
  const { database, clock, settling, addTask, causes } = options;

  const note = (
    tenantId: string,
    finding: { kind: string; subject: string; details: Record<string, string | number | null> },
  ) =>
    inTenant(database, tenantId, (transaction) =>
      noteFinding(transaction, addTask, { ...finding, tenant_id: tenantId, found_at: clock.now() }),
    );

  /** After a look was applied, the ledger has what is left there. @returns null where it does */
  async function differenceOf(tenantId: string, id: string) {
    const seen = await settling.settle(tenantId, id);
    if (!seen) return null;
    return await inTenant(database, tenantId, async (transaction) => {
      const payment = await payments.findPayment(transaction, tenantId, id);
      if (!payment) return null;
      const ledger = await repository.clearedFor(transaction, tenantId, id);
      const there = leftThere(seen, payment.fee);
      const { provider, currency } = payment;
      return ledger === there ? null : { provider, currency, ledger, there };
    });
  }

  async function compare(tenantId: string, id: string): Promise<void> {
    try {
      // Money that moved between the look and the question is no difference: then the second look agrees.
      const found = (await differenceOf(tenantId, id)) && (await differenceOf(tenantId, id));
      if (!found) return;
      const subject = `${id} ${found.there - found.ledger}`;
      await note(tenantId, { kind: 'payments.ledger_differs', subject, details: found });
    } catch (error) {
      if (!(error instanceof ProviderRefusedError)) throw error;
      await note(tenantId, {
        kind: 'payments.unknown_there',
        subject: id,
        details: { reason: error.reason },
      });
    }
  }

  async function compareAccounts(tenantId: string): Promise<void> {
    const { clearing, shares, payouts, sums } = await inTenant(
      database,
      tenantId,
      async (transaction) => ({
        clearing: await repository.listClearingDifferences(transaction, tenantId),
        shares: await repository.listShareDifferences(transaction, tenantId),
        payouts: await repository.listPayoutDifferences(transaction, tenantId),
        sums: await causes.listSumDifferences(transaction, tenantId),
      }),
      'repeatable read',
    );
    for (const { account, currency, is_test, ledger, expected } of [...clearing, ...shares])
      await note(tenantId, {
        kind: 'payments.books_differ',
        subject: `${account} ${currency} ${is_test ? 'practice ' : ''}${expected - ledger}`,
        details: { account, currency, ledger, expected },
      });
    for (const { cause_id, account, currency, is_test, ledger, expected } of sums)
      await note(tenantId, {
        kind: 'causes.sums_differ',
        subject: `${cause_id} ${account} ${currency} ${is_test ? 'practice ' : ''}${expected - ledger}`,
        details: { account, currency, ledger, expected, cause: cause_id },
      });
    for (const { payout_id, ...facts } of payouts)
      await note(tenantId, {
        kind: 'payments.payout_differs',
        subject: `${payout_id} ${facts.amount} ${facts.shares} ${facts.transferred}`,
        details: { ...facts },
      });
  }

  return {
    name: reconcile,
    atOnce: 2,
    attemptTakes,
    tooLate: 'It was not compared in time',
    async run({ tenant_id }): Promise<Outcome> {
      const since = new Date(clock.now().getTime() - watchedDays * day);
      const ids = await inTenant(database, tenant_id, (transaction) =>
        repository.listWatched(transaction, tenant_id, since),
      );
      const limit = pLimit(looksAtOnce);
      const looks = await Promise.allSettled(ids.map((id) => limit(() => compare(tenant_id, id))));
      await compareAccounts(tenant_id);
      const failed = looks.flatMap((look) => (look.status === 'rejected' ? [look.reason as unknown] : []));
      const fault = failed.find((error) => !(error instanceof ProviderUnavailableError));
      if (fault !== undefined) throw new Error('The books could not be compared', { cause: fault });
      return failed.length === 0
        ? { is: 'done' }
        : { is: 'retry', reason: `${failed.length} of ${ids.length} payments could not be looked at` };
    },
    async onEnd(transaction, { tenant_id }, { at }) {
      await causes.addUpAllCauses(transaction, addTask, { tenantId: tenant_id, now: at });
      await watchBooks(transaction, addTask, { tenantId: tenant_id, now: at });
    },
  };
}
