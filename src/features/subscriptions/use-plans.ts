import { useCallback, useState } from 'react';
import { planEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';

/** All plans with their variants, for the platform. */
export function usePlans(api: ApiClient) {
  const load = useCallback((signal: AbortSignal) => api.call(planEndpoints.list, {}, { signal }), [api]);
  const answer = useAnswer(load);
  const { reload } = answer;
  const [isSending, setSending] = useState(false);

  /** Something without a form: says itself what came of it. */
  async function send(work: () => Promise<unknown>, done: string): Promise<void> {
    setSending(true);
    try {
      await work();
      notify.success(done);
    } catch (error) {
      notify.error('This could not be changed', failureOf(error, { offline: 'Nothing was changed.' }).text);
    }
    setSending(false);
    reload();
  }

  return {
    ...answer,
    isSending,
    remove: (id: string, name: string) =>
      send(() => api.call(planEndpoints.remove, { params: { id } }), `${name} is removed`),
    removeVariant: (id: string) =>
      send(() => api.call(planEndpoints.removeVariant, { params: { id } }), 'The variant is removed'),
    setRequired: (is_required: boolean) =>
      send(
        () => api.call(planEndpoints.setRequired, { body: { is_required } }),
        is_required ? 'Schools have to have a plan now' : 'No school has to have a plan now',
      ),
  };
}
