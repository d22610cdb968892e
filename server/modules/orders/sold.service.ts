import * as v from 'valibot';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextPage } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import { nextFulfilments } from '#contract/orders/orders.rules.ts';
import { Address, type SoldLine } from '#contract/orders/orders.schema.ts';
import { audit } from '#server/platform/audit.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { unseal } from '#server/platform/sealing.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import * as repository from './orders.repository.ts';

type Parsed<Name extends keyof typeof orderEndpoints> = EndpointParsed<(typeof orderEndpoints)[Name]>;
type SoldRow = Awaited<ReturnType<typeof repository.listSold>>['rows'][number];

export const addressContext = (tenantId: string, orderId: string) => `address ${tenantId} ${orderId}`;

export type SoldService = ReturnType<typeof createSoldService>;

/** What a school sold, for its office. */
export function createSoldService({ secretKey }: { secretKey: SecretKey }) {
  const key = secretKey.derive('addresses of orders');

  function present(tenantId: string, row: SoldRow): SoldLine {
    const { sealed_address, buyer_name, buyer_country, paid_at, ...line } = row;
    const address = sealed_address
      ? v.parse(
          Address,
          JSON.parse(unseal(key, sealed_address, addressContext(tenantId, line.order_id)).toString()),
        )
      : null;
    return {
      ...line,
      ship_to: address && { name: buyer_name ?? '', country: buyer_country ?? '', ...address },
      paid_at: paid_at.toISOString(),
    };
  }

  return {
    async list({ query }: Parsed<'listSold'>, { transaction, actor }: Call<Actor>) {
      const { count, rows } = await repository.listSold(transaction, actor.tenant_id, query);
      return {
        count,
        next: nextPage(query, count),
        results: rows.map((row) => present(actor.tenant_id, row)),
      };
    },

    /** @throws Problem `orders.not_found`, `orders.not_next` */
    async fulfil({ params, body }: Parsed<'fulfil'>, { transaction, actor }: Call<Actor>): Promise<SoldLine> {
      const { tenant_id, id: actor_id } = actor;
      const find = () =>
        repository.findSold(transaction, tenant_id, { orderId: params.id, lineId: params.line });
      const line = await find();
      if (!line?.fulfilment) throw new Problem(orderProblems.not_found);
      const { fulfilment: from } = line;
      const { fulfilment: to } = body;
      if (from !== to) {
        const isNext = nextFulfilments[from].includes(to);
        const move = { id: line.id, from, to };
        if (!isNext || !(await repository.moveFulfilment(transaction, tenant_id, move)))
          throw new Problem(orderProblems.not_next);
        await audit(transaction, {
          tenant_id,
          actor_id,
          action: 'orders.fulfilment_changed',
          subject_id: line.order_id,
          details: { from, to },
        });
      }
      const after = await find();
      if (!after) throw new Problem(orderProblems.not_found);
      return present(tenant_id, after);
    },
  };
}
