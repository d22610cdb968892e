import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import type { TrackedOrder } from '#contract/orders/orders.schema.ts';
import { documentWords } from './own.words.ts';
import styles from './orders.module.css';

/** Receipts, invoices and credit notes of an order, each on a page of its own. */
export function DocumentLinks({ documents }: Pick<TrackedOrder, 'documents'>) {
  return (
    <ul className={styles.documents}>
      {documents.map(({ type, number, token }) => (
        <li key={token}>
          <Link to={paths.invoice({ type, id: token })} className={styles.inText}>
            {documentWords[type]} {number}
          </Link>
        </li>
      ))}
    </ul>
  );
}
