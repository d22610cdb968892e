import { Menu } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { askToKeep } from '#src/session/keep-part.ts';
import { report } from '#src/session/report.ts';
import { useUser } from '#src/session/use-session.ts';
import { notify } from '#src/ui/notify.tsx';
import { keepDraft } from './cart-draft.ts';
import { changeCart, changeCartInput } from './cart.mutations.ts';
import { forgetVisitorsCards, useTakeCardsAlong } from './cart-works.ts';
import { booksInWords } from './cart.words.ts';
import { emptyGuestCart, useGuestCart } from './guest-cart.ts';
import { useCart, useCartReplica } from './use-cart.ts';
import styles from './cart.module.css';

/** What somebody chose before they signed in comes to what they have at school, on the first page after it. */
function useMerging() {
  const { replica } = useCartReplica();
  const guest = useGuestCart(({ rows }) => rows);
  const takeCardsAlong = useTakeCardsAlong();
  useEffect(() => {
    if (!replica || guest.length === 0) return undefined;
    let isOver = false;
    const add = guest.map(({ id }) => id);
    // Their titles first: who goes on to another page at once would leave them behind.
    takeCardsAlong()
      .catch(report)
      .then(async () => {
        if (isOver) return;
        await replica.enqueue(changeCart, changeCartInput({ add, remove: [] }));
        emptyGuestCart();
        notify.success(`${booksInWords(add.length)} from this device came to your cart`);
      })
      .catch((error: unknown) => {
        console.error(error);
        notify.error('What was in the cart of this device could not be kept', 'It is tried again later.');
      });
    return () => {
      isOver = true;
    };
  }, [replica, guest, takeCardsAlong]);
}

/** Of a visitor's cart that was forgotten, the titles are forgotten too. */
function useForgetting() {
  const user = useUser();
  const isEmpty = useGuestCart(({ rows }) => rows.length === 0);
  useEffect(() => {
    if (user === null && isEmpty) forgetVisitorsCards();
  }, [user, isEmpty]);
}

/** How many are in it; null until this device knows, and where there are none. */
function useCount(): number | null {
  const { rows } = useCart();
  const count = rows?.length ?? 0;
  const isFilled = count > 0;
  useEffect(() => {
    if (isFilled) void askToKeep('cart');
  }, [isFilled]);
  return isFilled ? count : null;
}

/** Keyed by the page: who goes to another one, such as that of signing out, waits for nothing to be kept. */
function KeptOnLeaving() {
  useEffect(() => () => void keepDraft(), []);
  return null;
}

/** In the navbar. It stands on every page, so that it also looks after what is to be kept. */
function CartLink() {
  const count = useCount();
  const { pathname } = useLocation();
  useMerging();
  useForgetting();
  return (
    <>
      <KeptOnLeaving key={pathname} />
      <Link
        to={paths.cart()}
        className={styles.link}
        aria-label={count === null ? 'Cart' : `Cart, ${count} in it`}
      >
        <IconShoppingCart size={24} stroke={1.75} aria-hidden />
        {count !== null && (
          <span className={styles.count} aria-hidden>
            {count}
          </span>
        )}
      </Link>
    </>
  );
}

/** In the menu of a narrow window. */
function CartItem() {
  const count = useCount();
  return (
    <Menu.Item
      component={Link}
      to={paths.cart()}
      leftSection={<IconShoppingCart size={20} stroke={1.75} aria-hidden />}
    >
      {count === null ? 'Cart' : `Cart (${count})`}
    </Menu.Item>
  );
}

/** The way to the cart, with how many are in it: in the bar where there is room for it, and in the menu of a narrow window. */
export function NavbarCart({ inMenu }: { inMenu: boolean }) {
  return inMenu ? <CartItem /> : <CartLink />;
}
