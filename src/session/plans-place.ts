import { paths } from '#contract/kit/paths.ts';
import { subscriptionProblems } from '#contract/subscriptions/subscriptions.problems.ts';
import type { FailureInWords } from './failure-words.ts';
import { useUser } from './use-session.ts';

/** Where the signed-in person renews the plan that a call was refused for; null where it was another refusal, or others do that. */
export function usePlansPlace(failure: Pick<FailureInWords, 'code'> | null): string | null {
  const user = useUser();
  if (failure?.code !== subscriptionProblems.read_only.code) return null;
  const isAtOrganization = user?.role === 'organization_admin' && user.visiting === undefined;
  if (isAtOrganization) return paths.organization.plans();
  const isOffice = user?.role === 'school_admin' || user?.role === 'organization_admin';
  return isOffice ? paths.school.plans() : null;
}
