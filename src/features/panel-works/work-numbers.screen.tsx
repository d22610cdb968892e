import { useCallback } from 'react';
import { numberEndpoints } from '#contract/panel/numbers.endpoints.ts';
import type { WorkNumbers } from '#contract/panel/numbers.schema.ts';
import { levelWords } from '#contract/works/works.rules.ts';
import { workKinds } from '#contract/works/works.schema.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { goalNames } from '#src/lib/goals.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { BarsFigure } from '#src/panel/day-chart.tsx';
import { NumbersView, SpanChoice, useSpan } from '#src/panel/numbers-view.tsx';
import { languageName, workKindChoices } from '#src/panel/panel.words.ts';

// A Monday is the same everywhere; in another time zone than UTC it would be a Sunday.
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const inFull = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' });
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

function Charts({ weeks, audiences, languages, levels, goals, waiting }: WorkNumbers) {
  return (
    <>
      <BarsFigure
        title="Made, handed in, published"
        detail="each week (UTC), by its Monday"
        of="Week of"
        series={['Made', 'Handed in', 'Published']}
        rows={weeks.map(({ monday, made, handed_in, published }) => ({
          what: inFull.format(dateOf(monday)),
          short: short.format(dateOf(monday)),
          counts: [made, handed_in, published],
        }))}
      />
      <BarsFigure
        title="Waiting for a teacher"
        detail="by when it was handed in"
        of="Handed in"
        series={['Waiting']}
        rows={[
          { what: 'In 24 hours', counts: [waiting.day] },
          { what: 'In 7 days', counts: [waiting.week] },
          { what: 'Longer ago', counts: [waiting.longer] },
        ]}
      />
      <BarsFigure
        title="Who may read it"
        detail="works that are not archived"
        of="Readers"
        series={['Works']}
        rows={[
          { what: 'Everybody', counts: [audiences.public] },
          { what: 'The school', counts: [audiences.community] },
          { what: 'Author and teachers', short: 'Teachers', counts: [audiences.private] },
          { what: 'Not published', counts: [audiences.unpublished] },
        ]}
      />
      <BarsFigure
        title="Levels"
        detail="of published works"
        of="Level"
        series={['Works']}
        rows={levels.map(({ level, works }) => ({
          what: level === 'none' ? 'No level' : levelWords[level].label,
          short: level === 'none' ? 'None' : (levelWords[level].label.split(' ')[0] ?? level),
          counts: [works],
        }))}
      />
      <BarsFigure
        title="Languages"
        detail="of published works"
        of="Language"
        series={['Works']}
        rows={languages.map(({ language, works }) => ({
          what: languageName(language),
          short: language,
          counts: [works],
        }))}
      />
      <BarsFigure
        title="Goals"
        detail="of published works; one work can have several"
        of="Goal"
        series={['Works']}
        rows={goals.map(({ goal, works }) => ({
          what: `${goal}. ${goalNames[goal - 1]}`,
          short: String(goal),
          counts: [works],
        }))}
      />
    </>
  );
}

/** `/admin-panel/books-dashboard`: what schools make, over time, and what it is like. */
export function WorkNumbersScreen({ api = apiClient }: { api?: ApiClient }) {
  const span = useSpan();
  const [address, setAddress] = useAddress();
  const { days } = span;
  const kind = oneOf(workKinds, address.get('kind'));
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(numberEndpoints.readWorkNumbers, { query: { days, ...(kind && { kind }) } }, { signal }),
    [api, days, kind],
  );
  return (
    <Screen
      title="Books in numbers"
      description="Counted within minutes of a change. No school and no child is compared with another."
      actions={
        <>
          <ListFilter
            label="Kind"
            any="All kinds"
            value={kind ?? null}
            choices={workKindChoices}
            onChange={(next) =>
              setAddress(withParts({ kind: next }), { replace: true, preventScrollReset: true })
            }
          />
          <SpanChoice {...span} />
        </>
      }
    >
      <NumbersView answer={useAnswer(load)}>{(value) => <Charts {...value} />}</NumbersView>
    </Screen>
  );
}
