import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { product } from '#contract/kit/product.ts';
import { BookShelf } from '#src/features/site/book-shelf.tsx';
import styles from './shell.module.css';

/** Specification, section 2. */
const links = [
  { label: 'Disclaimer', to: '/terms-of-use#disclaimer' },
  { label: 'Terms of Use', to: paths.terms() },
  { label: 'Refund Policy', to: paths.refunds() },
  { label: 'Privacy Policy', to: paths.privacy() },
  { label: 'Contact Us', to: paths.contact() },
] as const;

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.shelf}>
        <BookShelf />
      </div>
      <div className={styles.ground}>
        <ul className={styles.links}>
          {links.map(({ label, to }) => (
            <li key={label}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
        <p className={styles.made}>{product.name}</p>
      </div>
    </footer>
  );
}
