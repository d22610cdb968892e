/** Days on the chart of who signed in. */
export const signInDays = 14;

const day = 24 * 60 * 60 * 1000;

/** What a clock on the wall shows there, as if it were one of UTC. */
function wallTime(instant: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const value = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  );
}

/** The instant at which a wall clock there shows this. */
function instantOf(wall: number, timeZone: string): Date {
  const offset = (at: number) => wallTime(new Date(at), timeZone) - at;
  // The offset at a guess and the one at what follows from it differ only where the clocks are changed in between.
  return new Date(wall - offset(wall - offset(wall)));
}

/** The last `count` days there with the instant at which each began, today last. */
export function lastDays(now: Date, timeZone: string, count: number): { day: string; begin: Date }[] {
  const wholeSecond = Math.floor(now.getTime() / 1000) * 1000;
  const today = Math.floor(wallTime(new Date(wholeSecond), timeZone) / day) * day;
  return Array.from({ length: count }, (_, index) => {
    const midnight = today - (count - 1 - index) * day;
    return {
      day: new Date(midnight).toISOString().slice(0, 10),
      begin: instantOf(midnight, timeZone),
    };
  });
}
