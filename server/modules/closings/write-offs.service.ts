import { closingProblems } from '#contract/closings/closings.problems.ts';
import {
  loneHours,
  type AskToWriteOff,
  type ConfirmWriteOff,
  type UnpaidAmount,
  type WriteOff,
} from '#contract/closings/closings.schema.ts';
import { Problem } from '#contract/kit/problem.ts';
import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import { auditBoth } from '#server/platform/audit-both.ts';
import { elsewhere, inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Actor, Call, HostTenant } from '#server/platform/route.ts';
import type { InsertTransfers } from '../causes/payout-parts.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import { codeTries, loneCode, refuseOtherName, type ClosingCodes } from './closing-codes.ts';
import { writeOffCodeLetter } from './closings.letters.ts';
import * as closings from './closings.repository.ts';
import { listUnsettled } from './unsettled.ts';
import * as repository from './write-offs.repository.ts';

type Acting = Pick<Call<Actor>, 'transaction' | 'tenant' | 'actor' | 'now'>;

const hour = 60 * 60 * 1000;
/** What a code is good for, so that one for closing a school writes nothing off. */
const aboutOf = (tenantId: string) => `write-off ${tenantId}`;

/** What can be written off of a school past its date, in its scope; null where other money is on its way, or nothing is left. */
export async function readWriteOff(
  tenantId: string,
  { due_at }: { due_at: Date },
  { transaction, actor, now }: Acting,
): Promise<WriteOff | null> {
  if (due_at > now) return null;
  const unsettled = await listUnsettled(transaction, tenantId);
  if (unsettled.length === 0 || unsettled.some(({ what }) => what !== 'shares')) return null;
  const ask = await repository.findWriteOffAsk(transaction, tenantId);
  const isLone = ask !== undefined && ask.code_hash !== null;
  return {
    amounts: await repository.sumUnpaid(transaction, tenantId),
    ask: ask
      ? {
          reason: ask.reason,
          asked_at: ask.asked_at.toISOString(),
          is_mine: ask.asked_by === actor.id,
          needs: isLone ? 'code' : 'second',
          from: new Date(ask.asked_at.getTime() + (isLone ? loneHours * hour : 0)).toISOString(),
        }
      : null,
  };
}

const isSame = (one: readonly UnpaidAmount[], other: readonly UnpaidAmount[]): boolean =>
  one.length === other.length &&
  one.every(({ currency, amount }) =>
    other.some((each) => each.currency === currency && each.amount === amount),
  );

export type WriteOffService = ReturnType<typeof createWriteOffService>;

/**
 * Shares of a closed school that can be neither paid out nor given back become the platform's: by two administrators, or by one who
 * waits a day and has a code.
 */
export function createWriteOffService(options: {
  database: Database;
  codes: ClosingCodes;
  outbox: MailOutbox;
  insertTransfers: InsertTransfers;
}) {
  const { database, codes, outbox, insertTransfers } = options;

  /**
   * The school and its orders, locked, with the amounts that were seen.
   * @throws Problem `tenants.not_found`, `closings.not_due`, `closings.other_name`, `closings.money_moves`,
   *   `closings.nothing_to_write_off`, `closings.amounts_changed`
   */
  async function lockDue(
    tenantId: string,
    seen: { name: string; amounts: readonly UnpaidAmount[] },
    { transaction, now }: Acting,
  ) {
    const school = await closings.lockSchool(transaction, tenantId);
    if (!school || school.is_platform) throw new Problem(tenantProblems.not_found);
    const closing = await closings.findClosing(transaction, tenantId);
    if (closing?.gone_at !== null || closing.due_at > now) throw new Problem(closingProblems.not_due);
    refuseOtherName(school, seen.name);
    await repository.lockUnpaid(transaction, tenantId);
    const unsettled = await listUnsettled(transaction, tenantId);
    if (unsettled.some(({ what }) => what !== 'shares')) throw new Problem(closingProblems.money_moves);
    if (unsettled.length === 0) throw new Problem(closingProblems.nothing_to_write_off);
    const amounts = await repository.sumUnpaid(transaction, tenantId);
    if (!isSame(amounts, seen.amounts)) throw new Problem(closingProblems.amounts_changed);
    return { school, amounts };
  }

  /** In the school's scope: each share once, and out of what the ledger says is the school's. */
  async function writeOff(
    tenantId: string,
    { amounts, reason }: { amounts: readonly UnpaidAmount[]; reason: string },
    { transaction, now }: Acting,
  ): Promise<void> {
    await repository.insertWrittenOff(transaction, tenantId, { reason, now });
    await insertTransfers(
      transaction,
      amounts.map(({ currency, amount }) => ({
        tenant_id: tenantId,
        key: `write-off ${now.toISOString()} ${currency}`,
        debit: 'school',
        credit: 'platform',
        currency,
        amount,
        is_test: false,
        payment_id: null,
        refund_id: null,
        line_id: null,
        cause_id: null,
        made_at: now,
      })),
    );
    await repository.removeWriteOffAsk(transaction, tenantId);
  }

  async function sendCode(code: string, school_name: string, call: Acting): Promise<void> {
    const { transaction, tenant, actor, now } = call;
    await elsewhere(transaction, tenant.id, async () => {
      const reader = await closings.findPerson(transaction, tenant.id, actor.id);
      if (!reader) throw new Problem(closingProblems.not_due);
      await outbox.add(transaction, tenant.id, writeOffCodeLetter(reader, { school_name, code, now }), {
        now,
      });
    });
  }

  return {
    ask: (tenantId: string, { reason, ...seen }: AskToWriteOff, call: Acting): Promise<void> =>
      elsewhere(call.transaction, tenantId, async () => {
        const { transaction, tenant, actor, now } = call;
        const { school } = await lockDue(tenantId, seen, call);
        const hasSecond = await closings.hasSecond(transaction, tenant.id, actor.id);
        const code = hasSecond ? null : codes.make();
        await repository.putWriteOffAsk(transaction, {
          tenant_id: tenantId,
          asked_by: actor.id,
          reason,
          asked_at: now,
          code_hash: code === null ? null : codes.hashOf(aboutOf(tenantId), code),
        });
        await auditBoth(call, school, 'tenants.write_off_asked', { reason });
        if (code !== null) await sendCode(code, school.school_name, call);
      }),

    async confirm(
      tenantId: string,
      { code = '', ...seen }: ConfirmWriteOff,
      { tenant, actor, now }: { tenant: HostTenant; actor: Actor; now: Date },
    ): Promise<void> {
      const acting = (transaction: TenantTransaction): Acting => ({ transaction, tenant, actor, now });
      const inSchool = <Result>(work: (call: Acting) => Promise<Result>): Promise<Result> =>
        inTenant(database, tenant.id, (transaction) =>
          elsewhere(transaction, tenantId, () => work(acting(transaction))),
        );
      const isSecond = await inSchool(async (call) => {
        await lockDue(tenantId, seen, call);
        const ask = await repository.findWriteOffAsk(call.transaction, tenantId);
        if (!ask) throw new Problem(closingProblems.write_off_not_asked);
        if (ask.asked_by !== actor.id) return true;
        // Somebody has become the second one since: a code is not enough any more.
        const hasSecond = await closings.hasSecond(call.transaction, tenant.id, actor.id);
        if (ask.code_hash === null || hasSecond) throw new Problem(closingProblems.second_needed);
        return false;
      });
      if (!isSecond)
        await codes.check(
          tenantId,
          { about: aboutOf(tenantId), code },
          {
            find: (transaction) => repository.findWriteOffAsk(transaction, tenantId),
            countTry: (transaction) => repository.countWriteOffTry(transaction, tenantId, codeTries),
            now,
            ...loneCode,
          },
        );
      await inSchool(async (call) => {
        const { school, amounts } = await lockDue(tenantId, seen, call);
        const ask = await repository.findWriteOffAsk(call.transaction, tenantId);
        if (!ask || (ask.asked_by !== actor.id) !== isSecond)
          throw new Problem(closingProblems.write_off_not_asked);
        await writeOff(tenantId, { amounts, reason: ask.reason }, call);
        await auditBoth(call, school, 'tenants.written_off', { reason: ask.reason, amounts });
      });
    },
  };
}
