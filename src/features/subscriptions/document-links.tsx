import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import type { PlanOrder } from '#contract/subscriptions/subscriptions.schema.ts';
import styles from './plans.module.css';

/** Invoice and credit notes of an order, each on a page of its own. */
export function DocumentLinks({ documents }: Pick<PlanOrder, 'documents'>) {
  if (documents.length === 0) return null;
  return (
    <ul className={styles.documents}>
      {documents.map(({ type, number, token }) => (
        <li key={token}>
          <Link to={paths.invoice({ type, id: token })} className={styles.inText}>
            {type === 'credit-note' ? 'Credit note' : 'Invoice'} {number}
          </Link>
        </li>
      ))}
    </ul>
  );
}
