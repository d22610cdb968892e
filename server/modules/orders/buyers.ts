import { Problem } from '#contract/kit/problem.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Reader } from '../works/reader.ts';
import * as repository from './orders.repository.ts';
import type { Passes } from './passes.ts';

export type Buyer = Extract<Reader, { kind: 'buyer' }>;

/** Finds as whom the holder of a pass reads what was bought. */
export function buyersOf(passes: Pick<Passes, 'orderOf'>, clock: Clock) {
  /** @throws Problem `orders.pass_over` */
  return async (transaction: TenantTransaction, tenant: { id: string }, pass: string): Promise<Buyer> => {
    const id = passes.orderOf(tenant.id, pass, clock.now());
    const order = id === null ? undefined : await repository.findOrder(transaction, tenant.id, { id });
    if (!order) throw new Problem(orderProblems.pass_over);
    return { kind: 'buyer', order_id: order.id, reads_as: order.reads_as };
  };
}
