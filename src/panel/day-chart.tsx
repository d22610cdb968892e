import '@mantine/core/styles/ColorSwatch.layer.css';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { Text } from '@mantine/core';
import { ChartFigure } from '#src/ui/chart-figure.tsx';
import styles from './panel.module.css';

// A day of the calendar is the same everywhere; in another time zone than UTC it would be the one before.
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const inFull = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' });
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

const colors = [
  'var(--mantine-color-primary-filled)',
  'var(--mantine-color-teal-6)',
  'var(--mantine-color-orange-6)',
];

interface BarsProps {
  title: string;
  detail: string;
  /** What stands under the bars, such as a day. */
  of: string;
  /** What is counted, by the name that the legend and the table give it. */
  series: readonly string[];
  rows: readonly { what: string; short?: string; counts: readonly number[] }[];
}

/** Bars for those who would rather look, and the same as a table. */
export function BarsFigure({ title, detail, of, series, rows }: BarsProps) {
  const isEmpty = rows.every(({ counts }) => counts.every((count) => count === 0));
  const data = rows.map(({ what, short: label = what, counts }) => ({
    label,
    ...Object.fromEntries(series.map((name, place) => [name, counts[place] ?? 0])),
  }));
  return (
    <ChartFigure
      title={title}
      detail={detail}
      columns={[of, ...series]}
      rows={rows.map(({ what, counts }) => ({ what, count: counts }))}
    >
      {isEmpty ? (
        <Text c="dimmed" mt="sm">
          Nothing yet.
        </Text>
      ) : (
        // The table says it to those who do not see it; the chart takes no part in walking by the keyboard.
        <div aria-hidden className={styles.chart}>
          <BarChart
            h={240}
            data={data}
            dataKey="label"
            type="stacked"
            series={series.map((name, place) => ({
              name,
              color: colors[place % colors.length] ?? 'primary',
            }))}
            withLegend={series.length > 1}
            legendProps={{ itemSorter: null }}
            maxBarWidth={40}
            yAxisProps={{ allowDecimals: false, width: 48 }}
            barChartProps={{ accessibilityLayer: false }}
            barProps={{ isAnimationActive: false }}
            valueFormatter={(value) => value.toLocaleString('en')}
          />
        </div>
      )}
    </ChartFigure>
  );
}

interface DayChartProps extends Pick<BarsProps, 'title' | 'series'> {
  detail?: string;
  days: readonly { day: string; counts: readonly number[] }[];
}

/** Sign-ins move nothing that is counted at once. */
export const countedTwiceADay = 'each day (UTC), counted twice a day';

/** What happened on each day, the oldest first. */
export function DayChart({ title, detail = 'each day (UTC)', series, days }: DayChartProps) {
  return (
    <BarsFigure
      title={title}
      detail={detail}
      of="Day"
      series={series}
      rows={days.map(({ day, counts }) => ({
        what: inFull.format(dateOf(day)),
        short: short.format(dateOf(day)),
        counts,
      }))}
    />
  );
}
