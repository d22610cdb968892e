import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { reportWords } from '#contract/moderation/moderation.rules.ts';
import type { WatchItem } from '#contract/monitoring/monitoring.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { CardSection } from '#src/ui/card-section.tsx';
import { sayDay, saySince, useNow } from '#src/ui/moments.ts';
import { isAwaited } from './use-watch-item.ts';
import { DueBy, ReasonList } from './watch-facts.tsx';
import { sayEarlier } from './watch.words.ts';
import styles from './watch.module.css';

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text dir="auto" className={styles.lines}>
        {children}
      </Text>
    </div>
  );
}

/** What the school says: its answer to a question, or why it asks for the work back. */
function FromSchool({ item: { question, answer, appeal, school_name } }: { item: WatchItem }) {
  if (question === null && answer === null && appeal === null) return null;
  return (
    <CardSection title="The school">
      {question !== null && <Said title="You asked">{question}</Said>}
      {answer !== null && <Said title={`${school_name} answered`}>{answer}</Said>}
      {appeal !== null && <Said title={`${school_name} asks for it back`}>{appeal}</Said>}
    </CardSection>
  );
}

function sayCopies({ taken_down_by, copies: { kept, gone } }: WatchItem): string {
  if (kept === 0) return taken_down_by === null ? 'No tablet keeps a copy.' : 'No tablet kept a copy.';
  return taken_down_by === null
    ? `${counted(kept, 'copy', 'copies')} on tablets for reading without a network.`
    : `Gone from ${gone} of ${counted(kept, 'tablet')} that kept it.`;
}

/** Why a work is here, who said what, and what was decided before. */
export function WatchAside({ item }: { item: WatchItem }) {
  const now = useNow();
  const { reasons, risk, reports, decisions, watched_words: watched } = item;
  return (
    <div className={styles.cards}>
      <CardSection title="Why it is here">
        <ReasonList reasons={reasons} />
        {reasons.length > 0 && <Text>Risk {risk}</Text>}
        {watched.length > 0 && (
          <Text>
            Watched words in it: <bdi>{watched.join(', ')}</bdi>
          </Text>
        )}
        {isAwaited(item) && (
          <div className={styles.due}>
            <span>Decide by</span>
            <DueBy row={item} />
          </div>
        )}
      </CardSection>
      <FromSchool item={item} />
      <CardSection title="Reports">
        {reports.length === 0 ? (
          <Text c="dimmed">No report waits.</Text>
        ) : (
          <ul className={styles.list}>
            {reports.map(({ id, reason, words, reported_at }) => (
              <li key={id}>
                <Text fw={600}>{reportWords[reason]}</Text>
                {words !== '' && (
                  <Text dir="auto" className={styles.lines}>
                    {words}
                  </Text>
                )}
                <Text size="sm" c="dimmed">
                  {saySince(reported_at, now)}
                </Text>
              </li>
            ))}
          </ul>
        )}
      </CardSection>
      <CardSection title="Tablets">
        <Text>{sayCopies(item)}</Text>
      </CardSection>
      <CardSection title="Earlier decisions">
        {decisions.length === 0 ? (
          <Text c="dimmed">Nobody decided about it yet.</Text>
        ) : (
          <ul className={styles.list}>
            {decisions.map((each) => (
              <li key={`${each.at} ${each.action}`}>
                <Text fw={600}>{sayEarlier(each)}</Text>
                {each.reason !== '' && (
                  <Text dir="auto" className={styles.lines}>
                    {each.reason}
                  </Text>
                )}
                <Text size="sm" c="dimmed">
                  {sayDay(each.at, now)}
                </Text>
              </li>
            ))}
          </ul>
        )}
      </CardSection>
    </div>
  );
}
