import { Button, Group, Loader, Skeleton, Text } from '@mantine/core';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { paths } from '#contract/kit/paths.ts';
import { OrderToken, type TrackedOrder } from '#contract/orders/orders.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { usePlaceName } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { LinkPage } from '#src/ui/link-page.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { isUntouched, standingOf } from './checkout.rules.ts';
import type { GoTo } from './go-to.ts';
import { DocumentLinks } from './document-links.tsx';
import { NoSuchOrder, OrderMissing } from './order-missing.tsx';
import { providerWords } from './orders.words.ts';
import { PayAgain } from './pay-again.tsx';
import { PracticeBand } from '#src/ui/practice-band.tsx';
import { TransferCard } from './transfer-card.tsx';
import { isOnItsWay, useCheckedOrder, useOrdered, usualPause, type OnOrdered } from './use-order.ts';

/** How a provider says in an address that it went. The server is asked; the address is not believed. */
export const paymentOutcomes = ['success', 'failed', 'cancel'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

const payments = {
  stripe: paths.stripePayment,
  paypal: paths.paypalPayment,
  phonepe: paths.phonepePayment,
} as const;

interface PaymentScreenProps {
  provider: keyof typeof payments;
  outcome: PaymentOutcome;
  onOrdered: OnOrdered;
  api?: ApiClient;
  goTo?: GoTo;
  /** Milliseconds between two looks at a payment that is on its way. */
  pause?: number;
}

interface ResultProps extends PaymentScreenProps {
  token: string;
  api: ApiClient;
}

const hasWorks = (lines: TrackedOrder['lines']) => lines.some(({ work_id }) => work_id !== null);

function toOrder(token: string, label: string): ReactNode {
  return (
    <Button component={Link} to={paths.trackOrder({ token })} size="md">
      {label}
    </Button>
  );
}

function Paid({
  order,
  token,
  onOrdered,
}: Pick<ResultProps, 'token' | 'onOrdered'> & { order: TrackedOrder }) {
  useOrdered(order, token, onOrdered);
  const isRefunded = order.state === 'refunded';
  return (
    <LinkPage
      place={usePlaceName()}
      title={isRefunded ? 'Your money was given back' : 'Thank you!'}
      announced
    >
      <PracticeBand is_test={order.is_test} />
      <Text>
        {isRefunded
          ? `The payment of order ${order.number} went back the way it came.`
          : `Your order ${order.number} is paid. We send you an email with the receipt.`}
      </Text>
      {order.documents.length > 0 && <DocumentLinks documents={order.documents} />}
      {toOrder(token, 'Look at your order')}
    </LinkPage>
  );
}

interface WaitingProps {
  order: TrackedOrder;
  token: string;
  isAsking: boolean;
  busy: boolean;
  reload: () => void;
}

function Waiting({ order, token, isAsking, busy, reload }: WaitingProps) {
  const provider = order.payment ? providerWords[order.payment.provider] : 'the payment';
  return (
    <LinkPage place={usePlaceName()} title={`We are waiting for ${provider}.`}>
      <PracticeBand is_test={order.is_test} />
      <TransferCard order={order} />
      <Text role="status">You can close this page. We send you an email when your order is paid.</Text>
      {isAsking ? (
        <Loader role="status" aria-label="Asking again" />
      ) : (
        <Group gap="sm">
          <Button size="md" loading={busy} onClick={reload}>
            Ask again
          </Button>
          <Button component={Link} to={paths.trackOrder({ token })} size="md" variant="default">
            Look at your order
          </Button>
        </Group>
      )}
    </LinkPage>
  );
}

/** Back to what was to be bought: the cart, or the cause of an order that is a gift alone. A plan was in no cart either. */
function wayBack({ lines }: TrackedOrder, token: string): ReactNode {
  if (hasWorks(lines))
    return (
      <Button component={Link} to={paths.cart()} size="md" variant="default">
        Back to the cart
      </Button>
    );
  const cause = lines.find(({ kind }) => kind === 'gift')?.cause;
  if (!cause) return toOrder(token, 'Look at your order');
  return (
    <Button component={Link} to={paths.causes({ place: cause.slug })} size="md" variant="default">
      Back to the cause
    </Button>
  );
}

/** Failed and cancelled alike: which it was, whether money was taken, and how to go on. */
function NotPaid({
  order,
  outcome,
  token,
  api,
  goTo,
  reload,
}: ResultProps & { order: TrackedOrder; reload: () => void }) {
  const navigate = useNavigate();
  const standing = standingOf(order);
  const isCancelled = standing === 'cancelled' || (standing === 'begun' && outcome === 'cancel');
  return (
    <LinkPage place={usePlaceName()} title={isCancelled ? 'You cancelled.' : 'It did not work.'}>
      <PracticeBand is_test={order.is_test} />
      <Text role="status">
        {isUntouched(standing) && <strong>No money was taken. </strong>}
        {hasWorks(order.lines) && 'Your cart is kept.'}
        {standing === 'lapsed' && ' The time to pay this order is over. Please order again.'}
      </Text>
      <PayAgain
        order={order}
        token={token}
        title="Try again or pay another way"
        api={api}
        goTo={goTo}
        onStale={reload}
        onTransfer={() => void navigate(paths.trackOrder({ token }))}
      />
      {wayBack(order, token)}
    </LinkPage>
  );
}

function ToFailure({ to }: { to: string }) {
  const navigate = useNavigate();
  const go = useEffectEvent(() => void navigate(to, { replace: true }));
  useEffect(() => go(), []);
  return null;
}

function Result(props: ResultProps) {
  const { outcome, token, api, provider, pause = usualPause } = props;
  const answer = useCheckedOrder(api, token, {
    waitsFor: (order) => (outcome === 'success' ? isOnItsWay(order) : standingOf(order) === 'waiting'),
    pause,
  });
  const { value: order, status } = answer;
  if (order === null) {
    if (status === 'loading') return <Skeleton height={240} role="status" aria-label="Loading" />;
    return (
      <Screen title="Your payment">
        <OrderMissing answer={answer} />
      </Screen>
    );
  }
  const standing = standingOf(order);
  if (standing === 'paid' || standing === 'refunded') return <Paid order={order} {...props} />;
  if (answer.isWaiting) return <Waiting order={order} token={token} {...answer} />;
  if (outcome === 'success')
    return <ToFailure to={payments[provider]({ outcome: 'failed', order: token })} />;
  return <NotPaid order={order} {...props} reload={answer.reload} />;
}

/** `/stripe-payment/success` and its likes: where a provider sends a buyer back to. */
export function PaymentScreen({ api = apiClient, ...props }: PaymentScreenProps) {
  const [address] = useSearchParams();
  const token = address.get('order');
  if (!v.is(OrderToken, token))
    return (
      <Screen title="Your payment">
        <NoSuchOrder />
      </Screen>
    );
  return <Result key={token} {...props} api={api} token={token} />;
}
