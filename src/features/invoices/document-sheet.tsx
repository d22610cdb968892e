import { countryName } from '#contract/kit/countries.ts';
import type { ShownDocument } from '#contract/invoices/invoices.schema.ts';
import { moneyText } from '#contract/kit/money.ts';
import { practiceWords } from '#src/lib/on-paper.ts';
import { closingText, documentTitles, factsOf, lineText, rateText, taxesOf } from './document.words.ts';
import styles from './document.module.css';

function Party({ title, name, lines }: { title: string; name: string; lines: readonly string[] }) {
  return (
    <div>
      <h3 className={styles.party}>{title}</h3>
      <p className={styles.address} dir="auto">
        {[name, ...lines].filter((line) => line !== '').join('\n')}
      </p>
    </div>
  );
}

/** A document on a sheet of A4, as it is printed. */
export function DocumentSheet({ document }: { document: ShownDocument }) {
  const { type, is_test, seller, buyer, currency, lines, total } = document;
  const money = (amount: number) => moneyText({ amount, currency });
  return (
    <article className={styles.sheet} aria-label={`${documentTitles[type]} ${document.number}`}>
      {is_test && <p className={styles.practice}>{practiceWords}</p>}
      <h2 className={styles.title}>{documentTitles[type]}</h2>
      <dl className={styles.facts}>
        {factsOf(document).map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.parties}>
        <Party title="From" name={seller.name} lines={[seller.address, seller.tax_numbers]} />
        {buyer ? (
          <Party
            title="To"
            name={buyer.name}
            lines={[buyer.address, buyer.country === '' ? '' : countryName(buyer.country)]}
          />
        ) : (
          <Party title="To" name="Name and address are hidden" lines={[]} />
        )}
      </div>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Copies</th>
            <th scope="col">Price</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, place) => (
            <tr key={`${place} ${line.title}`}>
              <th scope="row" dir="auto">
                {lineText(line)}
              </th>
              <td data-label="Copies">{line.quantity}</td>
              <td data-label="Price">{money(line.unit_price)}</td>
              <td data-label="Amount">{money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.sums}>
        {taxesOf(document).map(({ name, rate_bp, net, tax }) => (
          <div key={`${name} ${rate_bp}`}>
            <dt>
              {name} {rate_bp > 0 ? rateText(rate_bp) : ''} of {money(net)}, in the total
            </dt>
            <dd>{money(tax)}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>Total</dt>
          <dd>{money(total)}</dd>
        </div>
      </dl>
      <p dir="auto">{closingText(document)}</p>
    </article>
  );
}
