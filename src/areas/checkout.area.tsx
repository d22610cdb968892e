import '#src/ui/classroom-styles.ts';
import type { ReactNode } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { CartCode } from '#src/features/cart/cart-code.tsx';
import { useCartTitles } from '#src/features/cart/cart-works.ts';
import { useMayPayHere } from '#src/features/cart/guest-cart.ts';
import { useCart } from '#src/features/cart/use-cart.ts';
import { CheckoutScreen } from '#src/features/orders/checkout.screen.tsx';
import { paymentOutcomes, PaymentScreen } from '#src/features/orders/payment.screen.tsx';
import { TrackScreen } from '#src/features/orders/track.screen.tsx';

const payments = {
  stripe: paths.stripePayment,
  paypal: paths.paypalPayment,
  phonepe: paths.phonepePayment,
} as const;

function Checkout() {
  const { rows } = useCart();
  const mayPayHere = useMayPayHere();
  const works = useCartTitles(rows);
  const [address] = useSearchParams();
  return (
    <CheckoutScreen
      works={works}
      give={address.get('give')}
      handover={mayPayHere ? null : <CartCode workIds={(rows ?? []).map(({ id }) => id)} />}
    />
  );
}

interface PaymentProps {
  provider: keyof typeof payments;
  notFound: ReactNode;
}

function Payment({ provider, notFound }: PaymentProps) {
  const { outcome } = useParams();
  const { isGuests, change } = useCart();
  const known = paymentOutcomes.find((each) => each === outcome);
  if (known === undefined) return notFound;
  return (
    <PaymentScreen
      outcome={known}
      failedHref={(order) => payments[provider]({ outcome: 'failed', order })}
      onPaid={(remove) => {
        // The cart at school is emptied there.
        if (isGuests) change({ add: [], remove });
      }}
    />
  );
}

/** All pages of buying. No device keeps them: nothing about money works without a network. */
export function CheckoutArea({ notFound }: { notFound: ReactNode }) {
  const { pathname } = useLocation();
  const { token } = useParams();
  if (token !== undefined) return <TrackScreen token={token} />;
  const provider = (['stripe', 'paypal', 'phonepe'] as const).find((name) =>
    pathname.startsWith(`/${name}-payment/`),
  );
  return provider ? <Payment key={pathname} provider={provider} notFound={notFound} /> : <Checkout />;
}
