import '#src/ui/classroom-styles.ts';
import { Suspense, type ReactNode } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { CartCode, GiveCode } from '#src/features/cart/cart-code.tsx';
import { useCartTitles } from '#src/features/cart/cart-works.ts';
import { useMayPayHere } from '#src/features/cart/guest-cart.ts';
import { useCart } from '#src/features/cart/use-cart.ts';
import { CheckoutScreen } from '#src/features/orders/checkout.screen.tsx';
import { paymentOutcomes, PaymentScreen } from '#src/features/orders/payment.screen.tsx';
import { TrackScreen } from '#src/features/orders/track.screen.tsx';
import type { EditionFiles } from '#src/features/orders/own-editions.tsx';
import { DocumentScreen } from '#src/features/invoices/document.screen.tsx';
import { exportedWork } from '#src/document/export/exported-work.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { useForgottenAfterOrders } from '#src/session/order-pass.ts';

const ExportWork = lazyWithRetry(
  async () => (await import('#src/document/export/export-work.tsx')).ExportWork,
);

const providers = ['stripe', 'paypal', 'phonepe'] as const;

function Checkout() {
  const { rows } = useCart();
  const mayPayHere = useMayPayHere();
  const works = useCartTitles(rows);
  const [address] = useSearchParams();
  const give = address.get('give');
  const code =
    give === null ? <CartCode workIds={(rows ?? []).map(({ id }) => id)} /> : <GiveCode give={give} />;
  return <CheckoutScreen works={works} give={give} handover={mayPayHere ? null : code} />;
}

/** Takes out of the cart what was ordered. Null until the device knows the cart. */
function useOrderedOut() {
  const { rows, change } = useCart();
  return (
    rows &&
    ((ordered: readonly string[]) => {
      // What the school took out already stays as it is.
      const remove = ordered.filter((id) => rows.some((row) => row.id === id));
      if (remove.length > 0) change({ add: [], remove });
    })
  );
}

interface PaymentProps {
  provider: (typeof providers)[number];
  notFound: ReactNode;
}

function Payment({ provider, notFound }: PaymentProps) {
  const { outcome } = useParams();
  const onOrdered = useOrderedOut();
  const known = paymentOutcomes.find((each) => each === outcome);
  if (known === undefined) return notFound;
  return <PaymentScreen outcome={known} provider={provider} onOrdered={onOrdered} />;
}

function Track({ token }: { token: string }) {
  return <TrackScreen token={token} showFiles={Files} onOrdered={useOrderedOut()} />;
}

function Files({ read, client, explain }: EditionFiles) {
  return (
    <Suspense fallback={null}>
      <ExportWork read={async () => exportedWork(await read())} client={client} explain={explain} />
    </Suspense>
  );
}

/** All pages of buying. No device keeps them: nothing about money works without a network. */
export function CheckoutArea({ notFound }: { notFound: ReactNode }) {
  const { pathname } = useLocation();
  const { token, type, id } = useParams();
  useForgottenAfterOrders();
  if (token !== undefined) return <Track token={token} />;
  if (type !== undefined && id !== undefined) return <DocumentScreen type={type} token={id} />;
  const provider = providers.find((name) => pathname.startsWith(`/${name}-payment/`));
  return provider ? <Payment key={pathname} provider={provider} notFound={notFound} /> : <Checkout />;
}
