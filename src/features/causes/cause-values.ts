import * as v from 'valibot';
import { CauseForm, type ManagedCause } from '#contract/causes/causes.schema.ts';
import { decimalOf, readAmount } from '#contract/kit/money.ts';

/** What is typed into the form of a cause. */
export interface CauseValues {
  name: string;
  summary: string;
  story: string;
  country: string;
  registration_no: string;
  tax_scheme: string;
  /** As typed; empty: no goal. */
  goal: string;
  currency: string;
}

export function causeValues(cause: ManagedCause | null, currency = 'EUR'): CauseValues {
  return {
    name: cause?.name ?? '',
    summary: cause?.summary ?? '',
    story: cause?.story ?? '',
    country: cause?.country ?? '',
    registration_no: cause?.registration_no ?? '',
    tax_scheme: cause?.tax_scheme ?? 'none',
    goal: cause?.goal ? decimalOf(cause.goal) : '',
    currency: cause?.goal?.currency ?? currency,
  };
}

/** What is sent of it, or what is wrong at each field. */
export function readCause(
  values: CauseValues,
  id: string,
): { cause: CauseForm | null; errors: Record<string, string> } {
  const { goal: typed, currency, country, ...words } = values;
  const amount = typed.trim() === '' ? null : readAmount(typed, currency);
  const goalError =
    typed.trim() !== '' && (amount === null || amount === 0) ? { goal: 'Please enter an amount' } : {};
  const parsed = v.safeParse(CauseForm, {
    ...words,
    id,
    country: country === '' ? null : country,
    goal: amount === null ? null : { amount, currency },
  });
  const { nested = {} } = parsed.success ? {} : v.flatten<typeof CauseForm>(parsed.issues);
  const errors: Record<string, string> = { ...goalError };
  for (const [field, texts] of Object.entries(nested)) {
    const name = field.split('.')[0] ?? field;
    errors[name] ??= texts?.[0] ?? '';
  }
  return { cause: parsed.success && Object.keys(errors).length === 0 ? parsed.output : null, errors };
}
