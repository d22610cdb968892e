import { describe, expect, it } from 'vitest';
import type { CallResult, QueuedCall } from '#contract/sync/sync.schema.ts';
import { dependentsOf, judge, leaveUndecided, triesBeforeGivingUp, type WaitingCall } from './verdict.ts';

const problem = {
  code: 'students.not_found',
  error: 'Student data not available.',
  errors: {},
  request_id: 'r',
};

function waiting(seq: number, depends_on: string[] = [], tries = 0): WaitingCall {
  return { seq, mutation_id: `m${seq}`, state: 'waiting', depends_on, tries };
}

function sent(...seqs: number[]): QueuedCall[] {
  return seqs.map((seq) => ({ seq, mutation_id: `m${seq}`, name: 'x', v: 1, input: {} }));
}

const applied = (seq: number): CallResult => ({ seq, outcome: 'applied' });
const refused = (seq: number): CallResult => ({ seq, outcome: 'refused', problem });

describe('what an answer makes of the calls', () => {
  it('is what the server said of each', () => {
    const verdict = judge(sent(1, 2), [applied(1), refused(2)], [waiting(1), waiting(2)]);
    expect([...verdict.applied]).toEqual([1]);
    expect(verdict.ended).toEqual([{ seq: 2, mutation_id: 'm2', state: 'refused', problem }]);
    expect(verdict.tried).toBeNull();
  });

  it('is nothing where the answer leaves a call out', () => {
    const verdict = judge(sent(1, 2), [applied(1)], [waiting(1), waiting(2)]);
    expect(verdict.ended).toEqual([]);
    expect(verdict.tried).toBe(2);
  });

  it('counts only the call at which the server stopped', () => {
    const calls = [waiting(1), waiting(2), waiting(3)];
    expect(judge(sent(1, 2, 3), [applied(1), { seq: 2, outcome: 'retry' }], calls).tried).toBe(2);
  });

  it('lets a call that is never decided hold up the others no longer', () => {
    const calls = [waiting(1, [], triesBeforeGivingUp - 1), waiting(2)];
    const { ended } = judge(sent(1, 2), [{ seq: 1, outcome: 'retry' }], calls);
    expect(ended).toEqual([{ seq: 1, mutation_id: 'm1', state: 'undecided', problem: null }]);
  });

  it('counts nothing while the device only has to take another name', () => {
    const calls = [waiting(1, [], triesBeforeGivingUp - 1)];
    const verdict = judge(sent(1), [{ seq: 1, outcome: 'fork' }], calls);
    expect(verdict).toMatchObject({ forked: true, tried: null, ended: [] });
  });
});

describe('what builds on a call that was parked', () => {
  it('goes on to school as well, to be looked at together with it', () => {
    const { ended, applied: done } = judge(
      sent(1, 3),
      [{ seq: 1, outcome: 'parked' }, applied(3)],
      [waiting(1), waiting(2, ['m1']), waiting(3)],
    );
    expect(ended).toEqual([{ seq: 1, mutation_id: 'm1', state: 'parked', problem: null }]);
    expect([...done]).toEqual([3]);
  });
});

describe('what builds on a call that was refused', () => {
  it('is held back with it, sent or not, and nothing else is', () => {
    const calls = [waiting(1), waiting(2, ['m1']), waiting(3), waiting(4, ['m2'])];
    const { ended } = judge(sent(1, 3), [refused(1), applied(3)], calls);
    expect(ended.map(({ seq, state }) => [seq, state])).toEqual([
      [1, 'refused'],
      [2, 'held'],
      [4, 'held'],
    ]);
  });

  it('is held back by a call that does not get through', () => {
    const [first] = sent(1);
    if (!first) throw new Error('Nothing was sent');
    const { ended } = leaveUndecided(first, problem, [waiting(1), waiting(2, ['m1'])]);
    expect(ended.map(({ state }) => state)).toEqual(['undecided', 'held']);
  });

  it('is found over any number of steps, in order', () => {
    const calls = [waiting(1), waiting(2, ['m1']), waiting(3), waiting(4, ['m2', 'm3'])];
    expect(dependentsOf('m1', calls).map(({ seq }) => seq)).toEqual([2, 4]);
    expect(dependentsOf('m4', calls)).toEqual([]);
  });
});
