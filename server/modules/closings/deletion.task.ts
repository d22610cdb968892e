import * as v from 'valibot';
import type { Receipt } from '#contract/closings/closings.schema.ts';
import { audit } from '#server/platform/audit.ts';
import type { Clock } from '#server/platform/clock.ts';
import { elsewhere, inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Outcome, TaskKind } from '#server/platform/due-work.ts';
import type { Media } from '#server/platform/media.ts';
import { findPlatformId } from '#server/platform/platform-tenant.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import { receiptLetter } from './closings.letters.ts';
import { planDeletion, type DeletionPlan } from './deletion-order.ts';
import * as repository from './deletion.repository.ts';
import { signReceipt } from './receipts.ts';
import { listUnsettled } from './unsettled.ts';

/** Its tenant is the platform: the rows of the school go, its tasks among them. */
export const deleteSchool = 'closings.delete_school';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const Payload = v.object({ tenant_id: v.string(), closing_id: v.string() });

/** What one transaction did; `wait`: the database does not let anything go yet; `unsettled`: money is on its way. */
type Step = 'more' | 'done' | 'wait' | 'unsettled';

const waitingWords = {
  wait: 'The date of the closing has not come',
  unsettled: 'Money of the school is not settled',
} as const;

export interface DeletionOptions {
  database: Database;
  clock: Clock;
  media: Media;
  outbox: Pick<MailOutbox, 'add'>;
  secretKey: SecretKey;
  /** Days until the last backup with it is gone. */
  backupDays: number;
  /** Rows of one transaction; left out: what suits a server. */
  batch?: number;
  /** At the end of each transaction, before it is committed; tests die here. */
  beforeCommit?: () => void;
}

/**
 * Deletes what a school has once its closing is past its date, some rows at a time, each with its count in one transaction: whoever
 * dies leaves it to the next, and two may do it at once. Its last transaction finds no row left and writes the receipt.
 */
export function schoolDeletion(
  options: DeletionOptions,
): (closing: { tenant_id: string; closing_id: string }) => Promise<Outcome> {
  const { database, clock, media, outbox, secretKey, backupDays, batch = 1000, beforeCommit } = options;

  /** What the school had in the store: no row leads there any more. */
  async function removeMedia(tenantId: string): Promise<void> {
    if (!media.store) return;
    for await (const { sha256 } of media.store.list(tenantId)) await media.store.remove({ tenantId, sha256 });
  }

  async function finish(
    transaction: TenantTransaction,
    tenant_id: string,
    closing: repository.OpenClosing,
  ): Promise<Step> {
    const closing_id = closing.id;
    // Read again: a server of the next version may have brought a table.
    const plan = await planDeletion(transaction);
    const school = await repository.lockTenant(transaction, tenant_id);
    const after = new Map<string, number>();
    for (const { name } of plan.tables) {
      const count = await repository.countRows(transaction, tenant_id, name);
      if (count > 0) return 'more';
      after.set(name, count);
    }
    await removeMedia(tenant_id);
    for (const organization of await repository.listOrganizations(transaction, tenant_id))
      await elsewhere(transaction, organization, () =>
        repository.unlink(transaction, organization, tenant_id),
      );
    const now = clock.now();
    const counts = await repository.listCounts(transaction, { tenant_id, closing_id });
    const kept: Receipt['kept'] = [];
    for (const table of plan.kept)
      kept.push({ table, rows: await repository.countRows(transaction, tenant_id, table) });
    const receipt: Receipt = {
      school: { id: school.id, school_name: school.school_name, subdomain: school.subdomain },
      closed_by: closing.is_by_platform ? 'platform' : 'school',
      reason: closing.reason,
      begun_at: closing.begun_at.toISOString(),
      due_at: closing.due_at.toISOString(),
      gone_at: now.toISOString(),
      tables: counts.map(({ table_name, before, gone }) => ({
        table: table_name,
        before,
        gone,
        after: after.get(table_name) ?? 0,
      })),
      kept,
      audit_sha256: closing.audit_hash?.toString('hex') ?? null,
      backups_gone_at: new Date(now.getTime() + backupDays * day).toISOString(),
    };
    const signature = signReceipt(secretKey, receipt);
    await repository.endClosing(
      transaction,
      { tenant_id, closing_id },
      { gone_at: now, receipt: JSON.stringify(receipt), signature },
    );
    const platform = await findPlatformId(transaction);
    if (platform !== undefined)
      await elsewhere(transaction, platform, async () => {
        await repository.forgetPicks(transaction, platform, tenant_id);
        // Written here, as the e-mail of the school went with it.
        if (closing.receipt_to !== null)
          await outbox.add(
            transaction,
            platform,
            receiptLetter(
              { name: closing.receipt_name ?? '', address: closing.receipt_to },
              { receipt, signature: signature.toString('hex') },
            ),
            { now },
          );
        await audit(transaction, {
          tenant_id: platform,
          actor_id: null,
          action: 'tenants.gone',
          subject_id: tenant_id,
          details: { partner: school.school_name },
        });
      });
    return 'done';
  }

  async function begin(
    transaction: TenantTransaction,
    key: { tenant_id: string; closing_id: string },
    plan: DeletionPlan,
  ): Promise<Step> {
    const counts = [];
    for (const { name } of plan.tables)
      counts.push({
        table_name: name,
        before: await repository.countRows(transaction, key.tenant_id, name),
      });
    await repository.insertCounts(transaction, key, counts);
    await repository.loosen(transaction, key.tenant_id, plan);
    return 'more';
  }

  async function step(
    transaction: TenantTransaction,
    { tenant_id, closing_id }: v.InferOutput<typeof Payload>,
    plan: DeletionPlan,
  ): Promise<Step> {
    const { closing, isPast } = await repository.lockPast(transaction, { tenant_id, closing_id });
    if (!closing) return 'done';
    if (!isPast || closing.due_at > clock.now()) return 'wait';
    const key = { tenant_id, closing_id };
    const counts = await repository.listCounts(transaction, key);
    if (counts.length === 0 && (await listUnsettled(transaction, tenant_id)).length > 0) return 'unsettled';
    if (counts.length === 0) return await begin(transaction, key, plan);
    const isOpen = (name: string) =>
      counts.some(({ table_name, before, gone }) => table_name === name && gone < before);
    // First those that have rows by the counts, then all: something may have been added since, or swept away.
    for (const tables of [plan.tables.filter(({ name }) => isOpen(name)), plan.tables]) {
      let room = batch;
      for (const table of tables) {
        const most = room;
        const gone =
          table.name === 'audit_entries'
            ? await repository.deleteAudit(transaction, key, { audit_hash: closing.audit_hash, most })
            : await repository.deleteSome(transaction, key, table, most);
        room -= gone;
        // Rows that others of the same table refer to come next time.
        if (room <= 0 || (gone > 0 && table.own.length > 0)) return 'more';
      }
      if (room < batch) return 'more';
    }
    return await finish(transaction, tenant_id, closing);
  }

  return async (closing) => {
    const { tenant_id } = closing;
    const plan = await inTenant(database, tenant_id, planDeletion);
    for (;;) {
      const done = await inTenant(database, tenant_id, async (transaction) => {
        const each = await step(transaction, closing, plan);
        beforeCommit?.();
        return each;
      });
      if (done === 'done') return { is: 'done' };
      if (done !== 'more') {
        const due_at = new Date(clock.now().getTime() + hour);
        return { is: 'retry', reason: waitingWords[done], due_at };
      }
    }
  };
}

/** Deletes schools when they are due. */
export function deletionTask(options: DeletionOptions): TaskKind {
  const remove = schoolDeletion(options);
  return {
    name: deleteSchool,
    atOnce: 1,
    attemptTakes: 6 * hour,
    tooLate: 'It is never too late',
    run: ({ payload }) => remove(v.parse(Payload, payload)),
  };
}
