import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextByKey } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { paymentEndpoints } from '#contract/payments/payments.endpoints.ts';
import { paymentProblems } from '#contract/payments/payments.problems.ts';
import type { BankAccount, Finding, ListedPayment } from '#contract/payments/payments.schema.ts';
import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import { atTenant } from '#server/platform/at-tenant.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere, inTenant, type Database } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import type { Actor, Call, OpenCall } from '#server/platform/route.ts';
import { listBanks } from '../providers/banks.ts';
import { closeFinding, listFindings, type FindingRow } from '../findings/findings.ts';
import { listPaymentsOfAll, type ListedRow } from './payment-lists.repository.ts';
import { isProviderRefusal } from '../providers/provider.ts';
import { recordTransfer } from './recording.service.ts';
import type { Settling } from './settling.service.ts';

const schoolOf = (id: string) => ({ id, missing: tenantProblems.not_found });

type Parsed<Name extends keyof typeof paymentEndpoints> = EndpointParsed<(typeof paymentEndpoints)[Name]>;

export type StaffPaymentService = ReturnType<typeof createStaffPaymentService>;

const toPayment = ({ tenant_id, school_name, begun_at, looked_at, ...row }: ListedRow): ListedPayment => ({
  ...row,
  tenant: { id: tenant_id, school_name },
  begun_at: begun_at.toISOString(),
  looked_at: looked_at?.toISOString() ?? null,
});

const toFinding = ({
  tenant_id,
  school_name,
  details,
  found_at,
  closed_at,
  ...row
}: FindingRow): Finding => ({
  ...row,
  tenant: { id: tenant_id, school_name },
  facts: details,
  found_at: found_at.toISOString(),
  closed_at: closed_at?.toISOString() ?? null,
});

/** Payments, findings and bank accounts, for staff of the platform: it reads all schools, and writes in one at a time. */
export function createStaffPaymentService(options: {
  database: Database;
  settling: Pick<Settling, 'settle'>;
  addTask: DueWork['add'];
}) {
  const { database, settling, addTask } = options;

  /** @throws Problem `payments.not_found` */
  async function read(tenantId: string, id: string, platformId: string): Promise<ListedPayment> {
    const { rows } = await inTenant(database, platformId, (transaction) =>
      elsewhere(transaction, null, () =>
        listPaymentsOfAll(transaction, { tenant_id: tenantId, id, limit: 1 }),
      ),
    );
    if (!rows[0]) throw new Problem(paymentProblems.not_found);
    return toPayment(rows[0]);
  }

  async function nameOf({ transaction, actor }: Pick<Call<Actor>, 'transaction' | 'actor'>): Promise<string> {
    const user = await transaction
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('tenant_id', '=', actor.tenant_id)
      .where('id', '=', actor.id)
      .executeTakeFirst();
    return user ? `${user.first_name} ${user.last_name}`.trim() : '';
  }

  return {
    async list({ query }: Parsed<'list'>, { transaction }: Call<Actor>) {
      const page = await elsewhere(transaction, null, () => listPaymentsOfAll(transaction, query));
      return {
        count: page.count,
        next: nextByKey(page.after, query),
        results: page.rows.map(toPayment),
      };
    },

    /** @throws Problem `tenants.not_found`, `payments.not_found`, `payments.no_answer` */
    async check({ params }: Parsed<'check'>, { actor }: OpenCall<Actor>): Promise<ListedPayment> {
      const { tenantId, id } = params;
      await inTenant(database, actor.tenant_id, async (transaction) => {
        const there = await atTenant(transaction, schoolOf(tenantId), () =>
          transaction
            .selectFrom('payments')
            .select('id')
            .where('tenant_id', '=', tenantId)
            .where('id', '=', id)
            .executeTakeFirst(),
        );
        if (!there) throw new Problem(paymentProblems.not_found);
        await audit(transaction, {
          tenant_id: actor.tenant_id,
          actor_id: actor.id,
          action: 'payments.checked',
          subject_id: id,
          details: { tenant: tenantId },
        });
      });
      try {
        await settling.settle(tenantId, id);
      } catch (error) {
        if (isProviderRefusal(error)) throw new Problem(paymentProblems.no_answer);
        throw error;
      }
      return await read(tenantId, id, actor.tenant_id);
    },

    /** The same line again answers the same. @throws the Problems of `payments.recordTransfer` */
    async record({ params, body }: Parsed<'recordTransfer'>, call: OpenCall<Actor>): Promise<ListedPayment> {
      const { actor, now } = call;
      const { tenantId } = params;
      const { paymentId } = await inTenant(database, actor.tenant_id, async (transaction) => {
        const by = await nameOf({ transaction, actor });
        const recorded = await atTenant(transaction, schoolOf(tenantId), () =>
          recordTransfer(transaction, addTask, { tenantId, paymentId: params.id, form: body, by, now }),
        );
        if (recorded.isNew)
          await audit(transaction, {
            tenant_id: actor.tenant_id,
            actor_id: actor.id,
            action: body.direction === 'in' ? 'payments.transfer_recorded' : 'payments.transfer_sent',
            subject_id: recorded.orderId,
            details: {
              tenant: tenantId,
              transfer: body.id,
              amount: body.amount,
              bank_reference: body.bank_reference,
            },
          });
        return recorded;
      });
      await settling.settle(tenantId, paymentId);
      return await read(tenantId, paymentId, actor.tenant_id);
    },

    async listFindings({ query }: Parsed<'listFindings'>, { transaction }: Call<Actor>) {
      const page = await elsewhere(transaction, null, () => listFindings(transaction, query));
      return {
        count: page.count,
        next: nextByKey(page.after, query),
        results: page.rows.map(toFinding),
      };
    },

    /** @throws Problem `tenants.not_found`, `payments.finding_not_found`, `payments.finding_closed` */
    async closeFinding({ params, body }: Parsed<'closeFinding'>, call: Call<Actor>): Promise<Finding> {
      const { transaction, actor, now } = call;
      const { tenantId, id } = params;
      const by = await nameOf(call);
      const find = async () => {
        const { rows } = await elsewhere(transaction, null, () =>
          listFindings(transaction, { tenant_id: tenantId, id, limit: 1 }),
        );
        return rows[0];
      };
      const closed = await atTenant(transaction, schoolOf(tenantId), () =>
        closeFinding(transaction, tenantId, { id }, { words: body.words, by, at: now }),
      );
      const finding = await find();
      if (!finding) throw new Problem(paymentProblems.finding_not_found);
      // Sent again it is closed with the same words.
      if (!closed && finding.words !== body.words) throw new Problem(paymentProblems.finding_closed);
      if (closed)
        await audit(transaction, {
          tenant_id: actor.tenant_id,
          actor_id: actor.id,
          action: 'payments.finding_closed',
          subject_id: id,
          details: { tenant: tenantId, kind: finding.kind, words: body.words },
        });
      return toFinding(finding);
    },

    listBanks: (_input: unknown, { transaction }: Call<Actor>): Promise<BankAccount[]> =>
      listBanks(transaction),

    async setBank({ body }: Parsed<'setBank'>, call: Call<Actor>): Promise<BankAccount[]> {
      const { transaction, actor, now } = call;
      const { currency: _currency, ...account } = body;
      await elsewhere(transaction, null, () =>
        transaction
          .insertInto('bank_accounts')
          .values({ ...body, updated_at: now })
          .onConflict((conflict) => conflict.column('currency').doUpdateSet({ ...account, updated_at: now }))
          .execute(),
      );
      await audit(transaction, {
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action: 'payments.bank_set',
        details: { ...body },
      });
      return await listBanks(transaction);
    },

    async removeBank({ params }: Parsed<'removeBank'>, call: Call<Actor>): Promise<BankAccount[]> {
      const { transaction, actor } = call;
      const { currency } = params;
      const { numDeletedRows } = await elsewhere(transaction, null, () =>
        transaction.deleteFrom('bank_accounts').where('currency', '=', currency).executeTakeFirstOrThrow(),
      );
      if (numDeletedRows > 0n)
        await audit(transaction, {
          tenant_id: actor.tenant_id,
          actor_id: actor.id,
          action: 'payments.bank_removed',
          details: { currency },
        });
      return await listBanks(transaction);
    },
  };
}
