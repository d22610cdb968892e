import type { ProviderName } from '#contract/payments/payments.schema.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { PaymentMode, PaymentSettings } from '#server/platform/payment-settings.ts';
import { createPayPal } from './paypal.ts';
import { createPhonePe } from './phonepe.ts';
import type { Provider } from './provider.ts';
import { createStripe } from './stripe.ts';
import { createTransfer } from './transfer.ts';

/** What the app needs to take money. */
export interface PaymentOptions {
  mode: PaymentMode;
  /** Those that have keys, in the order in which they are offered. */
  providers: ReadonlyMap<ProviderName, Provider>;
  /** What buyers who pay by transfer read; null: there is no provider `transfer`. */
  bankDetails: string | null;
}

/**
 * The providers that have keys; none where the mode is `off`.
 * @param patience milliseconds for one call; left out: 8 s
 */
export function createProviders(
  settings: PaymentSettings,
  { clock, patience }: { clock: Clock; patience?: number },
): ReadonlyMap<ProviderName, Provider> {
  const { mode, stripe, paypal, phonepe, bankDetails } = settings;
  if (mode === 'off') return new Map();
  const common = { clock, ...(patience !== undefined && { patience }) };
  const providers: (Provider | null)[] = [
    stripe && createStripe({ ...stripe, ...common }),
    paypal && createPayPal({ ...paypal, ...common }),
    phonepe && createPhonePe({ ...phonepe, ...common }),
    bankDetails === null ? null : createTransfer({ is_test: mode === 'sandbox' }),
  ];
  return new Map(providers.filter((each) => each !== null).map((each) => [each.name, each]));
}
