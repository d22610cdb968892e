import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Instant } from './id.ts';

describe('an instant', () => {
  it.each(['2026-11-20T10:42:00.000Z', '2026-11-20T10:42:00+05:30'])('may be %s', (text) => {
    expect(v.parse(Instant, text)).toBe(text);
  });

  it.each(['0000-01-30T10:00:00+10', '2026-11-20', 'yesterday', '2026-13-01T00:00:00Z'])(
    'is refused where no date comes of it: %s',
    (text) => {
      expect(v.is(Instant, text)).toBe(false);
    },
  );
});
