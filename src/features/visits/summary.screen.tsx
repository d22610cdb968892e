import { Button, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import type { VisitableSummary } from '#contract/visits/visits.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useTenant } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { NumberTiles } from '#src/ui/number-tiles.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { missing } from './visit-words.ts';

interface SummaryScreenProps {
  /** Address of the list of schools. */
  listHref: string;
  /** What the list is called. */
  listName: string;
  /** Where the people are listed, where there is such a page. */
  peopleHref?: string;
  /** What stands under the numbers. */
  below?: ReactNode;
  api?: ApiClient;
}

function numbersIn(summary: VisitableSummary) {
  const { organizations, schools, classes, students, teachers, active_students } = summary;
  return [
    ...(organizations === null ? [] : [{ label: 'Organizations', value: organizations }]),
    { label: 'Schools', value: schools },
    { label: 'Classes', value: classes },
    { label: 'Students', value: students },
    { label: 'Signed in this week', value: active_students },
    { label: 'Teachers', value: teachers },
  ];
}

const placeholders = ['Schools', 'Classes', 'Students', 'Signed in this week', 'Teachers'].map((label) => ({
  label,
  value: null,
}));

/** The dashboard of those who look after several schools: how much there is in them, and the way to them. */
export function SummaryScreen({
  listHref,
  listName,
  peopleHref,
  below,
  api = apiClient,
}: SummaryScreenProps) {
  const { tenant } = useTenant();
  const load = useCallback(
    (signal: AbortSignal) => api.call(visitEndpoints.summarize, {}, { signal }),
    [api],
  );
  const { status, value, busy, reload } = useAnswer(load);

  return (
    <Screen
      title="Dashboard"
      description={tenant?.school_name}
      actions={
        <>
          {peopleHref !== undefined && (
            <Button component={Link} to={peopleHref} variant="default">
              Users
            </Button>
          )}
          <Button component={Link} to={listHref} rightSection={<IconArrowRight size={20} aria-hidden />}>
            {listName}
          </Button>
        </>
      }
    >
      {status === 'unreachable' || status === 'failed' ? (
        <AnswerMissing status={status} busy={busy} {...missing} onRetry={reload} />
      ) : (
        <NumberTiles tiles={value === null ? placeholders : numbersIn(value)} />
      )}
      {value?.schools === 0 && (
        <Text c="dimmed">
          No school belongs here yet. A school shows up as soon as both sides confirmed it.
        </Text>
      )}
      {below}
    </Screen>
  );
}
