import { useState } from 'react';
import { subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import type { OwnSubscription, SubscriptionChange } from '#contract/subscriptions/subscriptions.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';

/** Changes that need no form: says itself what came of it. */
export function useChangePlan(api: ApiClient, onChanged: (own: OwnSubscription) => void) {
  const [busy, setBusy] = useState(false);

  async function send(work: () => Promise<OwnSubscription>, done: string): Promise<void> {
    setBusy(true);
    try {
      onChanged(await work());
      notify.success(done);
    } catch (error) {
      notify.error('This could not be changed', failureOf(error, { offline: 'Nothing was changed.' }).text);
    }
    setBusy(false);
  }

  return {
    busy,
    change: (body: SubscriptionChange, done: string) =>
      send(() => api.call(subscriptionEndpoints.update, { body }), done),
    cancelOrder: (id: string) =>
      send(() => api.call(subscriptionEndpoints.cancelOrder, { params: { id } }), 'The order is taken back'),
  };
}
