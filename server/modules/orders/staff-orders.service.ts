import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextByKey } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import type { StaffOrder } from '#contract/orders/staff-orders.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import { atTenant } from '#server/platform/at-tenant.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { hostOf } from '#server/platform/host.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { InvoiceService } from '../invoices/invoices.service.ts';
import type { listWithRefunds } from '../payments/payments.repository.ts';
import type { Refunding } from '../payments/refunding.service.ts';
import * as repository from './orders.repository.ts';
import { describeOrder } from './tracking.ts';

const schoolOf = (id: string) => ({ id, missing: tenantProblems.not_found });

type Parsed<Name extends keyof typeof orderEndpoints> = EndpointParsed<(typeof orderEndpoints)[Name]>;

export type StaffOrderService = ReturnType<typeof createStaffOrderService>;

/** Orders as the platform's staff see them: at one school at a time, in that school's own rows. */
export function createStaffOrderService(options: {
  payments: typeof listWithRefunds;
  documents: Pick<InvoiceService, 'list'>;
  refunding: Refunding;
  baseDomain: string;
}) {
  const { payments, documents, refunding, baseDomain } = options;

  async function describe(transaction: TenantTransaction, tenantId: string, id: string): Promise<StaffOrder> {
    const order = await repository.findOrder(transaction, tenantId, { id });
    if (!order) throw new Problem(orderProblems.not_found);
    const {
      providers: _providers,
      payment: _payment,
      transfer: _transfer,
      ...told
    } = await describeOrder(transaction, tenantId, {
      order,
      payment: null,
      transfer: null,
      providers: [],
      documents: await documents.list(transaction, tenantId, id),
    });
    const tenant = await transaction
      .selectFrom('tenants')
      .select(['school_name', 'subdomain', 'verified_host', 'is_platform'])
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    return {
      ...told,
      id,
      school_name: tenant.school_name,
      host: hostOf(tenant, baseDomain),
      buyer: { name: order.buyer_name, email: order.buyer_email, country: order.buyer_country },
      payments: await payments(transaction, tenantId, id),
    };
  }

  return {
    /** @throws Problem `tenants.not_found` */
    async list({ params, query }: Parsed<'list'>, call: Call<Actor>) {
      return await atTenant(call.transaction, schoolOf(params.tenantId), async () => {
        const page = await repository.listOrders(call.transaction, params.tenantId, query);
        const results = page.rows.map(({ placed_at, paid_at, ...row }) => ({
          ...row,
          placed_at: placed_at.toISOString(),
          paid_at: paid_at?.toISOString() ?? null,
        }));
        return { count: page.count, next: nextByKey(page.after, query), results };
      });
    },

    /** @throws Problem `tenants.not_found`, `orders.not_found` */
    read: ({ params }: Parsed<'read'>, call: Call<Actor>): Promise<StaffOrder> =>
      atTenant(call.transaction, schoolOf(params.tenantId), () =>
        describe(call.transaction, params.tenantId, params.id),
      ),

    /** @throws the Problems of `orders.refund` */
    async refund({ params, body }: Parsed<'refund'>, call: Call<Actor>): Promise<StaffOrder> {
      const { transaction, actor, now } = call;
      const { tenantId, id: orderId } = params;
      const told = await atTenant(transaction, schoolOf(tenantId), async () => {
        await refunding.ask(transaction, tenantId, {
          orderId,
          id: body.id,
          lines: body.lines,
          origin: 'staff',
          reason: body.reason,
          // Somebody of the platform is nobody of the school's own.
          asked_by: null,
          now,
        });
        return await describe(transaction, tenantId, orderId);
      });
      await audit(transaction, {
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action: 'orders.refund_asked',
        subject_id: orderId,
        details: { tenant: tenantId, refund: body.id, reason: body.reason },
      });
      return told;
    },
  };
}
