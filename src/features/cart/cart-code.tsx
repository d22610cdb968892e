import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { paths } from '#contract/kit/paths.ts';
import styles from './cart.module.css';
import { LinkCode } from './link-code.tsx';

/** A code with more of them cannot be read by a phone. */
const mostInCode = 20;

interface HandoverProps {
  title: string;
  /** What to do with the code. */
  words: string;
  /** From the beginning of the site. */
  place: string;
  label: string;
  children?: ReactNode;
}

/** QR code that moves a payment from a shared tablet, on which nothing is paid, to a phone. */
function Handover({ title, words, place, label, children }: HandoverProps) {
  const link = `${window.location.origin}${place}`;
  return (
    <section className={styles.checkout} aria-labelledby="checkout">
      <Title order={2} size="h3" id="checkout">
        {title}
      </Title>
      <Text>Children use this tablet, so nobody pays here. {words}</Text>
      <LinkCode link={link} label={label} />
      {children}
      <Text size="sm" c="dimmed" className={styles.address}>
        {link}
      </Text>
    </section>
  );
}

/** QR code that opens the cart on a phone. */
export function CartCode({ workIds }: { workIds: readonly string[] }) {
  const some = workIds.slice(0, mostInCode);
  return (
    <Handover
      title="Buy on your own phone"
      words="Scan the code with your phone: your cart opens there."
      place={`${paths.cart()}?add=${some.join(',')}`}
      label="A code that opens this cart on a phone"
    >
      {some.length < workIds.length && (
        <Text>
          The code takes the first {some.length} books and stories. Please buy the others after them.
        </Text>
      )}
    </Handover>
  );
}

/** QR code that opens the checkout of a gift on a phone. @param give id of the cause */
export function GiveCode({ give }: { give: string }) {
  return (
    <Handover
      title="Give on your own phone"
      words="Scan the code with your phone and give there."
      place={paths.checkout({ give })}
      label="A code that opens the checkout on a phone"
    />
  );
}
