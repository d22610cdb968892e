import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { isProviderRefusal } from '../providers/provider.ts';
import { createPaying, type Paying } from './paying.service.ts';
import { insertTransfers, listPayments, listWithRefunds } from './payments.repository.ts';
import { paymentRoutes } from './payments.routes.ts';
import { checkTask, lapseOrder, lapseTask, refundTask } from './payments.tasks.ts';
import { servePaymentEvents } from './payments.web.ts';
import { reconcileTask } from './reconcile.task.ts';
import { createRefunding, type Refunding } from './refunding.service.ts';
import { createSettling, type Settling } from './settling.service.ts';
import { createStaffPaymentService } from './staff-payments.service.ts';

export interface Payments extends Module {
  readonly payments: Paying &
    Settling & {
      list: typeof listPayments;
      isRefusal: typeof isProviderRefusal;
      lapseOrder: typeof lapseOrder;
    };
  readonly refunding: Refunding;
  /** Whether anybody takes money here. */
  readonly takesMoney: boolean;
}

/** What other modules may do with payments that are made already. */
export const paymentLists = { insertTransfers, listWithRefunds };

/** Money that comes and goes back. */
export function createPayments(
  deps: Platform &
    Pick<OptionsOf<typeof createSettling>, 'followers'> &
    Pick<OptionsOf<typeof lapseTask>, 'followers'> &
    Pick<OptionsOf<typeof reconcileTask>, 'causes'> &
    Pick<OptionsOf<typeof createPaying>, 'providers' | 'banks'>,
): Payments {
  const settling = createSettling(deps);
  const paying = createPaying({ ...deps, settling });
  const takesMoney = deps.providers.size > 0;
  return {
    payments: {
      ...settling,
      ...paying,
      list: listPayments,
      isRefusal: isProviderRefusal,
      lapseOrder,
    },
    refunding: createRefunding(deps),
    takesMoney,
    routes: paymentRoutes(createStaffPaymentService({ ...deps, settling })),
    // Where nobody takes payments, nothing of them is due.
    tasks: takesMoney
      ? [
          checkTask({ ...deps, settling }),
          refundTask({ settling }),
          lapseTask(deps),
          reconcileTask({ ...deps, settling }),
        ]
      : [],
    serve: ({ app }) => servePaymentEvents(app, deps),
  };
}
