import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WatchChange, WatchItem } from '#contract/monitoring/monitoring.schema.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { CardSection } from '#src/ui/card-section.tsx';
import { sayPart } from './watch.words.ts';
import styles from './watch.module.css';

function Side({ title, text, hasOthers }: { title: string; text: string | null; hasOthers: boolean }) {
  return (
    <div className={styles.side}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      {text === null || text === '' ? (
        <Text c="dimmed">{hasOthers ? 'No words' : 'Nothing'}</Text>
      ) : (
        <Text dir="auto" className={styles.lines}>
          {text}
        </Text>
      )}
    </div>
  );
}

function Change({ change, item }: { change: WatchChange; item: WatchItem }) {
  const { part, before, after, has_other_assets } = change;
  return (
    <li>
      <Title order={3} size="h4">
        {sayPart(part, item)}
      </Title>
      {(before !== null || after !== null) && (
        <div className={styles.sides}>
          <Side title="Before" text={before} hasOthers={has_other_assets} />
          <Side title="Now" text={after} hasOthers={has_other_assets} />
        </div>
      )}
      {part === 'order' && <Text>They stand in another order now.</Text>}
      {has_other_assets && <Text>Its pictures or recordings are others now.</Text>}
    </li>
  );
}

/** What is not as it was when somebody decided last, side by side. */
export function WatchChanges({ item }: { item: WatchItem }) {
  if (item.changes === null) return null;
  return (
    <CardSection title="Changed since the last decision">
      {item.changes.length === 0 ? (
        <Text>Nothing. It reads as it did then.</Text>
      ) : (
        <ul className={styles.changes}>
          {item.changes.map((change) => (
            <Change key={change.part} change={change} item={item} />
          ))}
        </ul>
      )}
    </CardSection>
  );
}

interface WatchedTextProps {
  item: Pick<WatchItem, 'text' | 'kind'>;
  draw: (document: WorkDocument) => ReactNode;
  drawCover: (sha256: string, title: string) => ReactNode;
}

/** A work as readers have it: cover, words around it, and all chapters or pages below each other. */
export function WatchedText({ item: { text, kind }, draw, drawCover }: WatchedTextProps) {
  if (text === null)
    return (
      <CardSection title="What readers see">
        <Text>
          It is out of monitoring, and strangers may not read it: its text is not shown here any more.
        </Text>
      </CardSection>
    );
  const { title, cover, blurb, dedication, about_author, language, parts } = text;
  const one = kind === 'book' ? 'Page' : 'Chapter';
  return (
    <CardSection title="What readers see">
      <div className={styles.text} lang={language} dir="auto">
        {cover !== null && <div className={styles.cover}>{drawCover(cover, title)}</div>}
        {blurb !== '' && <p className={styles.lines}>{blurb}</p>}
        {dedication !== '' && (
          <p className={styles.lines}>
            <em>{dedication}</em>
          </p>
        )}
        {parts.map((part, place) => (
          <article key={part.id} aria-label={`${one} ${place + 1}`} className={styles.part}>
            <Title order={3} size="h4">
              {part.title === '' ? `${one} ${place + 1}` : part.title}
            </Title>
            {draw(part.document)}
          </article>
        ))}
        {about_author !== '' && (
          <section className={styles.part}>
            <Title order={3} size="h4">
              About the author
            </Title>
            <p className={styles.lines}>{about_author}</p>
          </section>
        )}
      </div>
    </CardSection>
  );
}
