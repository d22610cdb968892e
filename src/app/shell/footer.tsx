import { Link } from 'react-router-dom';
import { product } from '#contract/kit/product.ts';
import { BookShelf } from '#src/features/site/book-shelf.tsx';
import styles from './shell.module.css';

/** Specification, section 2. */
const links = [
  { label: 'Disclaimer', to: '/terms-of-use#disclaimer' },
  { label: 'Terms of Use', to: '/terms-of-use' },
  { label: 'Refund Policy', to: '/refund-policy' },
  { label: 'Privacy Policy', to: '/privacy-policy' },
  { label: 'Contact Us', to: '/contact' },
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
