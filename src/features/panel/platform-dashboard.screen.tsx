import { Anchor, Text, Title } from '@mantine/core';
import { useCallback, useId } from 'react';
import { Link } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { paths } from '#contract/kit/paths.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { numberEndpoints } from '#contract/panel/numbers.endpoints.ts';
import type { PlatformNumbers } from '#contract/panel/numbers.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useTenant } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { NumberTiles } from '#src/ui/number-tiles.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { countedTwiceADay, DayChart } from './day-chart.tsx';
import { NumbersView, SpanChoice, useSpan } from './numbers-view.tsx';
import styles from './panel.module.css';

type Now = PlatformNumbers['now'];

const tenants = (query: Record<string, string>) => paths.platform.tenants(query);

/** Each leads to its list, where there is one. */
const tilesOf = (now: Now | null) => [
  { label: 'Schools', value: now?.schools ?? null, to: tenants({ kind: 'school' }) },
  { label: 'Organizations', value: now?.organizations ?? null, to: tenants({ kind: 'organization' }) },
  { label: 'Students', value: now?.students ?? null, to: panelPaths.students() },
  { label: 'Staff', value: now?.staff ?? null, to: panelPaths.people() },
  { label: 'Active this week', value: now?.active ?? null, to: panelPaths.bySchool() },
  { label: 'Published this week', value: now?.published ?? null },
  { label: 'Not set up for 3 days', value: now?.pending ?? null, to: tenants({ state: 'pending' }) },
  { label: 'Failed letters in 24 hours', value: now?.failed_letters ?? null },
];

function todosOf({ pending, never_came, failed_letters, suspended, champion_drafts }: Now) {
  const schools = (count: number) => counted(count, 'school or organization', 'schools and organizations');
  return [
    {
      count: pending,
      text: `${schools(pending)} not set up for 3 days`,
      to: tenants({ state: 'pending' }),
    },
    { count: suspended, text: `${schools(suspended)} suspended`, to: tenants({ state: 'suspended' }) },
    {
      count: never_came,
      text: `${counted(never_came, 'person', 'people')} of the staff never signed in`,
      to: panelPaths.people({ came: 'never' }),
    },
    {
      count: champion_drafts,
      text: `${counted(champion_drafts, 'draft', 'drafts')} of superpower teachers to read`,
      to: publicPaths.platformContent(),
    },
    {
      count: failed_letters,
      text: `${counted(failed_letters, 'letter', 'letters')} failed in 24 hours`,
      to: null,
    },
  ].filter(({ count }) => count > 0);
}

function ToDo({ now }: { now: Now }) {
  const titleId = useId();
  const todos = todosOf(now);
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
              {to === null ? (
                text
              ) : (
                <Anchor component={Link} to={to}>
                  {text}
                </Anchor>
              )}
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
  const { days } = span;
  const load = useCallback(
    (signal: AbortSignal) => api.call(numberEndpoints.readNumbers, { query: { days } }, { signal }),
    [api, days],
  );
  const answer = useAnswer(load);
  const isMissing = answer.status === 'unreachable' || answer.status === 'failed';
  return (
    <Screen title="Dashboard" description={tenant?.school_name} actions={<SpanChoice {...span} />}>
      {!isMissing && <NumberTiles tiles={tilesOf(answer.value?.now ?? null)} />}
      <NumbersView answer={answer}>{(value) => <Charts {...value} />}</NumbersView>
    </Screen>
  );
}
