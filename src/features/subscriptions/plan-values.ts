import { schemaResolver, type FormErrors } from '@mantine/form';
import * as v from 'valibot';
import { Address } from '#contract/orders/orders.schema.ts';
import { canHaveSeats, mostSeats, type SeatRange } from '#contract/subscriptions/subscriptions.rules.ts';
import {
  Billing,
  SubscriptionForm,
  type Plan,
  type PlanVariant,
} from '#contract/subscriptions/subscriptions.schema.ts';
import { counted } from '#src/lib/counted.ts';

/** Who the invoice is for, as it is typed. */
export interface BillingValues extends Omit<Billing, 'address'>, Address {}

/** What is filled in to choose a plan. */
export interface PlanValues extends BillingValues {
  variant_id: string;
  /** As typed. */
  seats: string;
  accepts_terms: boolean;
}

export interface OfferedVariant {
  plan: Plan;
  variant: PlanVariant;
}

/** What can be chosen, plan by plan. */
export function offeredVariants(plans: readonly Plan[]): OfferedVariant[] {
  return plans.flatMap((plan) =>
    plan.variants.filter(({ is_offered }) => is_offered).map((variant) => ({ plan, variant })),
  );
}

/** A typed number of seats; null where it is none. */
export function readSeats(typed: string): number | null {
  const text = typed.trim();
  return /^\d{1,6}$/u.test(text) && Number(text) > 0 ? Number(text) : null;
}

/** What is wrong with a typed number of seats of a variant; null where nothing is. */
export function seatsError(typed: string, variant: SeatRange | null): string | null {
  const seats = readSeats(typed);
  if (seats === null) return 'Please enter how many seats you need';
  if (variant === null || canHaveSeats(variant, seats)) return null;
  return seats < variant.seat_minimum
    ? `This plan begins with ${counted(variant.seat_minimum, 'seat')}`
    : `This plan has ${counted(mostSeats(variant), 'seat')} at most`;
}

/** Seats that are proposed: one for each student, as far as the variant has them. */
export function proposedSeats(used: number, variant: SeatRange | null): string {
  if (variant === null) return String(Math.max(1, used));
  return String(Math.min(mostSeats(variant), Math.max(variant.seat_minimum, used)));
}

const { variant_id, accepts_terms } = SubscriptionForm.entries;
const { address: _address, ...payer } = Billing.entries;
const wrongPayer = schemaResolver(v.object(payer), { sync: true });
const wrongAddress = schemaResolver(Address, { sync: true });
const wrongConsent = schemaResolver(v.object({ accepts_terms }), { sync: true });

const hasAddress = ({ street, postcode, city }: Address) =>
  [street, postcode, city].some((each) => each.trim() !== '');

/** Field → its text. An address is left out, or whole. */
export function billingErrors(values: BillingValues): FormErrors {
  return { ...wrongPayer(values), ...(hasAddress(values) && wrongAddress(values)) };
}

/** Field → its text. Empty where it can be sent. */
export function planErrors(values: PlanValues, variant: PlanVariant | null): FormErrors {
  const seats = seatsError(values.seats, variant);
  return {
    ...(variant === null || !v.is(variant_id, values.variant_id)
      ? { variant_id: 'Please choose a plan' }
      : {}),
    ...(seats !== null && { seats }),
    ...billingErrors(values),
    ...wrongConsent(values),
  };
}

/** What is sent of it. */
export function billingOf(values: BillingValues): Billing {
  const { name, email, country, street, postcode, city } = values;
  const address = hasAddress(values) ? { street, postcode, city } : null;
  return { name: name.trim(), email: email.trim(), country, address };
}

export function billingValues({ address, ...billing }: Billing): BillingValues {
  return { ...billing, ...(address ?? { street: '', postcode: '', city: '' }) };
}

/** A refusal names fields of `billing` by their path; a form that has them at its top by their name. */
export function fieldsOf(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, text]) => [field.replace(/^billing\.(address\.)?/u, ''), text]),
  );
}
