import { expect, it } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { PendingCall } from './outbox-calls.ts';
import { foldInto } from './outbox-fold.ts';
import type { AnyQueuedDefinition } from './queued.ts';

const definition: AnyQueuedDefinition = {
  endpoint: { name: 'test.rename' } as unknown as Endpoint,
  effects: {},
  touches: () => ['zoe'],
  fold: (_earlier, later) => later,
  describe: () => 'A rename',
};
const definitions = new Map([['test.rename', definition]]);

const call = (name: string, seq: number, depends_on: string[]): PendingCall => ({
  seq,
  mutation_id: `${name} ${seq}`,
  name,
  v: 1,
  queued_at: '2026-11-20T10:00:00.000Z',
  depends_on,
  state: 'waiting',
  applied_as: null,
  tries: 0,
  input: {},
  text: name,
});

it('folds a call into an earlier one about the same rows, unless another call depends on that one', () => {
  const earlier = call('test.rename', 1, []);
  const secret = { input: {}, text: 'A rename' };
  expect(foldInto([earlier], definition, secret, definitions)?.earlier).toBe(earlier);
  const needing = call('test.other', 2, [earlier.mutation_id]);
  expect(foldInto([earlier, needing], definition, secret, definitions)).toBeNull();
});
