import type { AuditAction } from '#contract/kit/audit-actions.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextByKey } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { causeProblems } from '#contract/causes/causes.problems.ts';
import type { payoutEndpoints } from '#contract/causes/payouts.endpoints.ts';
import { dayOf } from '#contract/kit/day.ts';
import { hasBegun } from '#contract/causes/payouts.rules.ts';
import type { Payable, Payout, PayoutPart, PayoutTo } from '#contract/causes/payouts.schema.ts';
import { resourceFileType } from '#contract/resources/resources.rules.ts';
import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import type { PictureWorkers } from '#server/platform/picture-workers.ts';
import { refusePicture, sheetPicture } from '#server/platform/pictures.ts';
import type { Actor, Call, OpenCall } from '#server/platform/route.ts';
import { sha256 } from '#server/platform/sha256.ts';
import { tellArrived } from './arrived.task.ts';
import { addUpCause } from './cause-sums.ts';
import { collectShares } from './collect.task.ts';
import { sumPayable, type Hold } from './payable-shares.ts';
import { provePart, releasePart, sendPart, type InsertTransfers } from './payout-parts.ts';
import * as repository from './payouts.repository.ts';
import { toPayout, type PayoutRow } from './payouts.repository.ts';

type Parsed<Name extends keyof typeof payoutEndpoints> = EndpointParsed<(typeof payoutEndpoints)[Name]>;

export type PayoutService = ReturnType<typeof createPayoutService>;

/** Pixels of the longer side of a picture: words in it can be read. */
const side = 2000;

interface ReadProof {
  type: 'application/pdf' | 'image/jpeg';
  content: Buffer;
  sha256: Buffer;
}

/**
 * What was raised goes out: the platform prepares a payout, records the transfer, and shows that it arrived. Each school has its part
 * of it in its own rows, which are written one school after the other.
 */
export function createPayoutService(options: {
  pictures: PictureWorkers;
  /** Whether payouts are those of practice money. */
  isTest: boolean;
  addTask: DueWork['add'];
  insertTransfers: InsertTransfers;
}) {
  const { pictures, isTest, addTask, insertTransfers } = options;

  const atPlatform = <Result>(
    { transaction }: Pick<Call<Actor>, 'transaction'>,
    work: () => Promise<Result>,
  ): Promise<Result> => elsewhere(transaction, null, work);

  /** In the platform scope. @throws Problem `causes.payout_not_found` */
  async function find(transaction: TenantTransaction, id: string): Promise<PayoutRow> {
    const row = await repository.findPayout(transaction, id);
    if (row?.is_test !== isTest) throw new Problem(causeProblems.payout_not_found);
    return row;
  }

  /** What could be paid out now, to `to` alone where it is given. Asked school after school: see decision 91. */
  async function listPayable(
    transaction: TenantTransaction,
    hold: Hold,
    to: PayoutTo | undefined,
  ): Promise<Payable[]> {
    const found = new Map<string, Payable>();
    const sellers = to?.kind === 'school' ? [to.id] : await repository.listSellers(transaction, isTest);
    for (const seller of sellers) {
      const sums = await elsewhere(transaction, seller, () =>
        sumPayable(transaction, seller, { ...hold, to }),
      );
      for (const { cause_id, currency, amount } of sums) {
        const kind = cause_id === null ? 'school' : 'cause';
        const id = cause_id ?? seller;
        const known = found.get(`${id} ${currency}`);
        found.set(`${id} ${currency}`, {
          to: {
            kind,
            id,
            name: known?.to.name ?? (await repository.nameOf(transaction, { kind, id })) ?? '',
          },
          currency,
          amount: (known?.amount ?? 0) + amount,
          schools: (known?.schools ?? 0) + 1,
        });
      }
    }
    return [...found.values()].toSorted(
      (one, other) =>
        one.to.kind.localeCompare(other.to.kind) ||
        one.to.name.localeCompare(other.to.name) ||
        one.currency.localeCompare(other.currency),
    );
  }

  async function nameOfActor({ transaction, actor }: Pick<Call<Actor>, 'transaction' | 'actor'>) {
    const user = await transaction
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('tenant_id', '=', actor.tenant_id)
      .where('id', '=', actor.id)
      .executeTakeFirst();
    return user ? `${user.first_name} ${user.last_name}`.trim() : '';
  }

  async function note(
    { transaction, actor }: Pick<Call<Actor>, 'transaction' | 'actor'>,
    action: AuditAction<'payouts'>,
    { id, to, currency, amount }: Payout,
    more: Record<string, unknown> = {},
  ): Promise<void> {
    const { tenant_id, id: actor_id } = actor;
    const details = { to: to.name, currency, amount, ...more };
    await audit(transaction, { tenant_id, actor_id, action, subject_id: id, details });
  }

  /** Locks a payout and does `work` on it; null where the same was done before. */
  async function move(
    call: Call<Actor>,
    id: string,
    action: AuditAction<'payouts'>,
    work: (before: PayoutRow) => Promise<Record<string, unknown> | null>,
  ): Promise<Payout> {
    const { transaction } = call;
    const { told, payout } = await atPlatform(call, async () => {
      await repository.lockPayout(transaction, id, 'to move');
      const details = await work(await find(transaction, id));
      return { told: details, payout: toPayout(await find(transaction, id)) };
    });
    if (told) await note(call, action, payout, told);
    return payout;
  }

  /** In the platform scope: each school hears of it, also the one that named the cause. */
  async function arrive(transaction: TenantTransaction, payout: PayoutRow, now: Date): Promise<void> {
    const { id, to, school_ids } = payout;
    for (const tenantId of school_ids)
      await elsewhere(transaction, tenantId, () => provePart(transaction, { tenantId, payoutId: id }));
    if (to.kind === 'school') return;
    const owner = await repository.findOwner(transaction, to.id);
    for (const tenantId of new Set([...school_ids, ...(owner === null ? [] : [owner])]))
      await elsewhere(transaction, tenantId, () =>
        addTask(transaction, tenantId, { kind: tellArrived, subject: id, due_at: now, created_at: now }),
      );
  }

  return {
    list: ({ query }: Parsed<'list'>, call: Call<Actor>) =>
      atPlatform(call, async () => {
        const { count, rows, after } = await repository.listPayouts(call.transaction, { ...query, isTest });
        return { count, next: nextByKey(after, query), results: rows.map(toPayout) };
      }),

    listPayable: ({ query }: Parsed<'listPayable'>, call: Call<Actor>): Promise<Payable[]> =>
      atPlatform(call, () => {
        const { cause_id } = query;
        const to = cause_id === undefined ? undefined : { kind: 'cause' as const, id: cause_id };
        return listPayable(call.transaction, { isTest, upTo: dayOf(call.now) }, to);
      }),

    async listOwn({ query }: Parsed<'listOwn'>, { transaction, actor }: Call<Actor>) {
      const { tenant_id } = actor;
      const { count, rows, after } = await repository.listParts(transaction, tenant_id, { ...query, isTest });
      const results = rows.map((row): PayoutPart => {
        const { cause_id: cause, name, made_at, proof_sha256: _hash, proof_type: _type, ...part } = row;
        const kind = cause === null ? 'school' : 'cause';
        return { ...part, to: { kind, id: cause ?? tenant_id, name }, made_at: made_at.toISOString() };
      });
      return { count, next: nextByKey(after, query), results };
    },

    /** @throws Problem `causes.payout_not_found` */
    read: ({ params }: Parsed<'read'>, call: Call<Actor>): Promise<Payout> =>
      atPlatform(call, async () => toPayout(await find(call.transaction, params.id))),

    /** @throws the Problems of `payouts.prepare` */
    async prepare({ body }: Parsed<'prepare'>, call: Call<Actor>): Promise<Payout> {
      const { transaction, actor, now } = call;
      const { id, to, currency } = body;
      const made_by = await nameOfActor(call);
      const { payout, isNew } = await atPlatform(call, async () => {
        if ((await repository.nameOf(transaction, to)) === undefined)
          throw new Problem(to.kind === 'cause' ? causeProblems.not_found : tenantProblems.not_found);
        /** The one that was sent before. @throws Problem `causes.id_taken` */
        const sentBefore = async () => {
          const there = await repository.findPayout(transaction, id);
          if (!there) return null;
          if (there.to.id !== to.id || there.currency !== currency || there.is_test !== isTest)
            throw new Problem(causeProblems.id_taken);
          return { payout: toPayout(there), isNew: false };
        };
        const before = await sentBefore();
        if (before) return before;
        const up_to = dayOf(now);
        const payable = await listPayable(transaction, { isTest, upTo: up_to }, to);
        if (!payable.some((each) => each.currency === currency))
          throw new Problem(causeProblems.nothing_to_pay);
        const whose = to.kind === 'cause' ? { cause_id: to.id } : { school_id: to.id };
        const row = {
          cause_id: null,
          school_id: null,
          ...whose,
          id,
          currency,
          up_to,
          is_test: isTest,
          made_by,
          made_at: now,
        };
        if (!(await repository.insertPayout(transaction, row))) {
          const meanwhile = await sentBefore();
          if (meanwhile) return meanwhile;
          throw new Problem(causeProblems.payout_waits);
        }
        return { payout: toPayout(await find(transaction, id)), isNew: true };
      });
      if (isNew) {
        const task = { kind: collectShares, subject: id, due_at: now, created_at: now };
        await addTask(transaction, actor.tenant_id, task);
        await note(call, 'payouts.prepared', payout);
      }
      return payout;
    },

    /** @throws Problem `causes.payout_not_found`, `causes.payout_not_next`, `causes.not_yet` */
    markSent({ params, body }: Parsed<'markSent'>, call: Call<Actor>): Promise<Payout> {
      const { transaction, now } = call;
      const { sent_on, bank_reference } = body;
      return move(call, params.id, 'payouts.sent', async (before) => {
        if (before.sent_on === sent_on && before.bank_reference === bank_reference) return null;
        if (before.state !== 'prepared') throw new Problem(causeProblems.payout_not_next);
        if (!hasBegun(sent_on, now))
          throw new Problem(causeProblems.not_yet, { errors: { sent_on: [causeProblems.not_yet.error] } });
        await repository.updatePayout(transaction, before.id, { state: 'sent', sent_on, bank_reference });
        for (const tenantId of before.school_ids)
          await elsewhere(transaction, tenantId, async () => {
            await sendPart(transaction, insertTransfers, { tenantId, payoutId: before.id, sent_on, now });
            const { kind, id: subject } = before.to;
            if (kind === 'cause')
              await addTask(transaction, tenantId, {
                kind: addUpCause,
                subject,
                due_at: now,
                created_at: now,
              });
          });
        return { sent_on, bank_reference };
      });
    },

    /** The proof that was sent, looked at before the transaction. @throws Problem `causes.proof_unreadable` */
    async readProof(sent: Blob, { tenant, signal }: OpenCall<Actor>): Promise<ReadProof> {
      const bytes = Buffer.from(await sent.arrayBuffer());
      if (resourceFileType(bytes) === 'application/pdf')
        return { type: 'application/pdf', content: bytes, sha256: sha256(bytes) };
      try {
        const sender = { tenantId: tenant.id, signal };
        const content = await sheetPicture(
          { bytes, workers: pictures, sender },
          { type: 'image/jpeg', side },
        );
        return { type: 'image/jpeg', content, sha256: sha256(content) };
      } catch (error) {
        return refusePicture(error, causeProblems.proof_unreadable, 'file');
      }
    },

    /** @throws Problem `causes.payout_not_found`, `causes.payout_not_next` */
    prove({ params, body }: Parsed<'prove'>, call: Call<Actor>, proof: ReadProof): Promise<Payout> {
      const { transaction, now } = call;
      return move(call, params.id, 'payouts.proved', async (before) => {
        if (before.state !== 'sent' && before.state !== 'proved')
          throw new Problem(causeProblems.payout_not_next);
        const isSame = before.proof_sha256?.equals(proof.sha256) === true && before.note === body.note;
        if (isSame) return null;
        await repository.insertProof(transaction, {
          payout_id: before.id,
          sha256: proof.sha256,
          content: proof.content,
          created_at: now,
        });
        await repository.updatePayout(transaction, before.id, {
          state: 'proved',
          proof_sha256: proof.sha256,
          proof_type: proof.type,
          proof_note: body.note,
          ...(before.state === 'sent' && { proved_at: now }),
        });
        if (before.state === 'sent') await arrive(transaction, before, now);
        return { proof: proof.type };
      });
    },

    /** @throws Problem `causes.payout_not_found`, `causes.payout_not_next` */
    cancel({ params }: Parsed<'cancel'>, call: Call<Actor>): Promise<Payout> {
      const { transaction, now } = call;
      return move(call, params.id, 'payouts.cancelled', async (before) => {
        if (before.state === 'cancelled') return null;
        if (before.state !== 'prepared') throw new Problem(causeProblems.payout_not_next);
        await repository.updatePayout(transaction, before.id, { state: 'cancelled' });
        for (const tenantId of before.school_ids)
          await elsewhere(transaction, tenantId, () =>
            releasePart(transaction, insertTransfers, { tenantId, payoutId: before.id, now }),
          );
        return {};
      });
    },
  };
}
