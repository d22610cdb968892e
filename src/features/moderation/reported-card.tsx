import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { product } from '#contract/kit/product.ts';
import { reportWords } from '#contract/moderation/moderation.rules.ts';
import type { Report, ReportedWork } from '#contract/moderation/moderation.schema.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { sayDay, saySince, useNow } from '#src/ui/moments.ts';
import { StateMark } from '#src/ui/state-mark.tsx';
import styles from './moderation.module.css';

interface ReportedCardProps {
  work: ReportedWork;
  href: string;
  busy: boolean;
  onKeep: () => void;
  onTakeDown: () => void;
  onAppeal: () => void;
  onAnswer: () => void;
  onReinstate: () => void;
}

/** A work that readers told the school about, that was taken down, or that the platform asks about. */
export function ReportedCard({
  work,
  href,
  busy,
  onKeep,
  onTakeDown,
  onAppeal,
  onAnswer,
  onReinstate,
}: ReportedCardProps) {
  const { author, reports, taken_down_at, taken_down_by, appealed_at, appeal_answered_at, asked, state } =
    work;
  const isThePlatforms = taken_down_by === 'platform';
  const now = useNow();
  const name = titleOf(work);
  return (
    <li className={styles.card} aria-label={name}>
      <Title order={2} size="h3" dir="auto">
        {name}
      </Title>
      {author !== null && (
        <Text c="dimmed">
          by <bdi>{author}</bdi>
        </Text>
      )}
      {taken_down_at !== null && (
        <StateMark
          good={false}
          text={`Taken down ${sayDay(taken_down_at, now)}${isThePlatforms ? ` by ${product.name}` : ''}`}
        />
      )}
      {isThePlatforms && appealed_at !== null && (
        <Text c="dimmed">You asked for it back {saySince(appealed_at, now)}</Text>
      )}
      {isThePlatforms && appeal_answered_at !== null && (
        <Text>
          {product.name} looked at it again {sayDay(appeal_answered_at, now)}. It stays down.
        </Text>
      )}
      {asked !== null && (
        <div>
          <Text>
            <strong>{product.name} asks about it</strong>
          </Text>
          <Text dir="auto" className={styles.words}>
            {asked}
          </Text>
        </div>
      )}
      <ul className={styles.reports}>
        {reports.map((each) => (
          <ReportLine key={each.id} told={each} />
        ))}
      </ul>
      <Group gap="sm">
        <Anchor component={Link} to={href}>
          Read it
        </Anchor>
        {asked !== null && (
          <Button disabled={busy} onClick={onAnswer}>
            Answer
          </Button>
        )}
        {reports.length > 0 && (
          <Button variant="default" disabled={busy} onClick={onKeep}>
            It may stay
          </Button>
        )}
        {isThePlatforms && appealed_at === null && (
          <Button variant="default" disabled={busy} onClick={onAppeal}>
            Ask for it back
          </Button>
        )}
        {taken_down_at !== null
          ? !isThePlatforms && (
              <Button variant="default" disabled={busy} onClick={onReinstate}>
                Reinstate
              </Button>
            )
          : (state === 'published' || state === 'withdrawn') && (
              <Button color="red" disabled={busy} onClick={onTakeDown}>
                Take it down
              </Button>
            )}
      </Group>
    </li>
  );
}

function ReportLine({ told: { reason, words, by, reported_at } }: { told: Report }) {
  const now = useNow();
  return (
    <li>
      <Text>
        <strong>{reportWords[reason]}</strong>
      </Text>
      {words !== '' && (
        <Text dir="auto" className={styles.words}>
          {words}
        </Text>
      )}
      <Text c="dimmed">
        {by === null ? 'A visitor' : <bdi>{by}</bdi>}, {saySince(reported_at, now)}
      </Text>
    </li>
  );
}
