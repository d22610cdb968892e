import { Text } from '@mantine/core';
import type { PanelLetterDetails } from '#contract/mail/panel-mail.schema.ts';
import { sayInFull } from '#src/ui/moments.ts';
import { stateNames, whyOf } from './mail.words.ts';
import { eventName } from './panel-mail.words.ts';
import styles from './mail.module.css';

/** What it says, without its link. */
export function LetterText({ letter: { subject, letter } }: { letter: PanelLetterDetails }) {
  return (
    <div className={styles.letter} dir="auto">
      <strong>{subject}</strong>
      {letter === null ? (
        <Text c="dimmed">What this letter says was not kept.</Text>
      ) : (
        <>
          {[letter.greeting, ...letter.paragraphs].map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {letter.action !== null && (
            <p>
              <strong>{letter.action}</strong>{' '}
              <Text span c="dimmed">
                (The link is not kept)
              </Text>
            </p>
          )}
          {letter.notes.map((note) => (
            <Text key={note} size="sm" c="dimmed">
              {note}
            </Text>
          ))}
        </>
      )}
    </div>
  );
}

/** What happened to it, the earliest first. */
export function LetterEvents({ letter: { written_at, events } }: { letter: PanelLetterDetails }) {
  const all = [{ at: written_at, name: 'Written', detail: '' }].concat(
    events.map(({ at, kind, detail }) => ({ at, name: eventName(kind), detail })),
  );
  return (
    <ol className={styles.events}>
      {all.map(({ at, name, detail }) => (
        <li key={`${name} ${at}`} className={styles.lines}>
          <span>{name}</span>
          <Text span size="sm" c="dimmed">
            <time dateTime={at}>{sayInFull(at)}</time>
          </Text>
          {detail !== '' && (
            <Text span size="sm">
              <bdi>{detail}</bdi>
            </Text>
          )}
        </li>
      ))}
    </ol>
  );
}

/** To whom, whose, and where it is. */
export function LetterTerms({ letter, address }: { letter: PanelLetterDetails; address: string | null }) {
  const why = whyOf(letter);
  const facts = [
    ['To', address ?? letter.to_address],
    ['School', letter.tenant.school_name],
    ['State', why === null ? stateNames[letter.state] : `${stateNames[letter.state]}. ${why}`],
    ['Tries', String(letter.attempts)],
  ] as const;
  return (
    <dl className={styles.terms}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
