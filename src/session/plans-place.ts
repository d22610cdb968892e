import type { User } from '#contract/identity/identity.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import { subscriptionProblems } from '#contract/subscriptions/subscriptions.problems.ts';
import type { FailureInWords } from './failure-words.ts';
import { useUser } from './use-session.ts';

const isOfPlan = ({ code }: Pick<FailureInWords, 'code'>): boolean =>
  code === subscriptionProblems.read_only.code;

function placeFor(user: User | null): string | null {
  const isAtOrganization = user?.role === 'organization_admin' && user.visiting === undefined;
  if (isAtOrganization) return paths.organization.plans();
  const isOffice = user?.role === 'school_admin' || user?.role === 'organization_admin';
  return isOffice ? paths.school.plans() : null;
}

/** Where the plan of the place stands that the signed-in person runs; null for those who run none. */
export function useOwnPlansPlace(): string | null {
  return placeFor(useUser());
}

/** Where the signed-in person renews the plan that a call was refused for; null where it was another refusal, or others do that. */
export function usePlansPlace(failure: Pick<FailureInWords, 'code'> | null): string | null {
  const user = useUser();
  return failure !== null && isOfPlan(failure) ? placeFor(user) : null;
}

/** Words for a failure, and where to renew the plan if it is that. A teacher cannot renew it, and reads who can. */
export function usePlanWords(): (failure: FailureInWords) => { text: string; plansPlace: string | null } {
  const user = useUser();
  return (failure) => {
    if (!isOfPlan(failure)) return { text: failure.text, plansPlace: null };
    const plansPlace = placeFor(user);
    return plansPlace === null
      ? {
          text: 'Your school’s plan has run out. All work is safe. Your school’s office can renew the plan.',
          plansPlace,
        }
      : { text: failure.text, plansPlace };
  };
}
