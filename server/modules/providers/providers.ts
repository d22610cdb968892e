import type { ProviderName } from '#contract/payments/payments.schema.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { PaymentMode, PaymentSettings } from '#server/platform/payment-settings.ts';
import { createPayPal } from './paypal.ts';
import { createPhonePe } from './phonepe.ts';
import type { Provider } from './provider.ts';
import { createStripe } from './stripe.ts';
import { createTransfer } from './transfer.ts';

/** What the app needs to take money. */
export interface PaymentOptions {
  mode: PaymentMode;
  /** Those that have keys, in the order in which they are offered; bank transfer comes last, by itself. */
  providers: ReadonlyMap<ProviderName, Provider>;
  /** What buyers who pay by transfer in a currency without a bank account read; null: it is not offered there. */
  bankDetails: string | null;
}

/** With bank transfer, which has no keys: it is offered where there is a bank account for the currency. */
export function withTransfer(
  { mode, providers, bankDetails }: PaymentOptions,
  database: Database,
): ReadonlyMap<ProviderName, Provider> {
  if (mode === 'off') return providers;
  const others = [...providers.values()];
  // Without keys of real money next to it, no account of a real bank makes it real.
  const isPractice = bankDetails === null && others.length > 0 && others.every(({ is_test }) => is_test);
  return new Map([
    ...providers,
    ['transfer', createTransfer({ database, is_test: mode === 'sandbox' || isPractice })],
  ]);
}

/**
 * The providers that have keys; none where the mode is `off`.
 * @param patience milliseconds for one call; left out: 8 s
 */
export function createProviders(
  settings: PaymentSettings,
  { clock, patience }: { clock: Clock; patience?: number },
): ReadonlyMap<ProviderName, Provider> {
  const { mode, stripe, paypal, phonepe } = settings;
  if (mode === 'off') return new Map();
  const common = { clock, ...(patience !== undefined && { patience }) };
  const providers: (Provider | null)[] = [
    stripe && createStripe({ ...stripe, ...common }),
    paypal && createPayPal({ ...paypal, ...common }),
    phonepe && createPhonePe({ ...phonepe, ...common }),
  ];
  return new Map(providers.filter((each) => each !== null).map((each) => [each.name, each]));
}
