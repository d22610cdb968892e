import { payoutEndpoints } from '#contract/causes/payouts.endpoints.ts';
import { preparedRoute, route, type Route } from '#server/platform/route.ts';
import type { PayoutService } from './payouts.service.ts';

export function payoutRoutes(payouts: PayoutService): Route[] {
  return [
    route(payoutEndpoints.list, (input, call) => payouts.list(input, call)),
    route(payoutEndpoints.listPayable, (input, call) => payouts.listPayable(input, call)),
    route(payoutEndpoints.listOwn, (input, call) => payouts.listOwn(input, call)),
    route(payoutEndpoints.read, (input, call) => payouts.read(input, call)),
    route(payoutEndpoints.prepare, (input, call) => payouts.prepare(input, call)),
    route(payoutEndpoints.markSent, (input, call) => payouts.markSent(input, call)),
    preparedRoute(
      payoutEndpoints.prove,
      ({ body }, call) => payouts.readProof(body.file, call),
      (input, call, proof) => payouts.prove(input, call, proof),
    ),
    route(payoutEndpoints.cancel, (input, call) => payouts.cancel(input, call)),
  ];
}
