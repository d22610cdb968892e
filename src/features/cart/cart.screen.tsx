import '#src/ui/classroom-styles.ts';
import { Alert, Button, Text, VisuallyHidden } from '@mantine/core';
import { IconTrash, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { asSoonAsReached, cannotBeReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { askToKeep } from '#src/session/keep-part.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { Buying } from './buying.tsx';
import { useCartWorks, type CartWork } from './cart-works.ts';
import styles from './cart.module.css';
import { booksInWords } from './cart.words.ts';
import { useCart, useHasCart, type OwnCart } from './use-cart.ts';
import { useCartFromLink } from './use-cart-from-link.ts';
import { priceText, useCartQuote } from './use-cart-quote.ts';

/** Draws the cover of a work; title and author stand beside it. */
type Cover = ComponentType<{ work: WorkCard; decorative: boolean }>;

interface CartScreenProps {
  Cover: Cover;
  api?: ApiClient;
}

const toLibrary = (
  <Button component={Link} to={paths.library()}>
    Go to the library
  </Button>
);

function Waiting() {
  return (
    <>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <div className={styles.waiting} aria-hidden>
        <span />
        <span />
      </div>
    </>
  );
}

/** What of a line can be told: the work; that it is gone; or, without a network, that nobody here knows. */
function LineWords({ work }: { work: CartWork }) {
  if (work === 'gone') return <Text>This one is not on the shelf any more.</Text>;
  if (work === null) return <Text c="dimmed">What it is called shows up here {asSoonAsReached}.</Text>;
  return (
    <>
      <Link to={paths.work({ id: work.slug })} className={styles.title} lang={work.language} dir="auto">
        {work.title}
      </Link>
      {work.byline !== '' && (
        <Text>
          by <bdi>{work.byline}</bdi>
        </Text>
      )}
      <Text c="dimmed">{work.kind === 'book' ? 'Book' : 'Story'}</Text>
    </>
  );
}

interface LineProps {
  work: CartWork;
  /** What it costs, or that it is not for sale; null where nobody knows. */
  price: string | null;
  Cover: Cover;
  onRemove: () => void;
}

function Line({ work, price, Cover: CoverOf, onRemove }: LineProps) {
  const isKnown = work !== null && work !== 'gone';
  return (
    <li className={styles.line}>
      <div className={styles.cover}>{isKnown && <CoverOf work={work} decorative />}</div>
      <div className={styles.words}>
        <LineWords work={work} />
        {price !== null && <Text>{price}</Text>}
      </div>
      <Button
        variant="default"
        size="md"
        aria-label={isKnown ? `Take ${work.title} out of the cart` : 'Take it out of the cart'}
        leftSection={<IconTrash size={20} stroke={1.75} aria-hidden />}
        onClick={onRemove}
      >
        Take out
      </Button>
    </li>
  );
}

/** Said above the lines where the school did not say how they are now. */
function HowCurrent({
  status,
  busy,
  reload,
}: Pick<ReturnType<typeof useCartWorks>, 'status' | 'busy' | 'reload'>) {
  if (status !== 'unreachable' && status !== 'failed') return null;
  return (
    <Alert role="status" variant="light" icon={<IconWifiOff aria-hidden />}>
      <div className={styles.note}>
        <Text>
          {status === 'unreachable'
            ? `${cannotBeReached} You can go on: what you change is kept.`
            : 'The books could not be looked up. Your cart is kept.'}
        </Text>
        <Button variant="default" size="compact-md" loading={busy} onClick={reload}>
          Try again
        </Button>
      </div>
    </Alert>
  );
}

function FilledCart({ cart, Cover: CoverOf, api }: { cart: OwnCart; Cover: Cover; api: ApiClient }) {
  const { change, isGuests } = cart;
  const rows = cart.rows ?? [];
  const ids = rows.map(({ id }) => id);
  const works = useCartWorks(api, ids);
  const quote = useCartQuote(api, ids);
  const [isClearing, setClearing] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  if (works.isLoading && ids.every((id) => works.find(id) === null)) return <Waiting />;

  function takeOut(id: string) {
    change({ add: [], remove: [id] });
    // The button that was pressed goes with its line.
    list.current?.focus();
  }

  return (
    <div className={styles.cart}>
      <div className={styles.lines}>
        <HowCurrent {...works} />
        <ul ref={list} tabIndex={-1} className={styles.list} aria-label="In your cart">
          {rows.toReversed().map(({ id }) => (
            <Line
              key={id}
              work={works.find(id)}
              price={priceText(quote, id)}
              Cover={CoverOf}
              onRemove={() => takeOut(id)}
            />
          ))}
        </ul>
        <Button variant="subtle" className={styles.clear} onClick={() => setClearing(true)}>
          Clear the cart
        </Button>
      </div>
      <Buying isGuests={isGuests} workIds={ids.toReversed()} quote={quote} />
      <ConfirmDialog
        opened={isClearing}
        title="Clear the cart?"
        question={`${booksInWords(rows.length)} will be taken out. They stay in the library.`}
        confirmLabel="Clear"
        cancelLabel="Keep them"
        danger
        onConfirm={() => change({ add: [], remove: ids })}
        onClose={() => setClearing(false)}
      />
    </div>
  );
}

function Cart({ Cover: CoverOf, api }: { Cover: Cover; api: ApiClient }) {
  const cart = useCart();
  useCartFromLink(cart);
  useEffect(() => void askToKeep('cart'), []);
  if (cart.rows === null) return <Waiting />;
  if (cart.rows.length === 0)
    return (
      <EmptyState
        picture={<EmptyShelfIllustration />}
        title="Your cart is empty"
        text="Open a book or story in the library and press “Add to cart”."
        action={toLibrary}
      />
    );
  return <FilledCart cart={cart} Cover={CoverOf} api={api} />;
}

/** `/cart`: what somebody wants to buy. A child has none, and learns how to ask a grown-up. */
export function CartScreen({ Cover: CoverOf, api = apiClient }: CartScreenProps) {
  const hasCart = useHasCart();
  const id = useUser()?.id ?? 'visitor';
  return (
    <Screen title="Cart">
      {hasCart ? (
        <Cart key={id} Cover={CoverOf} api={api} />
      ) : (
        <EmptyState
          picture={<EmptyShelfIllustration />}
          title="Ask a grown-up"
          text="Grown-ups buy books. Open a book that you like and tap “Ask a grown-up”. Then you can show it to them."
          action={toLibrary}
        />
      )}
    </Screen>
  );
}
