import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { letterStates, type LetterState } from '#contract/mail/mail.schema.ts';
import type { MailHead as Head } from '#contract/mail/panel-mail.schema.ts';
import { useNow } from '#src/ui/moments.ts';
import { NumberTiles } from '#src/ui/number-tiles.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { stateNames } from './mail.words.ts';
import { sayAge, sayFailing, sayTransport } from './panel-mail.words.ts';
import styles from './mail.module.css';

interface MailHeadProps {
  /** Null while it is not known. */
  head: Head | null;
  hrefOf: (state: LetterState) => string;
}

/** How e-mail is doing: the last 24 hours by state, what waits longest, and who takes it. */
export function MailHead({ head, hrefOf }: MailHeadProps) {
  const now = useNow();
  const failing = head && sayFailing(head, now);
  return (
    <section className={styles.head} aria-label="The last 24 hours">
      {failing && (
        <p className={styles.failing} role="alert">
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
          <span>{failing}</span>
        </p>
      )}
      <NumberTiles
        tiles={letterStates.map((state) => ({
          label: stateNames[state],
          value: head?.day[state] ?? null,
          to: hrefOf(state),
        }))}
      />
      {head && (
        <Text c="dimmed" className={styles.facts}>
          {!head.is_failing && <StateMark good text="Email goes out" />}
          <span>
            {head.oldest_waiting === null
              ? 'Nothing waits'
              : `The oldest that waits was written ${sayAge(head.oldest_waiting, now)}`}
          </span>
          <span>{sayTransport(head.transport)}</span>
        </Text>
      )}
    </section>
  );
}
