import type { ProviderName } from '#contract/payments/payments.schema.ts';
import type { Module, Platform } from '#server/platform/module.ts';
import { createBanks, type Banks } from './banks.ts';
import type { Provider } from './provider.ts';
import { withTransfer, type PaymentOptions } from './providers.ts';

export interface PaymentProviders extends Module {
  /** By their names, in the order in which they are offered; none where nothing is sold. */
  readonly providers: ReadonlyMap<ProviderName, Provider>;
  readonly banks: Banks;
}

/** Ways to pay, and how each of them is spoken with. */
export function createPaymentProviders({
  database,
  options,
}: Pick<Platform, 'database'> & {
  /** How money is taken; undefined: nothing is sold. */
  options: PaymentOptions | undefined;
}): PaymentProviders {
  return {
    providers: options ? withTransfer(options, database) : new Map<ProviderName, Provider>(),
    banks: createBanks(options?.bankDetails ?? null),
    routes: [],
  };
}
