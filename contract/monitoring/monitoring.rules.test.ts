import { describe, expect, it } from 'vitest';
import { hasPrivateWords, promisedBy, watchOf, weigh, type WatchFacts } from './monitoring.rules.ts';

const nothing: WatchFacts = { told: [], isAppealed: false, unseen: null };
const unseen = { text: 'A kite.', watched: ['bomb'], isFirst: false, hasPictures: false, isChanged: false };
const riskOf = (facts: Partial<WatchFacts>) => watchOf({ ...nothing, ...facts }).risk;

describe('the risk of a work', () => {
  it.each<[number, Partial<WatchFacts>]>([
    [0, {}],
    [0, { unseen }],
    [50, { told: ['frightening'] }],
    [50, { told: ['private'] }],
    [30, { told: ['unkind'] }],
    [20, { told: ['copied'] }],
    [10, { told: ['other'] }],
    [15, { told: ['other', 'other'] }],
    [80, { told: ['frightening'], unseen: { ...unseen, text: 'Write to ada@example.org' } }],
    [30, { told: Array.from({ length: 9 }, () => 'other' as const) }],
    [15, { unseen: { ...unseen, text: 'The bomb' } }],
    [40, { isAppealed: true }],
    [20, { unseen: { ...unseen, isFirst: true, hasPictures: true, isChanged: true } }],
  ])('is %i', (risk, facts) => {
    expect(riskOf(facts)).toBe(risk);
  });

  it('is the sum of the reasons that are shown', () => {
    const { reasons, readers, risk } = watchOf({
      told: ['unkind', 'private', 'unkind'],
      isAppealed: true,
      unseen: { ...unseen, isFirst: true },
    });
    expect(weigh(reasons, readers)).toEqual([
      { reason: 'private', weight: 50 },
      { reason: 'appeal', weight: 40 },
      { reason: 'unkind', weight: 30 },
      { reason: 'first_public', weight: 10 },
      { reason: 'further_readers', weight: 10 },
    ]);
    expect(risk).toBe(140);
  });

  it('says by when a decision is promised', () => {
    const since = new Date('2026-03-01T08:00:00Z');
    expect(promisedBy(since, 50).toISOString()).toBe('2026-03-02T08:00:00.000Z');
    expect(promisedBy(since, 49).toISOString()).toBe('2026-03-04T08:00:00.000Z');
  });
});

describe('private words', () => {
  it.each([
    'Write to ada@example.org!',
    'See https://example.org',
    'www.example.org',
    'Call +44 20 7946 0958',
    '0163/123-4567',
  ])('are found in %s', (text) => expect(hasPrivateWords(text)).toBe(true));

  it.each(['', 'A kite @ home.', 'In 1999 there were 1,200 kites.', '2026-03-01', 'She counted 1 2 3 4 5.'])(
    'are not found in “%s”',
    (text) => expect(hasPrivateWords(text)).toBe(false),
  );
});
