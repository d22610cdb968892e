import { describe, expect, it } from 'vitest';
import { looksLikeVisitToken } from './visits.rules.ts';

describe('what stands behind /login/', () => {
  it('is a link into a school where it has the mark and 256 bits', () => {
    expect(looksLikeVisitToken(`v_${'aB3_-'.repeat(8)}abc`)).toBe(true);
  });

  it.each(['', 'greenfield', 'v', 'v_', `v_${'a'.repeat(42)}`, `v_${'a'.repeat(44)}`, `v-${'a'.repeat(43)}`])(
    'is none where it is %j',
    (text) => {
      expect(looksLikeVisitToken(text)).toBe(false);
    },
  );
});
