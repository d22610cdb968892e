import type { ProviderName } from '#contract/payments/payments.schema.ts';
import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { originOn } from '#server/platform/host.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import { createBanks } from './banks.ts';
import { findingsTask } from './findings.task.ts';
import { createPaying, type Paying } from './paying.service.ts';
import { insertTransfers, listPayments, listWithRefunds } from './payments.repository.ts';
import { paymentRoutes } from './payments.routes.ts';
import { checkTask, lapseOrder, lapseTask, refundTask } from './payments.tasks.ts';
import { servePaymentEvents } from './payments.web.ts';
import { isProviderRefusal, type Provider } from './provider.ts';
import { withTransfer, type PaymentOptions } from './providers.ts';
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
    Pick<OptionsOf<typeof reconcileTask>, 'causes'> & {
      outbox: MailOutbox;
      /** How money is taken; undefined: nothing is sold. */
      options: PaymentOptions | undefined;
    },
): Payments {
  const { options, database, publicUrl, baseDomain } = deps;
  const providers: ReadonlyMap<ProviderName, Provider> = options
    ? withTransfer(options, database)
    : new Map<ProviderName, Provider>();
  const banks = createBanks(options?.bankDetails ?? null);
  const settling = createSettling({ ...deps, providers });
  const paying = createPaying({ ...deps, providers, banks, settling });
  const takesMoney = providers.size > 0;
  const origin = publicUrl ? originOn(publicUrl, baseDomain) : null;
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
          findingsTask({ ...deps, origin }),
        ]
      : [],
    serve: ({ app }) => servePaymentEvents(app, { ...deps, providers }),
  };
}
