import { Skeleton } from '@mantine/core';
import { useCallback } from 'react';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import { shopEndpoints } from '#contract/orders/orders.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { ShopForm } from './shop.form.tsx';

/** The shop of the school, as its office sets it. */
export function ShopSection({ api }: { api: ApiClient }) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const [shop, causes] = await Promise.all([
        api.call(shopEndpoints.read, {}, { signal }),
        api.call(causeEndpoints.list, { query: { limit: limits.pageMaximum } }, { signal }),
      ]);
      return { shop, causes: causes.results };
    },
    [api],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  if (value)
    // Another currency or cause that was saved is what the form begins with from then on.
    return <ShopForm shop={value.shop} causes={value.causes} api={api} onSaved={reload} />;
  if (status === 'loading') return <Skeleton height={320} role="status" aria-label="Loading" />;
  return (
    <AnswerMissing
      status={status === 'unreachable' ? 'unreachable' : 'failed'}
      busy={busy}
      isGone={isGone}
      failed="The shop could not be fetched"
      unreachable={`The prices of your shop show up here ${asSoonAsReached}.`}
      onRetry={reload}
    />
  );
}
