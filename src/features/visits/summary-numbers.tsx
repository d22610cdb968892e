import { Text } from '@mantine/core';
import { useCallback } from 'react';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import type { VisitableSummary } from '#contract/visits/visits.schema.ts';
import type { Tenant } from '#contract/tenants/tenants.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useTenant } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { NumberTiles } from '#src/ui/number-tiles.tsx';
import { missing } from './visit-words.ts';

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

const labels = ['Schools', 'Classes', 'Students', 'Signed in this week', 'Teachers'];

/** As many as there will be: organizations are in no organization. */
function placeholders(tenant: Tenant | null) {
  return (tenant?.is_platform ? ['Organizations', ...labels] : labels).map((label) => ({
    label,
    value: null,
  }));
}

/** How much there is in the schools that somebody looks after. */
export function SummaryNumbers({ api = apiClient }: { api?: ApiClient }) {
  const { tenant } = useTenant();
  const load = useCallback(
    (signal: AbortSignal) => api.call(visitEndpoints.summarize, {}, { signal }),
    [api],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  return (
    <>
      {status === 'unreachable' || status === 'failed' ? (
        <AnswerMissing status={status} busy={busy} isGone={isGone} {...missing} onRetry={reload} />
      ) : (
        <NumberTiles tiles={value === null ? placeholders(tenant) : numbersIn(value)} />
      )}
      {value?.schools === 0 && (
        <Text c="dimmed">
          No school belongs here yet. A school is here as soon as both sides have said yes.
        </Text>
      )}
    </>
  );
}
