import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { ProviderName } from '#contract/payments/payments.schema.ts';
import type { Quote } from '#contract/orders/orders.schema.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import { likelyCountry } from '#src/lib/own-country.ts';
import type { OwnDrafts } from '#src/session/local-drafts.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import type { Failure } from '#src/ui/failure-note.tsx';
import {
  checkoutDraft,
  emptyValues,
  errorsOf,
  giftsOf,
  orderOf,
  type CheckoutValues,
} from './checkout-values.ts';
import {
  changesBetween,
  giftsText,
  isPageOfOrder,
  linesText,
  payTarget,
  wantedOf,
  type PriceChange,
} from './checkout.rules.ts';
import { goToAddress, type GoTo } from './go-to.ts';
import { forgetOrderId, noteOrder } from './order-id.ts';
import { placeOrder } from './place-order.ts';
import { useQuote } from './use-quote.ts';

/** Milliseconds without a key after which a typed amount is priced. */
const quiet = 400;

export interface CheckoutOptions {
  workIds: readonly string[];
  /** The cause that is chosen at first; null: none. */
  give?: string | null;
  localDrafts: OwnDrafts;
  api: ApiClient;
  goTo?: GoTo;
  /** Nothing is left to pay, or it is paid by bank transfer: the order's page says so. */
  onDone: (token: string) => void;
}

/** The form of the checkout, what it costs at the moment, and how it is ordered. */
export function useCheckout({
  workIds,
  give = null,
  localDrafts,
  api,
  goTo = goToAddress,
  onDone,
}: CheckoutOptions) {
  const user = useUser();
  const shown = useRef<Pick<Quote, 'currency' | 'lines'>>({ currency: 'EUR', lines: [] });
  const around = () => ({
    currency: shown.current.currency,
    needsAddress: shown.current.lines.some(({ kind }) => kind === 'print'),
  });
  const form = useForm<CheckoutValues>({
    initialValues: {
      ...emptyValues(user?.country ?? likelyCountry(navigator.languages)),
      gift_cause: give ?? '',
    },
    validate: (values) => errorsOf(values, around()),
    // A gift alone has no price, and no button that would say it, before its amount can be read.
    validateInputOnBlur: ['gift_amount'],
  });
  const draft = useFormDraft(checkoutDraft, form, { localDrafts, leaveOut: ['is_adult', 'accepts_terms'] });
  const { copies, country } = form.values;
  const lines = linesText(wantedOf(workIds, copies));
  const [currency, setCurrency] = useState('EUR');
  const [gifts] = useDebouncedValue(giftsText(giftsOf(form.values, currency)), quiet);
  const quoting = useQuote(api, { lines, gifts, country });
  const { quote, take, reload } = quoting;
  const [opening, setOpening] = useState<ProviderName | 'free' | null>(null);
  const [down, setDown] = useState<ReadonlySet<ProviderName>>(new Set());
  const [changed, setChanged] = useState<{ before: number; changes: readonly PriceChange[] } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  if (quote && quote.currency !== currency) setCurrency(quote.currency);
  useEffect(() => {
    if (quote) shown.current = quote;
  }, [quote]);
  // Who comes back from a provider's page by the Back button finds the page as it was left.
  useEffect(() => {
    const wakeUp = ({ persisted }: PageTransitionEvent) => persisted && setOpening(null);
    window.addEventListener('pageshow', wakeUp);
    return () => window.removeEventListener('pageshow', wakeUp);
  }, []);

  function leaveFor(token: string, pay_url: string | null): void {
    noteOrder(token);
    const { origin } = window.location;
    const target = pay_url === null ? null : payTarget(pay_url, origin);
    const isHere = target !== null && isPageOfOrder(target, token, origin);
    if (target !== null && !isHere) return goTo(target);
    if (pay_url !== null && !isHere) {
      setFailure({ isOffline: false, text: 'The page to pay on cannot be opened. Nothing was paid.' });
      return setOpening(null);
    }
    forgetOrderId();
    draft.end();
    return onDone(token);
  }

  async function order(values: CheckoutValues, offer: Quote, provider: ProviderName | null): Promise<void> {
    setFailure(null);
    setChanged(null);
    setOpening(provider ?? 'free');
    const placing = await placeOrder(api, offer, orderOf(values, { ...around(), workIds, provider }));
    if (placing.is === 'placed') return leaveFor(placing.placed.token, placing.placed.pay_url);
    setOpening(null);
    if (placing.is === 'changed') {
      setChanged({ before: offer.total, changes: changesBetween(offer, placing.quote) });
      return take(placing.quote);
    }
    const { code, fields, text, isOffline } = placing.failure;
    if (code === orderProblems.provider_unavailable.code && provider !== null)
      return setDown((before) => new Set([...before, provider]));
    if (code === orderProblems.closed.code || code === orderProblems.nothing_to_buy.code) reload();
    const { provider: payment, ...atFields } = Object.fromEntries(
      Object.entries(fields).map(([name, words]) => [name.replace(/^address\.?/u, '') || 'street', words]),
    );
    form.setErrors(atFields);
    return setFailure({ isOffline, text: payment ?? text });
  }

  return {
    ...quoting,
    form,
    draft,
    opening,
    down,
    tryAllAgain: () => setDown(new Set()),
    changed,
    failure,
    order,
    /** True while the shown prices are not those of what is typed. */
    isPricing: quoting.busy || gifts !== giftsText(giftsOf(form.values, currency)),
  };
}

export type Checkout = ReturnType<typeof useCheckout>;
