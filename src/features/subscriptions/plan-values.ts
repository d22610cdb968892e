import { schemaResolver } from '@mantine/form';
import * as v from 'valibot';
import { canHaveSeats, mostSeats, type SeatRange } from '#contract/subscriptions/subscriptions.rules.ts';
import {
  Billing,
  SubscriptionForm,
  type Plan,
  type PlanVariant,
} from '#contract/subscriptions/subscriptions.schema.ts';
import { counted } from '#src/lib/counted.ts';

/** What is filled in to choose a plan. */
export interface PlanValues extends Billing {
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
const Filled = v.object({ ...Billing.entries, accepts_terms });
const wrong = schemaResolver(Filled, { sync: true });

/** Field → its text. Empty where it can be sent. */
export function planErrors(values: PlanValues, variant: PlanVariant | null): Record<string, string> {
  const seats = seatsError(values.seats, variant);
  return {
    ...(variant === null || !v.is(variant_id, values.variant_id)
      ? { variant_id: 'Please choose a plan' }
      : {}),
    ...(seats !== null && { seats }),
    ...wrong(values),
  };
}

export function billingOf({ name, email, country, address }: Billing): Billing {
  return { name: name.trim(), email: email.trim(), country, address };
}

/** A refusal names fields of `billing` by their path; a form that has them at its top by their name. */
export function fieldsOf(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, text]) => [field.replace(/^billing\./u, ''), text]),
  );
}
