import { NativeSelect, Text } from '@mantine/core';
import { moneyText } from '#contract/kit/money.ts';
import { copiesPerLine } from '#contract/orders/orders.rules.ts';
import type { Quote } from '#contract/orders/orders.schema.ts';
import { editionChoices, usualCopies, type Copies, type EditionChoice } from './checkout.rules.ts';
import { editionWords, leftOutWords } from './orders.words.ts';
import styles from './orders.module.css';

/** What is known of a work before it is priced. */
export interface CartTitle {
  id: string;
  /** Empty where nobody here knows it. */
  title: string;
  byline: string;
}

interface CheckoutWorksProps {
  works: readonly CartTitle[];
  quote: Quote;
  copies: Readonly<Record<string, Copies>>;
  onChange: (id: string, copies: Copies) => void;
}

const quantities = Array.from({ length: copiesPerLine }, (_, place) => String(place + 1));

/** The editions of a work that can be bought, with their prices. */
function choicesOf(quote: Quote, id: string): { value: EditionChoice; label: string }[] {
  const priceOf = (edition: string) =>
    quote.editions.find((each) => each.work_id === id && each.edition === edition)?.price;
  const [digital, print] = [priceOf('digital'), priceOf('print')];
  const prices: Record<EditionChoice, number | undefined> = {
    digital,
    print,
    both: digital === undefined || print === undefined ? undefined : digital + print,
  };
  return editionChoices.flatMap((value) => {
    const amount = prices[value];
    if (amount === undefined) return [];
    return [{ value, label: `${editionWords[value]}, ${moneyText({ amount, currency: quote.currency })}` }];
  });
}

function WorkRow({ work, quote, copies, onChange }: Omit<CheckoutWorksProps, 'works'> & { work: CartTitle }) {
  const { id } = work;
  const { edition, quantity } = copies[id] ?? usualCopies;
  const line = quote.lines.find((each) => each.work?.id === id);
  const left = quote.left_out.find(({ work_id }) => work_id === id);
  const title = line?.title ?? work.title;
  const byline = line?.work?.byline ?? work.byline;
  const choices = choicesOf(quote, id);
  return (
    <li className={styles.work} aria-label={title}>
      <div className={styles.workWords}>
        <Text fw={600}>
          <bdi>{title === '' ? 'A book or story' : title}</bdi>
        </Text>
        {byline !== '' && (
          <Text>
            by <bdi>{byline}</bdi>
          </Text>
        )}
        {left && choices.length > 0 && <Text role="status">{leftOutWords[left.why]}</Text>}
      </div>
      {choices.length === 0 ? (
        <Text className={styles.leftOut}>{leftOutWords[left?.why ?? 'not_for_sale']}</Text>
      ) : (
        <>
          <NativeSelect
            label="Edition"
            aria-label={`Edition of ${title}`}
            data={choices}
            value={edition}
            onChange={({ currentTarget }) => {
              const chosen = editionChoices.find((each) => each === currentTarget.value);
              if (chosen) onChange(id, { edition: chosen, quantity });
            }}
          />
          <NativeSelect
            label="Copies"
            aria-label={`Copies of ${title}`}
            data={quantities}
            value={String(quantity)}
            onChange={({ currentTarget }) => onChange(id, { edition, quantity: Number(currentTarget.value) })}
          />
        </>
      )}
    </li>
  );
}

/** Which edition of each work, and how many of it. */
export function CheckoutWorks({ works, ...choosing }: CheckoutWorksProps) {
  return (
    <ul className={styles.works} aria-label="Books and stories">
      {works.map((work) => (
        <WorkRow key={work.id} work={work} {...choosing} />
      ))}
    </ul>
  );
}
