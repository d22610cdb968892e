import { Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { addressOf } from '#contract/content/content.rules.ts';
import type { ContentCard } from '#contract/content/content.schema.ts';
import { drawingOf } from '#contract/content/drawings.rules.ts';
import { dayInWords, minutesInWords } from '#contract/content/outline.rules.ts';
import { directionOfWork } from '#src/lib/direction.ts';
import styles from './content.module.css';

/** What a card says beside its title, in a few words. */
function noteOf(card: ContentCard): string {
  const notes = [
    card.called_off && 'Called off',
    card.day !== undefined && dayInWords(card.day),
    card.starts_at !== undefined && dayInWords(card.starts_at.slice(0, 10)),
    card.minutes !== undefined && minutesInWords(card.minutes),
    card.opens !== undefined &&
      card.closes !== undefined &&
      `${dayInWords(card.opens)} to ${dayInWords(card.closes)}`,
    card.ages.length > 0 && `Ages ${card.ages.map((age) => age.replace('-', '–')).join(', ')}`,
    card.for === 'adults' && 'For adults',
    card.for === 'staff' && 'For teachers',
  ];
  return notes.filter(Boolean).join(' · ');
}

/** Pages of words have none. */
const pictureOf = (card: ContentCard): string | null =>
  card.kind === 'lesson' || card.kind === 'page' || card.kind === 'legal'
    ? null
    : `/pictures/${drawingOf(card)}.svg`;

interface ContentCardsProps {
  cards: readonly ContentCard[];
  /** Of their titles. */
  level?: 2 | 3;
  /** Said to those who do not see them. */
  label?: string;
}

/** Pages to go to, each with its title and a sentence. */
export function ContentCards({ cards, level = 2, label }: ContentCardsProps) {
  return (
    <ul className={styles.cards} aria-label={label}>
      {cards.map((card) => {
        const picture = pictureOf(card);
        const note = noteOf(card);
        return (
          <li key={card.id} className={styles.card} lang={card.language} dir={directionOfWork(card)}>
            {picture !== null && (
              <span className={styles.cardPicture}>
                <img src={picture} alt="" width={160} height={160} loading="lazy" decoding="async" />
              </span>
            )}
            <div className={styles.cardWords}>
              {note !== '' && <p className={styles.note}>{note}</p>}
              <Title order={level} size="h4">
                <Link to={addressOf(card)} className={styles.whole}>
                  {card.number === undefined ? card.title : `${card.number}. ${card.title}`}
                </Link>
              </Title>
              <p>{card.summary}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
