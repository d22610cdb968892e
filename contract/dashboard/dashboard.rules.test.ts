import { describe, expect, it } from 'vitest';
import { lastDays } from './dashboard.rules.ts';

const begins = (now: string, zone: string, count: number) =>
  lastDays(new Date(now), zone, count).map(({ day, begin }) => `${day} ${begin.toISOString()}`);

describe('the last days', () => {
  it('begin at midnight, today last', () => {
    expect(begins('2026-03-02T10:00:00.500Z', 'UTC', 3)).toEqual([
      '2026-02-28 2026-02-28T00:00:00.000Z',
      '2026-03-01 2026-03-01T00:00:00.000Z',
      '2026-03-02 2026-03-02T00:00:00.000Z',
    ]);
  });

  it('are those of the school and not of the server', () => {
    // A quarter past nine in the morning of the third in Auckland.
    expect(begins('2026-03-02T20:15:00Z', 'Pacific/Auckland', 2)).toEqual([
      '2026-03-02 2026-03-01T11:00:00.000Z',
      '2026-03-03 2026-03-02T11:00:00.000Z',
    ]);
    expect(begins('2026-03-02T20:15:00Z', 'Asia/Kolkata', 1)).toEqual([
      '2026-03-03 2026-03-02T18:30:00.000Z',
    ]);
  });

  it('are one hour shorter or longer where the clocks are changed', () => {
    expect(begins('2026-03-30T12:00:00Z', 'Europe/Berlin', 3)).toEqual([
      '2026-03-28 2026-03-27T23:00:00.000Z',
      '2026-03-29 2026-03-28T23:00:00.000Z',
      '2026-03-30 2026-03-29T22:00:00.000Z',
    ]);
    expect(begins('2026-10-26T12:00:00Z', 'Europe/Berlin', 2)).toEqual([
      '2026-10-25 2026-10-24T22:00:00.000Z',
      '2026-10-26 2026-10-25T23:00:00.000Z',
    ]);
  });
});
