import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import type { ProviderName } from '#contract/payments/payments.schema.ts';
import type { TrackedOrder } from '#contract/orders/orders.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import type { Failure } from '#src/ui/failure-note.tsx';
import { checkoutDraft } from './checkout-values.ts';
import { isOrdered, isPageOfOrder, payTarget, standingOf } from './checkout.rules.ts';
import { goToAddress, type GoTo } from './go-to.ts';
import { forgetOrderId, noteOrder, takeOrder } from './order-id.ts';
import { useCheckoutDrafts } from './use-checkout-drafts.ts';

/** Milliseconds between two looks at a payment that is on its way. */
export const usualPause = 3000;
/** How often the page looks by itself. */
const looks = 20;

/** An order as its provider says it stands, asked again by itself for a minute while it waits. */
export function useCheckedOrder(
  api: ApiClient,
  token: string,
  options: { waitsFor: (order: TrackedOrder) => boolean; pause: number },
) {
  const { waitsFor, pause } = options;
  const load = useCallback(
    (signal: AbortSignal) => api.call(orderEndpoints.check, { params: { token } }, { signal }),
    [api, token],
  );
  const answer = useAnswer(load);
  const { value, busy, reload } = answer;
  const [done, setDone] = useState(0);
  const isWaiting = value !== null && waitsFor(value);
  const isAsking = isWaiting && done < looks;
  useEffect(() => {
    if (!isAsking || busy) return undefined;
    const timer = setTimeout(() => {
      setDone((count) => count + 1);
      reload();
    }, pause);
    return () => clearTimeout(timer);
  }, [isAsking, busy, reload, pause]);
  return { ...answer, isWaiting, isAsking };
}

/** An order, as it is told to who has its address. */
export function useTrackedOrder(api: ApiClient, token: string) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(orderEndpoints.track, { params: { token } }, { signal }),
    [api, token],
  );
  return useAnswer(load);
}

/** Takes works out of the cart; null until the device knows the cart. */
export type OnOrdered = ((workIds: readonly string[]) => void) | null;

/** What this tab ordered is in no cart any more, and what it orders next is another order. */
export function useOrdered(order: TrackedOrder, token: string, onOrdered: OnOrdered): void {
  const localDrafts = useCheckoutDrafts();
  const end = useEffectEvent(() => {
    if (!takeOrder(token)) return;
    forgetOrderId();
    void localDrafts.drop(checkoutDraft);
    onOrdered?.(order.lines.flatMap(({ work_id }) => (work_id === null ? [] : [work_id])));
  });
  const isOver = isOrdered(order) && onOrdered !== null;
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
}

interface PayAgainOptions {
  /** The order is not what the page shows any more. */
  onStale: () => void;
  /** The buyer sends the money by themselves: the page of the order says how. */
  onTransfer: () => void;
  goTo?: GoTo | undefined;
}

/** Pays an order that is there, again or another way. */
export function usePayAgain(
  api: ApiClient,
  token: string,
  { onStale, onTransfer, goTo = goToAddress }: PayAgainOptions,
) {
  const [opening, setOpening] = useState<ProviderName | null>(null);
  const [down, setDown] = useState<ReadonlySet<ProviderName>>(new Set());
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    const wakeUp = ({ persisted }: PageTransitionEvent) => persisted && setOpening(null);
    window.addEventListener('pageshow', wakeUp);
    return () => window.removeEventListener('pageshow', wakeUp);
  }, []);

  async function pay(provider: ProviderName): Promise<void> {
    setFailure(null);
    setOpening(provider);
    try {
      const { pay_url } = await api.call(orderEndpoints.pay, { params: { token }, body: { provider } });
      noteOrder(token);
      const { origin } = window.location;
      const target = pay_url === null ? null : payTarget(pay_url, origin);
      if (target !== null) return isPageOfOrder(target, token, origin) ? onTransfer() : goTo(target);
      setFailure({ isOffline: false, text: 'The page to pay on cannot be opened. Nothing was paid.' });
    } catch (error) {
      const found = failureOf(error, { offline: 'Nothing was paid.' });
      if (found.code === orderProblems.provider_unavailable.code)
        setDown((before) => new Set([...before, provider]));
      else setFailure(found);
      // It was paid, or its time ended, while the page was open.
      if (found.code === orderProblems.already_paid.code || found.code === orderProblems.lapsed.code)
        onStale();
    }
    return setOpening(null);
  }

  return { opening, down, failure, pay };
}

/** True while a provider has not said yet what came of a payment. */
export function isOnItsWay(order: TrackedOrder): boolean {
  const standing = standingOf(order);
  return standing === 'waiting' || standing === 'begun';
}
