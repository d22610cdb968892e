import { closingProblems } from '#contract/closings/closings.problems.ts';
import type { Receipt } from '#contract/closings/closings.schema.ts';
import { Problem } from '#contract/kit/problem.ts';
import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import { inTenant, tenantAt } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import { findPlatformId } from '#server/platform/platform-tenant.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import { beginClosing, lockOpen } from './begin-closing.ts';
import * as repository from './closings.repository.ts';
import { planDeletion } from './deletion-order.ts';
import { countRows } from './deletion.repository.ts';
import { schoolDeletion, type DeletionOptions } from './deletion.task.ts';
import { isGenuine } from './receipts.ts';
import { listUnsettled } from './unsettled.ts';

/** How far a school is on its way out. */
export type OperatorDeletion =
  | { is: 'closing'; due_at: Date }
  /** Its date is past, and something is in the way. */
  | { is: 'waiting'; reason: string }
  | {
      is: 'gone';
      receipt: Receipt;
      signature: string;
      isGenuine: boolean;
      /** What is there yet: rows that should have gone, and objects in the store of media. */
      left: { rows: number; objects: number };
    };

/** What a command is about to do to a school. */
export type Deed = 'begin' | 'delete';

interface DueClosing {
  id: string;
  due_at: Date;
  gone_at: Date | null;
}

/**
 * The end of a school by a command on the server, on the same road as from the panel: the first call closes it for 30 days, a later one past its
 * date deletes it at once and ends with the receipt, and further ones tell that again.
 */
export function createOperatorDeletion(
  options: Omit<DeletionOptions, 'outbox'> & { outbox: MailOutbox; addTask: DueWork['add'] },
) {
  const { database, clock, media, secretKey } = options;
  const remove = schoolDeletion(options);

  async function begin(tenantId: string, reason: string): Promise<OperatorDeletion> {
    const due_at = await inTenant(database, tenantId, async (transaction) => {
      const school = await lockOpen(transaction, tenantId);
      const platform = await findPlatformId(transaction);
      if (platform === undefined) throw new Error('There is no platform that could delete a school');
      const by = { transaction, tenant: { id: platform }, actor: { id: null }, now: clock.now() };
      return await beginClosing(school, { reason, is_by_platform: true, closer: undefined }, by, options);
    });
    return { is: 'closing', due_at };
  }

  async function countLeft(tenantId: string): Promise<{ rows: number; objects: number }> {
    const rows = await inTenant(database, tenantId, async (transaction) => {
      const { tables } = await planDeletion(transaction);
      let sum = 0;
      for (const { name } of tables) sum += await countRows(transaction, tenantId, name);
      return sum;
    });
    const objects: string[] = [];
    if (media.store) for await (const { sha256 } of media.store.list(tenantId)) objects.push(sha256);
    return { rows, objects: objects.length };
  }

  async function readReceipt(tenantId: string): Promise<OperatorDeletion> {
    const closing = await inTenant(database, tenantId, (transaction) =>
      repository.findClosing(transaction, tenantId),
    );
    const { receipt = null, signature = null } = closing ?? {};
    if (receipt === null || signature === null) throw new Problem(closingProblems.no_receipt);
    return {
      is: 'gone',
      receipt,
      signature: signature.toString('hex'),
      isGenuine: isGenuine(secretKey, receipt, signature),
      left: await countLeft(tenantId),
    };
  }

  async function finish(tenantId: string, { id }: DueClosing): Promise<OperatorDeletion> {
    const outcome = await remove({ tenant_id: tenantId, closing_id: id });
    if (outcome.is === 'done') return await readReceipt(tenantId);
    const unsettled = await inTenant(database, tenantId, (transaction) =>
      listUnsettled(transaction, tenantId),
    );
    const what = unsettled.map((each) => `${each.count} ${each.what}`).join(', ');
    return { is: 'waiting', reason: what === '' ? outcome.reason : `${outcome.reason}: ${what}` };
  }

  return {
    /**
     * @param confirm throws where the person at the keyboard does not want it; asked right before anything is changed
     * @throws Problem `tenants.unknown_slug`, `closings.not_open`
     */
    async run(
      { slug, reason }: { slug: string; reason: string },
      confirm: (school: { school_name: string }, deed: Deed) => Promise<void>,
    ): Promise<OperatorDeletion> {
      const school = await tenantAt(database, { subdomain: slug });
      if (!school || school.is_platform) throw new Problem(tenantProblems.unknown_slug);
      const { id: tenantId } = school;
      const closing = await inTenant(database, tenantId, (transaction) =>
        repository.findClosing(transaction, tenantId),
      );
      if (!closing) {
        await confirm(school, 'begin');
        return await begin(tenantId, reason);
      }
      if (closing.gone_at !== null) return await readReceipt(tenantId);
      if (closing.due_at > clock.now()) return { is: 'closing', due_at: closing.due_at };
      await confirm(school, 'delete');
      return await finish(tenantId, closing);
    },
  };
}
