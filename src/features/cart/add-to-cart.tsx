import { Button, Text } from '@mantine/core';
import { IconMoodSmile, IconShoppingCart, IconShoppingCartPlus } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { paths } from '#contract/kit/paths.ts';
import type { Work } from '#contract/works/works.schema.ts';
import { report } from '#src/session/report.ts';
import { useRememberCard } from './cart-works.ts';
import styles from './cart.module.css';
import { useCart, useHasCart } from './use-cart.ts';
import { lazyPage } from '#src/session/late-code.ts';

const AskGrownUp = lazyPage(async () => (await import('./ask-grown-up.dialog.tsx')).AskGrownUpDialog);

function PutIn({ work }: { work: Work }) {
  const { rows, change } = useCart();
  const remember = useRememberCard();
  const way = useRef<HTMLAnchorElement>(null);
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    // The button that was pressed is gone: who uses the keyboard goes on at what took its place.
    if (isNew) way.current?.focus();
  }, [isNew]);
  if (rows === null) return null;

  function putIn() {
    change({ add: [work.id], remove: [] });
    remember(work).catch(report);
    setNew(true);
  }

  if (rows.some(({ id }) => id === work.id))
    return (
      <div className={styles.choice}>
        <Button
          ref={way}
          component={Link}
          to={paths.cart()}
          variant="default"
          size="md"
          leftSection={<IconShoppingCart size={20} stroke={1.75} aria-hidden />}
        >
          In your cart
        </Button>
        <Button
          variant="subtle"
          size="md"
          aria-label={`Take ${work.title} out of the cart`}
          onClick={() => change({ add: [], remove: [work.id] })}
        >
          Take out
        </Button>
      </div>
    );
  const isFull = rows.length >= limits.cartLines;
  return (
    <div className={styles.choice}>
      <Button
        variant="default"
        size="md"
        disabled={isFull}
        leftSection={<IconShoppingCartPlus size={20} stroke={1.75} aria-hidden />}
        onClick={putIn}
      >
        Add to cart
      </Button>
      {isFull && <Text c="dimmed">Your cart is full. Take something out, then there is room.</Text>}
    </div>
  );
}

function AskGrownUpButton({ work }: { work: Work }) {
  const [opened, setOpened] = useState(false);
  const [isWanted, setWanted] = useState(false);
  return (
    <div className={styles.choice}>
      <Button
        variant="default"
        size="md"
        aria-haspopup="dialog"
        leftSection={<IconMoodSmile size={20} stroke={1.75} aria-hidden />}
        onClick={() => {
          setWanted(true);
          setOpened(true);
        }}
      >
        Ask a grown-up
      </Button>
      {isWanted && (
        <Suspense fallback={null}>
          <AskGrownUp work={work} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** At a book or story: puts it into the cart. A child, who buys nothing, is helped to ask a grown-up. */
export function AddToCart({ work }: { work: Work }) {
  const hasCart = useHasCart();
  if (work.state !== 'published') return null;
  return hasCart ? <PutIn work={work} /> : <AskGrownUpButton work={work} />;
}
