import { describe, expect, it } from 'vitest';
import type { OwnWork, ReviewAction } from '#contract/writing/own-rows.schema.ts';
import { sampleOwnWork } from '#tests/support/screen-samples.ts';
import { newsOf, toCelebrate, whereHandedIn } from './celebration.rules.ts';

function answered(
  id: string,
  state: OwnWork['state'],
  action: ReviewAction,
  made_at = '2026-11-26',
): OwnWork {
  const review = { id, action, reason: '', by: 'Clara Weiss', made_at, comments: [] };
  return sampleOwnWork({ id, state, review, audience: state === 'published' ? 'private' : null });
}

describe('a yes', () => {
  it('is celebrated once, the newest first, and only as long as it holds', () => {
    const works = [
      answered('a', 'published', 'published', '2026-11-20'),
      answered('b', 'approved', 'approved'),
      answered('c', 'returned', 'returned'),
      answered('d', 'draft', 'approved'),
      answered('e', 'withdrawn', 'withdrawn'),
      sampleOwnWork({ state: 'published', review: null }),
    ];
    expect(toCelebrate(works, []).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(toCelebrate(works, ['b']).map(({ id }) => id)).toEqual(['a']);
    expect(toCelebrate(works, ['b', 'a'])).toEqual([]);
  });

  it('says who can see it, and not more than is true', () => {
    const published = answered('a', 'published', 'published');
    expect(newsOf(published)).toBe(
      'Clara Weiss said yes. Your story is on the shelf. Only you and your teachers can see it.',
    );
    expect(newsOf({ ...published, audience: 'community' })).toContain(
      'Your school and its families can see it.',
    );
    expect(newsOf({ ...published, audience: null })).not.toContain('see it');
    expect(newsOf(answered('b', 'approved', 'approved'))).toBe('Clara Weiss said yes.');
  });
});

describe('what was just handed in', () => {
  it('is where it says it is', () => {
    expect(whereHandedIn('Clara Weiss', { isSending: false, isAway: false })).toBe('Clara Weiss has it now');
    expect(whereHandedIn(null, { isSending: false, isAway: true })).toBe('Your teacher has it now');
    expect(whereHandedIn(null, { isSending: true, isAway: false })).toBe('It is on its way to your teacher');
    expect(whereHandedIn('Clara Weiss', { isSending: true, isAway: true })).toBe(
      'It waits on this tablet and goes by itself',
    );
  });
});
