import { describe, expect, it } from 'vitest';
import type { LoginCard } from '#contract/cards/cards.schema.ts';
import { sampleCard } from '#tests/support/screen-samples.ts';
import { lastPrinted, stateInWords, usedInWords } from './card-words.ts';

const now = new Date(2026, 10, 20, 10, 45);
const at = (hour: number) => new Date(2026, 10, 20, hour, 42).toISOString();

describe('a card in words', () => {
  it('says whether it was used', () => {
    expect(usedInWords(sampleCard(), now)).toBe('Not used yet');
    expect(usedInWords(sampleCard({ last_used_at: at(9) }), now)).toMatch(/^Last used today, 0?9:42/u);
  });

  it.each([
    ['card_replaced', /^Void since 0?9:42/u],
    ['class_replaced', /^Void with the whole class since 0?9:42/u],
    ['school_replaced', /^Void with the whole school since 0?9:42/u],
    ['not_printed', /^Not printed, void since 0?9:42/u],
  ] as const)('that is void by %s says so', (reason, words) => {
    expect(stateInWords(sampleCard({ revoked_at: at(9), reason }), now)).toMatch(words);
  });

  it('that is not void is good', () => {
    expect(stateInWords(sampleCard(), now)).toBe('Good');
  });
});

describe('the last printing that one knows of', () => {
  const void_ = (printed_at: string): LoginCard =>
    sampleCard({ printed_at, revoked_at: at(10), reason: 'card_replaced' });

  it('is that of the latest card that is good', () => {
    expect(
      lastPrinted([void_(at(10)), sampleCard({ printed_at: at(9) }), sampleCard({ printed_at: at(8) })]),
    ).toBe(at(9));
  });

  it('is none where no card is good', () => {
    expect(lastPrinted([void_(at(10))])).toBeNull();
  });
});
