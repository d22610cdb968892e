import { Button, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { useUser } from '#src/session/use-session.ts';
import { CartCode } from './cart-code.tsx';
import styles from './cart.module.css';
import { isSharedDevice, useMayPayHere } from './guest-cart.ts';
import type { OwnCart } from './use-cart.ts';
import type { CartQuote } from './use-cart-quote.ts';

/** Where the cart is kept, and for how long. */
function WhereItStands({ isGuests }: Pick<OwnCart, 'isGuests'>) {
  const user = useUser();
  if (!isGuests) return <Text c="dimmed">Your cart is there on each device on which you sign in.</Text>;
  if (user) return <Text c="dimmed">Your cart stays on this device until you sign out.</Text>;
  if (isSharedDevice())
    return (
      <Text c="dimmed">
        Many people use this tablet. Your cart is gone after half an hour, or when somebody signs in.
      </Text>
    );
  return (
    <Text c="dimmed">
      Your cart stays on this device. When you{' '}
      <Link to={paths.signIn()} className={styles.inText}>
        sign in
      </Link>
      , it comes along.
    </Text>
  );
}

/** Why the checkout cannot be opened now; null where it can. */
function whyNot({ status, value, busy }: CartQuote): string | null {
  if (status === 'unreachable') return `You can check out ${asSoonAsReached}. Your cart is kept.`;
  if (status === 'failed') return 'The prices could not be fetched. Your cart is kept.';
  if (value === 'closed') return 'Nothing can be bought here yet. Your cart is kept until then.';
  if (value === null || busy) return 'Looking up the prices …';
  return value.lines.length === 0 ? 'Nothing in your cart is for sale.' : null;
}

interface BuyingProps extends Pick<OwnCart, 'isGuests'> {
  workIds: readonly string[];
  quote: CartQuote;
}

/** The way from the cart to the checkout, which waits for the network and says why. */
export function Buying({ isGuests, workIds, quote }: BuyingProps) {
  const mayPayHere = useMayPayHere();
  const why = whyNot(quote);
  if (!mayPayHere)
    return (
      <div className={styles.lines}>
        <CartCode workIds={workIds} />
        <WhereItStands isGuests={isGuests} />
      </div>
    );
  return (
    <section className={styles.checkout} aria-labelledby="checkout">
      <Title order={2} size="h3" id="checkout">
        Buying
      </Title>
      {why === null ? (
        <Button component={Link} to={paths.checkout()} size="lg" fullWidth>
          Check out
        </Button>
      ) : (
        <>
          <Button size="lg" fullWidth disabled aria-describedby="checkout-note">
            Check out
          </Button>
          <Text id="checkout-note" role="status">
            {why}
          </Text>
          {quote.status === 'failed' && (
            <Button variant="default" loading={quote.busy} onClick={quote.reload}>
              Try again
            </Button>
          )}
        </>
      )}
      <WhereItStands isGuests={isGuests} />
    </section>
  );
}
