import { expect, it } from 'vitest';
import { hasBegun, payableFrom } from './payouts.rules.ts';

it('a share is held for fourteen whole days at least', () => {
  for (const time of ['2026-11-26T00:00:00Z', '2026-11-26T12:00:00Z', '2026-11-26T23:59:59.999Z'])
    expect(payableFrom(new Date(time))).toBe('2026-12-11');
  expect(payableFrom(new Date('2028-02-15T08:00:00Z'))).toBe('2028-03-01');
});

it('a day has begun once it did so where days begin first', () => {
  expect(hasBegun('2026-11-27', new Date('2026-11-26T09:59:59Z'))).toBe(false);
  expect(hasBegun('2026-11-27', new Date('2026-11-26T10:00:00Z'))).toBe(true);
});
