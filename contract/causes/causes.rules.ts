import type { CauseChange, CauseState } from './causes.schema.ts';

/** Who moves a cause: the school that named it, the platform, or the platform one that it named itself. */
export type CauseMover = 'school' | 'platform' | 'platform_own';

const bySchool: Readonly<Record<CauseState, readonly CauseState[]>> = {
  draft: ['submitted'],
  submitted: ['draft'],
  open: ['paused', 'closed'],
  paused: ['open', 'closed'],
  closed: [],
};

const byPlatform: Readonly<Record<CauseState, readonly CauseState[]>> = {
  draft: [],
  submitted: ['open', 'draft'],
  open: ['paused', 'closed'],
  paused: ['open', 'closed'],
  closed: ['open'],
};

/** Where a cause can go. The platform alone opens one for the first time, and opens one again that is over. */
export function nextCauseStates(state: CauseState, mover: CauseMover): readonly CauseState[] {
  if (mover === 'school') return bySchool[state];
  return mover === 'platform_own' && state === 'draft' ? ['open'] : byPlatform[state];
}

/** Fields that the platform looks at before it opens a cause. */
export const checkedFields = ['name', 'country', 'registration_no', 'tax_scheme'] as const;

/** Whether the platform checks or checked a cause: then its `checkedFields` are the platform's to change. */
export function isChecked({ state, opened_at }: { state: CauseState; opened_at: unknown }): boolean {
  return state !== 'draft' || opened_at !== null;
}

/** Whether a change touches what the platform checks. */
export function changesChecked(
  before: Readonly<Record<(typeof checkedFields)[number], string | null>>,
  change: CauseChange,
): boolean {
  return checkedFields.some((field) => change[field] !== undefined && change[field] !== before[field]);
}

/** What is missing before a cause can be checked, by field. */
export function missingOf(cause: {
  story: string;
  country: string | null;
  registration_no: string;
}): Record<string, string[]> {
  return {
    ...(cause.story === '' && { story: ['Please tell what the money is for'] }),
    ...(cause.country === null && { country: ['Please choose a country'] }),
    ...(cause.registration_no === '' && { registration_no: ['Please enter the registration number'] }),
  };
}

/** How far a cause is, from 0 to 1; null without a goal. Only money of the goal's own currency counts: nothing is converted. */
export function progressOf(cause: {
  goal: { amount: number; currency: string } | null;
  sums: readonly { currency: string; raised: number }[];
}): number | null {
  const { goal, sums } = cause;
  if (!goal) return null;
  const raised = sums.find(({ currency }) => currency === goal.currency)?.raised ?? 0;
  return Math.min(1, raised / goal.amount);
}
