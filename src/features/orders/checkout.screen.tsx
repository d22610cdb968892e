import { Button, Skeleton } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { CheckoutForm } from './checkout.form.tsx';
import type { CartTitle } from './checkout-works.tsx';
import type { GoTo } from './go-to.ts';
import { useCheckout } from './use-checkout.ts';
import { useCheckoutDrafts } from './use-checkout-drafts.ts';

interface CheckoutScreenProps {
  /** Null until the device knows what is in the cart. */
  works: readonly CartTitle[] | null;
  /** The cause that somebody came here to give to. */
  give?: string | null;
  /** Set where nobody pays on this tablet: how the cart comes to an own phone. */
  handover: ReactNode;
  api?: ApiClient;
  goTo?: GoTo;
}

const toLibrary = (
  <Button component={Link} to={paths.library()}>
    Go to the library
  </Button>
);
const toCart = (
  <Button component={Link} to={paths.cart()} variant="default">
    Back to the cart
  </Button>
);

interface CheckoutProps extends Omit<CheckoutScreenProps, 'handover'> {
  works: readonly CartTitle[];
  api: ApiClient;
}

function Checkout({ works, give = null, api, goTo }: CheckoutProps) {
  const navigate = useNavigate();
  const workIds = useMemo(() => works.map(({ id }) => id), [works]);
  const checkout = useCheckout({
    workIds,
    give,
    api,
    localDrafts: useCheckoutDrafts(give),
    ...(goTo && { goTo }),
    onDone: (token) => void navigate(paths.trackOrder({ token })),
  });
  const { status, quote, isClosed, isGone, busy, reload } = checkout;
  if (isClosed)
    return (
      <EmptyState
        picture={<EmptyShelfIllustration />}
        title="The shop is closed"
        text="Nothing can be bought here right now. Your cart is kept."
        action={toCart}
      />
    );
  if (quote) return <CheckoutForm checkout={checkout} quote={quote} works={works} api={api} />;
  if (status === 'unreachable' || status === 'failed')
    return (
      <AnswerMissing
        status={status}
        busy={busy}
        isGone={isGone}
        failed="The prices could not be fetched"
        unreachable={`Your cart is kept. You can pay ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  return <Skeleton height={320} role="status" aria-label="Loading" />;
}

function Content({ works, give = null, handover, api = apiClient, goTo }: CheckoutScreenProps) {
  if (works === null) return <Skeleton height={320} role="status" aria-label="Loading" />;
  if (works.length === 0 && give === null)
    return (
      <EmptyState
        picture={<EmptyShelfIllustration />}
        title="Your cart is empty"
        text="Open a book or story in the library and press “Add to cart”."
        action={toLibrary}
      />
    );
  if (handover) return handover;
  return <Checkout works={works} give={give} api={api} {...(goTo && { goTo })} />;
}

/** `/checkout`: a cart becomes an order. Grown-ups alone buy, and nobody on a tablet of children but its staff. */
export function CheckoutScreen(props: CheckoutScreenProps) {
  const user = useUser();
  return (
    <Screen title="Checkout">
      {user?.role === 'student' ? (
        <EmptyState
          picture={<EmptyShelfIllustration />}
          title="Ask a grown-up"
          text="Grown-ups buy books. Open a book that you like and tap “Ask a grown-up”. Then you can show it to them."
          action={toLibrary}
        />
      ) : (
        <Content key={user?.id ?? 'visitor'} {...props} />
      )}
    </Screen>
  );
}
