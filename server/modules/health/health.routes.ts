import { healthEndpoints } from '#contract/health/health.endpoints.ts';
import { probeEndpoints } from '#contract/health/probes.endpoints.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import type { Drain } from '#server/platform/drain.ts';
import type { Readiness } from '#server/platform/readiness.ts';
import { openRoute, type Route } from '#server/platform/route.ts';

/** Seconds. */
const retryAfter = 2;
const ok = { status: 'ok' } as const;

/** None of them waits for the database: a busy server answers them as fast as any. */
export function healthRoutes({ readiness, drain }: { readiness: Readiness; drain: Drain }): Route[] {
  const refuseUnless = (isGood: boolean) => {
    if (!isGood) throw new Problem(requestProblems.unavailable, { retryAfter });
    return ok;
  };
  return [
    openRoute(healthEndpoints.check, async () => refuseUnless(readiness.isReached)),
    openRoute(probeEndpoints.live, async () => ok),
    openRoute(probeEndpoints.ready, async () => refuseUnless(readiness.isReached && !drain.isBegun)),
  ];
}
