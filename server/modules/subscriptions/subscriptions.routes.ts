import { planEndpoints, subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { PlanService } from './plans.service.ts';
import type { SubscriptionService } from './subscriptions.service.ts';

export function subscriptionRoutes({
  plans,
  subscriptions,
}: {
  plans: PlanService;
  subscriptions: SubscriptionService;
}): Route[] {
  return [
    route(planEndpoints.list, (input, call) => plans.list(input, call)),
    route(planEndpoints.create, (input, call) => plans.create(input, call)),
    route(planEndpoints.setRequired, (input, call) => plans.setRequired(input, call)),
    route(planEndpoints.update, (input, call) => plans.update(input, call)),
    route(planEndpoints.remove, (input, call) => plans.remove(input, call)),
    route(planEndpoints.createVariant, (input, call) => plans.createVariant(input, call)),
    route(planEndpoints.updateVariant, (input, call) => plans.updateVariant(input, call)),
    route(planEndpoints.removeVariant, (input, call) => plans.removeVariant(input, call)),
    route(subscriptionEndpoints.read, (input, call) => subscriptions.read(input, call)),
    route(subscriptionEndpoints.quote, (input, call) => subscriptions.quote(input, call)),
    route(subscriptionEndpoints.start, (input, call) => subscriptions.start(input, call)),
    route(subscriptionEndpoints.update, (input, call) => subscriptions.update(input, call)),
    route(subscriptionEndpoints.quoteSeats, (input, call) => subscriptions.quoteSeats(input, call)),
    route(subscriptionEndpoints.orderSeats, (input, call) => subscriptions.orderSeats(input, call)),
    route(subscriptionEndpoints.cancelOrder, (input, call) => subscriptions.cancelOrder(input, call)),
    route(subscriptionEndpoints.listCovered, (input, call) => subscriptions.listCovered(input, call)),
    route(subscriptionEndpoints.listOrders, (input, call) => subscriptions.listOrders(input, call)),
    route(subscriptionEndpoints.list, (input, call) => subscriptions.list(input, call)),
  ];
}
