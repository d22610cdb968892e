import { useCallback, useState } from 'react';
import { planEndpoints, subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import type { OwnSubscription, PlanList } from '#contract/subscriptions/subscriptions.schema.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notePlanStanding } from './plan-standing.ts';

export interface OwnPlan {
  own: OwnSubscription;
  offered: PlanList;
}

/** The own plan, and what can be chosen. */
export function useOwnPlan(api: ApiClient) {
  const load = useCallback(
    async (signal: AbortSignal): Promise<OwnPlan> => {
      const [own, offered] = await Promise.all([
        api.call(subscriptionEndpoints.read, {}, { signal }),
        api.call(planEndpoints.list, {}, { signal }),
      ]);
      notePlanStanding(own);
      return { own, offered };
    },
    [api],
  );
  const answer = useAnswer(load);
  const { value } = answer;
  const [told, setTold] = useState<{ own: OwnSubscription; from: OwnPlan | null } | null>(null);
  return {
    ...answer,
    value: value && told?.from === value ? { ...value, own: told.own } : value,
    /** What a change was answered with is newer than what was loaded. */
    take: useCallback(
      (own: OwnSubscription) => {
        notePlanStanding(own);
        setTold({ own, from: value });
      },
      [value],
    ),
  };
}
