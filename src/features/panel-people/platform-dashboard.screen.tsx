import { Anchor, Text, Title } from '@mantine/core';
import { useCallback, useId } from 'react';
import { Link } from 'react-router-dom';
import { numberEndpoints } from '#contract/panel/numbers.endpoints.ts';
import type { PlatformNumbers } from '#contract/panel/numbers.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useTenant } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useNow } from '#src/ui/moments.ts';
import { NumberTiles } from '#src/ui/number-tiles.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { countedTwiceADay, DayChart } from '#src/panel/day-chart.tsx';
import { NumbersView, SpanChoice, useSpan } from '#src/panel/numbers-view.tsx';
import styles from '#src/panel/panel.module.css';
import { tilesOf, todosOf, type Now } from './platform-todos.ts';

function ToDo({ now }: { now: Now }) {
  const titleId = useId();
  const todos = todosOf(now, useNow());
  return (
    <section aria-labelledby={titleId}>
      <Title order={2} size="h3" id={titleId}>
        To do
      </Title>
      {todos.length === 0 ? (
        <Text c="dimmed" mt="sm">
          Nothing needs you today.
        </Text>
      ) : (
        <ul className={styles.todos}>
          {todos.map(({ text, to }) => (
            <li key={text}>
              <Anchor component={Link} to={to}>
                {text}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Charts({ now, days }: PlatformNumbers) {
  return (
    <>
      <ToDo now={now} />
      <DayChart
        title="Sign-ins"
        detail={countedTwiceADay}
        series={['Sign-ins']}
        days={days.map(({ day, sign_ins }) => ({ day, counts: [sign_ins] }))}
      />
      <DayChart
        title="Letters"
        series={['Sent', 'Waiting', 'Failed']}
        days={days.map(({ day, letters_sent, letters_waiting, letters_failed }) => ({
          day,
          counts: [letters_sent, letters_waiting, letters_failed],
        }))}
      />
      <DayChart
        title="Tenants added"
        series={['Added']}
        days={days.map(({ day, tenants_made }) => ({ day, counts: [tenants_made] }))}
      />
      <DayChart
        title="Works published"
        series={['Published']}
        days={days.map(({ day, published }) => ({ day, counts: [published] }))}
      />
    </>
  );
}

/** `/admin-panel/dashboard`: what the platform has, what happens there, and what needs somebody. */
export function PlatformDashboardScreen({ api = apiClient }: { api?: ApiClient }) {
  const { tenant } = useTenant();
  const span = useSpan();
  const now = useNow();
  const { days } = span;
  const load = useCallback(
    (signal: AbortSignal) => api.call(numberEndpoints.readNumbers, { query: { days } }, { signal }),
    [api, days],
  );
  const answer = useAnswer(load);
  const isMissing = answer.status === 'unreachable' || answer.status === 'failed';
  return (
    <Screen title="Dashboard" description={tenant?.school_name} actions={<SpanChoice {...span} />}>
      {!isMissing && <NumberTiles tiles={tilesOf(answer.value?.now ?? null, now)} />}
      <NumbersView answer={answer}>{(value) => <Charts {...value} />}</NumbersView>
    </Screen>
  );
}
