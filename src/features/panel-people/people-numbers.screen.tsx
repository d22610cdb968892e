import { useCallback } from 'react';
import { countryName } from '#contract/kit/countries.ts';
import { numberEndpoints } from '#contract/panel/numbers.endpoints.ts';
import type { PeopleNumbers } from '#contract/panel/numbers.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { Screen } from '#src/ui/screen.tsx';
import { BarsFigure, countedTwiceADay, DayChart } from '#src/panel/day-chart.tsx';
import { NumbersView, SpanChoice, useSpan } from '#src/panel/numbers-view.tsx';

function Charts({ days, never_came, countries, other_countries }: PeopleNumbers) {
  return (
    <>
      <DayChart
        title="People by role"
        series={['Students', 'Teachers', 'Administrators']}
        days={days.map(({ day, students, teachers, administrators }) => ({
          day,
          counts: [students, teachers, administrators],
        }))}
      />
      <DayChart
        title="Sign-ins"
        detail={countedTwiceADay}
        series={['Sign-ins']}
        days={days.map(({ day, sign_ins }) => ({ day, counts: [sign_ins] }))}
      />
      <BarsFigure
        title="Added and never came"
        detail="staff, by when they were added"
        of="Added"
        series={['People']}
        rows={[
          { what: 'In 7 days', counts: [never_came.week] },
          { what: 'In 30 days', counts: [never_came.month] },
          { what: 'Longer ago', counts: [never_came.longer] },
        ]}
      />
      <BarsFigure
        title="Countries"
        detail="of staff, where there are 5 or more"
        of="Country"
        series={['People']}
        rows={[
          ...countries.map(({ country, people }) => ({
            what: countryName(country),
            short: country,
            counts: [people],
          })),
          ...(other_countries === 0 ? [] : [{ what: 'Other countries', counts: [other_countries] }]),
        ]}
      />
    </>
  );
}

/** `/admin-panel/users-dashboard`: who is on the platform, over time. */
export function PeopleNumbersScreen({ api = apiClient }: { api?: ApiClient }) {
  const span = useSpan();
  const { days } = span;
  const load = useCallback(
    (signal: AbortSignal) => api.call(numberEndpoints.readPeopleNumbers, { query: { days } }, { signal }),
    [api, days],
  );
  return (
    <Screen
      title="People in numbers"
      description="Counted within minutes of a change."
      actions={<SpanChoice {...span} />}
    >
      <NumbersView answer={useAnswer(load)}>{(value) => <Charts {...value} />}</NumbersView>
    </Screen>
  );
}
