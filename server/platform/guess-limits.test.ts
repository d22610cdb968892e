import { describe, expect, it } from 'vitest';
import { addFailure, isForgotten, refusedUntil, type Count, type GuessKind } from './guess-limits.ts';

const minute = 60 * 1000;
const hour = 60 * minute;
const now = new Date('2026-03-02T08:00:00Z');
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);

function wrong(kind: GuessKind, times: number, when = now): Count {
  let count = addFailure(kind, null, when);
  for (let time = 1; time < times; time += 1) count = addFailure(kind, count, when);
  return count;
}

const minutesToWait = (count: Count, kind: GuessKind = 'account') => {
  const until = refusedUntil(kind, count, count.latest);
  return until === null ? 0 : (until.getTime() - count.latest.getTime()) / minute;
};

describe('the wait of an account', () => {
  it('begins with the tenth wrong password and doubles with each one after, to four hours', () => {
    const waits = Array.from({ length: 18 }, (_, place) => minutesToWait(wrong('account', place + 1)));
    expect(waits).toEqual([...Array.from({ length: 9 }, () => 0), 10, 20, 40, 80, 160, 240, 240, 240, 240]);
  });

  it('is counted from the latest wrong one, and over at its end', () => {
    const count = addFailure('account', wrong('account', 10), at(hour));
    expect(refusedUntil('account', count, at(hour + 20 * minute - 1))).toEqual(at(hour + 20 * minute));
    expect(refusedUntil('account', count, at(hour + 20 * minute))).toBeNull();
  });

  it('is forgotten twelve hours after the latest wrong one', () => {
    const count = addFailure('account', wrong('account', 15), at(hour));
    expect(isForgotten('account', count, at(13 * hour - 1))).toBe(false);
    expect(addFailure('account', count, at(13 * hour))).toEqual({
      failures: 1,
      since: at(13 * hour),
      latest: at(13 * hour),
    });
  });

  it('leaves some twenty guesses a day, where one is made whenever it may be', () => {
    let count: Count | null = null;
    let guesses = 0;
    for (let time = now; time < at(24 * hour);) {
      const until: Date | null = count && refusedUntil('account', count, time);
      if (until) time = until;
      else {
        count = addFailure('account', count, time);
        guesses += 1;
      }
    }
    expect(guesses).toBeLessThanOrEqual(20);
  });
});

describe('the limit of a network, a device or a class', () => {
  it.each([
    ['network', 300, 10],
    ['known_device', 30, 10],
    ['class', 60, 60],
  ] as const)('%s: is %d, until all are forgotten together', (kind, most, minutes) => {
    expect(minutesToWait(wrong(kind, most - 1), kind)).toBe(0);
    expect(minutesToWait(wrong(kind, most), kind)).toBe(minutes);
    expect(refusedUntil(kind, wrong(kind, most + 100), at(minutes * minute))).toBeNull();
  });
});

describe('what a clock that had jumped ahead noted', () => {
  it('counts for nothing, whatever is counted', () => {
    const ahead = at(10 * 365 * 24 * hour);
    for (const [kind, times] of [
      ['account', 20],
      ['network', 300],
      ['class', 60],
    ] as const) {
      const count = wrong(kind, times, ahead);
      expect(refusedUntil(kind, count, ahead)).not.toBeNull();
      expect(refusedUntil(kind, count, now)).toBeNull();
      expect(addFailure(kind, count, now)).toEqual({ failures: 1, since: now, latest: now });
    }
  });

  it('counts where the clocks of two servers differ by seconds', () => {
    expect(refusedUntil('account', wrong('account', 10, at(minute)), now)).not.toBeNull();
    expect(refusedUntil('account', wrong('account', 10, at(minute + 1)), now)).toBeNull();
  });
});
