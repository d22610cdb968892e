import { uuidv7 } from 'uuidv7';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextByKey } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { soldEndpoints } from '#contract/orders/sold.endpoints.ts';
import type { CauseShare, SoldSum } from '#contract/orders/sold.schema.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import { nextFulfilments } from '#contract/orders/orders.rules.ts';
import type { Refunding } from '../payments/refunding.service.ts';
import type { Addresses } from './addresses.ts';
import type { SoldLine } from '#contract/orders/orders.schema.ts';
import { elsewhere } from '#server/platform/database.ts';
import { audit } from '#server/platform/audit.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import * as repository from './orders.repository.ts';
import { findSold, listCauseShares, listSold, sumSold, type SoldRow } from './sold.repository.ts';

type Parsed<Name extends keyof typeof orderEndpoints> = EndpointParsed<(typeof orderEndpoints)[Name]>;
type ParsedSold<Name extends keyof typeof soldEndpoints> = EndpointParsed<(typeof soldEndpoints)[Name]>;

export type SoldService = ReturnType<typeof createSoldService>;

/** What a school sold, for its office. */
export function createSoldService({ addresses, refunding }: { addresses: Addresses; refunding: Refunding }) {
  function present(tenantId: string, row: SoldRow): SoldLine {
    const { tenant_id: _own, school_name: _name, sealed_address, buyer_name, buyer_country, ...rest } = row;
    const { paid_at, ...line } = rest;
    const address = addresses.open(tenantId, line.order_id, sealed_address);
    return {
      ...line,
      tenant: null,
      ship_to: address && { name: buyer_name ?? '', country: buyer_country ?? '', ...address },
      paid_at: paid_at.toISOString(),
    };
  }

  /** Of all schools: what was sold and whose the money is, without where printed books go. */
  function presentToSeller(row: SoldRow): SoldLine {
    const { tenant_id: id, school_name, sealed_address: _sealed, buyer_name: _name, ...rest } = row;
    const { buyer_country: _country, paid_at, ...line } = rest;
    return { ...line, tenant: { id, school_name }, ship_to: null, paid_at: paid_at.toISOString() };
  }

  /** Its price goes back, and with the last printed book of an order what sending it cost. */
  async function giveBack(
    line: SoldRow,
    { transaction, actor, now }: Pick<Call<Actor>, 'transaction' | 'actor' | 'now'>,
  ): Promise<void> {
    const lines = await repository.listOrderLines(transaction, actor.tenant_id, line.order_id);
    const over = ['cannot_be_made', 'withdrawn'];
    const isLast = lines.every(
      ({ id, kind, fulfilment }) => kind !== 'print' || id === line.id || over.includes(fulfilment ?? ''),
    );
    const back = lines.filter(
      ({ id, kind, shares }) =>
        shares.some(({ amount, refunded }) => amount > refunded) &&
        (id === line.id || (isLast && kind === 'shipping')),
    );
    if (back.length === 0) return;
    await refunding.ask(transaction, actor.tenant_id, {
      orderId: line.order_id,
      id: uuidv7(),
      lines: back.map(({ id }) => ({ line_id: id, amount: null })),
      origin: 'withdrawn',
      reason: 'It cannot be made',
      asked_by: actor.id,
      now,
    });
  }

  return {
    async list({ query }: ParsedSold<'list'>, { transaction, tenant, actor }: Call<Actor>) {
      const { count, rows, after } = tenant.is_platform
        ? await elsewhere(transaction, null, () => listSold(transaction, query.tenant_id ?? null, query))
        : await listSold(transaction, actor.tenant_id, query);
      return {
        count,
        next: nextByKey(after, query),
        results: rows.map((row) =>
          tenant.is_platform ? presentToSeller(row) : present(actor.tenant_id, row),
        ),
      };
    },

    async sum({ query }: ParsedSold<'sum'>, { transaction, tenant, actor }: Call<Actor>): Promise<SoldSum[]> {
      if (!tenant.is_platform) return await sumSold(transaction, actor.tenant_id, query);
      return await elsewhere(transaction, null, () => sumSold(transaction, query.tenant_id ?? null, query));
    },

    causes: ({ transaction, actor }: Call<Actor>): Promise<CauseShare[]> =>
      listCauseShares(transaction, actor.tenant_id),

    /** @throws Problem `orders.not_found`, `orders.not_next` */
    async fulfil(
      { params, body }: Parsed<'fulfil'>,
      { transaction, actor, now }: Call<Actor>,
    ): Promise<SoldLine> {
      const { tenant_id, id: actor_id } = actor;
      const find = () => findSold(transaction, tenant_id, { orderId: params.id, lineId: params.line });
      const line = await find();
      if (!line?.fulfilment) throw new Problem(orderProblems.not_found);
      const { fulfilment: from } = line;
      const { fulfilment: to } = body;
      if (from !== to) {
        const isNext = nextFulfilments[from].includes(to);
        const move = { id: line.id, from, to };
        if (!isNext || !(await repository.moveFulfilment(transaction, tenant_id, move)))
          throw new Problem(orderProblems.not_next);
        if (to === 'made' || to === 'cannot_be_made')
          await repository.holdPrinted(transaction, tenant_id, {
            orderId: line.order_id,
            lineId: line.id,
            now,
          });
        if (to === 'cannot_be_made') await giveBack(line, { transaction, actor, now });
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
