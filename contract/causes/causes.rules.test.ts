import { describe, expect, it } from 'vitest';
import { changesChecked, missingOf, nextCauseStates, progressOf } from './causes.rules.ts';

describe('where a cause can go', () => {
  it('is opened by the platform alone, and by it only where the school handed it in', () => {
    expect(nextCauseStates('draft', 'school')).toEqual(['submitted']);
    expect(nextCauseStates('submitted', 'school')).toEqual(['draft']);
    expect(nextCauseStates('draft', 'platform')).toEqual([]);
    expect(nextCauseStates('submitted', 'platform')).toEqual(['open', 'draft']);
    expect(nextCauseStates('draft', 'platform_own')).toEqual(['open']);
  });

  it('that is open is paused and ended by its school, which opens only a paused one again', () => {
    expect(nextCauseStates('open', 'school')).toEqual(['paused', 'closed']);
    expect(nextCauseStates('paused', 'school')).toEqual(['open', 'closed']);
    expect(nextCauseStates('closed', 'school')).toEqual([]);
    expect(nextCauseStates('closed', 'platform')).toEqual(['open']);
  });
});

it('what the platform checks is told from the rest', () => {
  const before = { name: 'Wells', country: 'IN', registration_no: '7', tax_scheme: 'none' } as const;
  expect(changesChecked(before, { summary: 'Water', name: 'Wells' })).toBe(false);
  expect(changesChecked(before, { name: 'Other wells' })).toBe(true);
  expect(changesChecked(before, { country: null })).toBe(true);
});

it('what is missing is said at its field', () => {
  expect(Object.keys(missingOf({ story: '', country: null, registration_no: '' }))).toEqual([
    'story',
    'country',
    'registration_no',
  ]);
  expect(missingOf({ story: 'A', country: 'DE', registration_no: '1' })).toEqual({});
});

describe('how far a cause is', () => {
  const goal = { amount: 1000, currency: 'EUR' };

  it('counts the goal’s own currency alone and never more than all', () => {
    expect(progressOf({ goal, sums: [] })).toBe(0);
    expect(progressOf({ goal, sums: [{ currency: 'USD', raised: 900 }] })).toBe(0);
    expect(progressOf({ goal, sums: [{ currency: 'EUR', raised: 250 }] })).toBe(0.25);
    expect(progressOf({ goal, sums: [{ currency: 'EUR', raised: 2500 }] })).toBe(1);
  });

  it('is not said without a goal', () => {
    expect(progressOf({ goal: null, sums: [{ currency: 'EUR', raised: 250 }] })).toBeNull();
  });
});
