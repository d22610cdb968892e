import { Link } from 'react-router-dom';
import type { ContentPage } from '#contract/content/content-page.schema.ts';
import { addressOf } from '#contract/content/content.rules.ts';
import styles from './content.module.css';

/** The name of a language in that language. */
const ownName = (language: string) =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

/** Links to a page in each of its languages; nothing where there is one. */
export function PageLanguages({ page: { card, languages } }: { page: ContentPage }) {
  if (languages.length < 2) return null;
  return (
    <nav className={styles.languages} aria-label="Languages">
      {languages.map((language) => (
        <Link
          key={language}
          to={`${addressOf(card)}?language=${language}`}
          lang={language}
          dir="auto"
          hrefLang={language}
          aria-current={language === card.language ? 'true' : undefined}
        >
          {ownName(language)}
        </Link>
      ))}
    </nav>
  );
}
