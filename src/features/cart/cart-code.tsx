import { Text, Title } from '@mantine/core';
import { paths } from '#contract/kit/paths.ts';
import styles from './cart.module.css';
import { LinkCode } from './link-code.tsx';

/** A code with more of them cannot be read by a phone. */
const mostInCode = 20;

/** On a tablet of children nobody pays: the cart goes to an own phone. */
export function CartCode({ workIds }: { workIds: readonly string[] }) {
  const some = workIds.slice(0, mostInCode);
  const link = `${window.location.origin}${paths.cart()}?add=${some.join(',')}`;
  return (
    <section className={styles.checkout} aria-labelledby="checkout">
      <Title order={2} size="h3" id="checkout">
        Buy on your own phone
      </Title>
      <Text>
        Children use this tablet, so nobody pays here. Scan the code with your phone: your cart opens there.
      </Text>
      <LinkCode link={link} label="A code that opens this cart on a phone" />
      {some.length < workIds.length && (
        <Text>
          The code takes the first {some.length} books and stories. Please buy the others after them.
        </Text>
      )}
      <Text size="sm" c="dimmed" className={styles.address}>
        {link}
      </Text>
    </section>
  );
}
