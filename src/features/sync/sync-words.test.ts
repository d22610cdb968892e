import { describe, expect, it } from 'vitest';
import type { SyncStatus } from '#src/sync/replica-status.ts';
import { sampleChange } from '#tests/support/screen-samples.ts';
import {
  bothValues,
  canForget,
  canRetry,
  changeFate,
  isConflict,
  needsYou,
  syncWords,
} from './sync-words.ts';

const calm: SyncStatus = {
  state: 'all_sent',
  waiting: 0,
  refused: 0,
  busy: false,
  reachable: true,
  last_exchange_at: null,
};

const conflict = {
  code: 'students.name_changed_elsewhere',
  error: 'Somebody else changed this name in the meantime.',
  errors: {},
  request_id: '1',
  details: {
    theirs: { first_name: 'Zoë', last_name: 'Ferns' },
    mine: { first_name: 'Zoë', last_name: 'Farn' },
  },
};

describe('where the work is', () => {
  it.each([
    [{}, 'All sent'],
    [{ reachable: null }, 'Checking'],
    [{ reachable: false }, 'No network'],
    [{ state: 'looked_at' }, 'A teacher has answered'],
    [{ state: 'saved_here', waiting: 1 }, 'Saved here'],
    [{ state: 'sending', waiting: 1 }, 'Sending 1 change'],
    [{ state: 'waiting_for_network', waiting: 3 }, '3 waiting, no network'],
    [{ state: 'waiting_for_sign_in', waiting: 3 }, '3 waiting, sign in to send'],
    [{ state: 'needs_you', refused: 1 }, '1 change needs you'],
    [{ state: 'needs_you', refused: 2 }, '2 changes need you'],
  ] as const)('is said in plain words: %o', (status, text) => {
    expect(syncWords({ ...calm, ...status }).text).toBe(text);
  });
});

describe('what became of a change', () => {
  const now = new Date(2026, 10, 20, 12, 0);
  const queued_at = new Date(2026, 10, 20, 10, 42).toISOString();

  it('says since when it waits', () => {
    expect(changeFate(sampleChange({ queued_at }), now)).toMatch(/^waiting since 10:42/u);
  });

  it('says that a parked change is at school, and asks nobody for anything', () => {
    const change = sampleChange({ state: 'parked', queued_at });
    expect(changeFate(change, now)).toBe('kept at school until a teacher has looked at it');
    expect([needsYou(change), canRetry(change), canForget(change)]).toEqual([false, false, true]);
    expect(canForget({ ...change, builds_on_it: 1 })).toBe(false);
  });

  it.each([
    ['let_through', 'a teacher has looked at it, and it is saved at school'],
    ['dismissed', 'a teacher has looked at it and decided against it'],
  ] as const)('says what a teacher made of what was parked: %s', (state, words) => {
    const change = sampleChange({ state, queued_at });
    expect(changeFate(change, now)).toBe(words);
    expect([needsYou(change), canRetry(change), canForget(change)]).toEqual([false, false, true]);
  });

  it('gives the reason of the school where it was refused', () => {
    const change = sampleChange({ state: 'refused', problem: conflict });
    expect(changeFate(change, now)).toBe('Somebody else changed this name in the meantime.');
    expect(needsYou(change)).toBe(true);
  });

  it('shows both values where two people changed the same thing', () => {
    const change = sampleChange({ state: 'refused', problem: conflict });
    expect(isConflict(change)).toBe(true);
    const moved = {
      ...conflict,
      code: 'students.moved_elsewhere',
      details: { theirs: 'Cedar', mine: 'Birch' },
    };
    const move = sampleChange({ state: 'refused', problem: moved });
    expect(isConflict(move)).toBe(true);
    expect(bothValues(move)).toEqual({ theirs: 'Cedar', mine: 'Birch' });
    expect(bothValues(change)).toEqual({ theirs: 'Zoë Ferns', mine: 'Zoë Farn' });
    expect(bothValues(sampleChange())).toBeNull();
  });
});
