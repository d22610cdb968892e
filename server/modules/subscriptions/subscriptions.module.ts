import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { createPlanService } from './plans.service.ts';
import { createSeats } from './seats.ts';
import { subscriptionRoutes } from './subscriptions.routes.ts';
import { createSubscriptionService } from './subscriptions.service.ts';
import { remindTask, renewTask } from './subscriptions.tasks.ts';

export interface Subscriptions extends Module {
  readonly lifecycle: Lifecycle;
}

/** Plans of schools and of organizations. */
export function createSubscriptions(
  deps: Platform &
    Omit<OptionsOf<typeof createLifecycle>, 'seats'> &
    OptionsOf<typeof createPlanService> &
    Pick<OptionsOf<typeof createSubscriptionService>, 'findSeller'> & {
      visits: OptionsOf<typeof createSeats>;
    },
): Subscriptions {
  const seats = createSeats(deps.visits);
  const lifecycle = createLifecycle({ ...deps, seats });
  return {
    lifecycle,
    routes: subscriptionRoutes({
      plans: createPlanService(deps),
      subscriptions: createSubscriptionService({ ...deps, lifecycle, seats }),
    }),
    tasks: [renewTask({ ...deps, lifecycle }), remindTask({ ...deps, lifecycle })],
  };
}
