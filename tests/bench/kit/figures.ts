/** One measured thing, with one value for each round. */
export interface Figure {
  /** None where it is a plain number. */
  readonly unit: 'ms' | 'kB' | 'MB' | 'calls/s' | '';
  readonly values: readonly number[];
}

/**
 * What is to be reached: a ratio to the contestant beside it, or a value.
 * - `most_times`: at most so many times the contestant's median.
 * - `most`, `least`: at most or at least so much, in the figure's unit.
 */
export type Target = { readonly most_times: number } | { readonly most: number } | { readonly least: number };

export interface Row {
  readonly what: string;
  /** A text stands where there is nothing to measure, and says why. */
  readonly ours: Figure | string;
  /** What it is measured against, in the same run. */
  readonly against?: Figure;
  readonly target?: Target;
}

export function figure(unit: Figure['unit'], values: readonly number[]): Figure {
  if (values.length === 0 || !values.every((value) => Number.isFinite(value)))
    throw new Error(`These are no ${unit}: ${values.join(', ')}`);
  return { unit, values };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

function medianOf({ values }: Figure): number {
  return median(values);
}

/** Median of ours over the median of the contestant; null where there is none. */
function ratioOf({ ours, against }: Row): number | null {
  return against === undefined || typeof ours === 'string' ? null : medianOf(ours) / medianOf(against);
}

/** Null where nothing is to be reached. */
export function verdictOf(row: Row): 'reached' | 'missed' | null {
  const { ours, target } = row;
  if (!target) return null;
  if (typeof ours === 'string') return 'missed';
  if ('most_times' in target) {
    const ratio = ratioOf(row);
    if (ratio === null) throw new Error(`${row.what}: a ratio needs something to measure against`);
    return ratio <= target.most_times ? 'reached' : 'missed';
  }
  const value = medianOf(ours);
  const reached = 'most' in target ? value <= target.most : value >= target.least;
  return reached ? 'reached' : 'missed';
}

/** Three digits that count, and never more than two behind the point. */
function digits(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

/** Median and spread, such as `12.3 ms (11.9–14.0)`. */
export function sayFigure({ unit, values }: Figure): string {
  const middle = `${digits(median(values))} ${unit}`.trimEnd();
  if (values.length === 1) return middle;
  return `${middle} (${digits(Math.min(...values))}–${digits(Math.max(...values))})`;
}

export function sayTarget(target: Target, ours: Row['ours']): string {
  if ('most_times' in target) return `at most ${target.most_times}x`;
  const unit = typeof ours === 'string' || ours.unit === '' ? '' : ` ${ours.unit}`;
  return 'most' in target
    ? `at most ${digits(target.most)}${unit}`
    : `at least ${digits(target.least)}${unit}`;
}

export function sayRatio(row: Row): string {
  const ratio = ratioOf(row);
  return ratio === null ? '' : `${ratio.toFixed(2)}x`;
}
