import { schemaResolver } from '@mantine/form';
import * as v from 'valibot';
import { decimalOf, readAmount } from '#contract/kit/money.ts';
import type { Period } from '#contract/subscriptions/periods.rules.ts';
import { VariantChange, type PlanVariant } from '#contract/subscriptions/subscriptions.schema.ts';

/** A variant as it is typed. */
export interface VariantValues {
  plan_id: string;
  period: Period;
  currency: string;
  seat_price: string;
  seat_minimum: string;
  /** Empty: as many as one likes. */
  seat_maximum: string;
  trial_days: string;
  is_offered: boolean;
}

export function variantValues(variant: PlanVariant | null, planId: string): VariantValues {
  if (variant === null)
    return {
      plan_id: planId,
      period: 'year',
      currency: '',
      seat_price: '',
      seat_minimum: '1',
      seat_maximum: '',
      trial_days: '0',
      is_offered: true,
    };
  const { plan_id, period, currency, seat_price, seat_minimum, seat_maximum, trial_days, is_offered } =
    variant;
  return {
    plan_id,
    period,
    currency,
    seat_price: decimalOf({ amount: seat_price, currency }),
    seat_minimum: String(seat_minimum),
    seat_maximum: seat_maximum === null ? '' : String(seat_maximum),
    trial_days: String(trial_days),
    is_offered,
  };
}

const wrong = schemaResolver(VariantChange, { sync: true });
/** No number where it is none: the schema says so at the field. */
const whole = (typed: string) => (/^\d{1,9}$/u.test(typed.trim()) ? Number(typed) : NaN);

/** What is sent of it; null beside the errors at its fields. */
export function readVariant(values: VariantValues): {
  variant: VariantChange | null;
  errors: Record<string, string>;
} {
  const { currency, seat_maximum } = values;
  const price = currency === '' ? 0 : readAmount(values.seat_price, currency);
  const filled = {
    period: values.period,
    currency,
    seat_price: price ?? 0,
    seat_minimum: whole(values.seat_minimum),
    seat_maximum: seat_maximum.trim() === '' ? null : whole(seat_maximum),
    trial_days: whole(values.trial_days),
    is_offered: values.is_offered,
  };
  const result = v.safeParse(VariantChange, filled);
  const errors = {
    ...(price === null && { seat_price: `Please enter an amount in ${currency}, such as 2` }),
    ...(values.plan_id === '' && { plan_id: 'Please choose a plan' }),
    ...wrong(filled),
  };
  return { variant: result.success && Object.keys(errors).length === 0 ? result.output : null, errors };
}
