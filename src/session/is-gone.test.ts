import { describe, expect, it } from 'vitest';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import { isGone } from './is-gone.ts';

function problem(status: number, errors: Record<string, string[]> = {}): ApiProblem {
  return new ApiProblem(status, { code: 'x', error: 'No', errors, request_id: 'r' }, null);
}

describe('what is gone', () => {
  it.each([
    ['is not there', problem(404), true],
    ['was there once', problem(410), true],
    ['has an address that is no id', problem(400, { userId: ['Please enter an id'] }), true],
    ['is asked for with a bad search', problem(400, { search: ['Too long'] }), false],
    ['is asked for with a bad id and a bad search', problem(400, { id: ['x'], search: ['x'] }), false],
    ['is not for the caller', problem(403), false],
    ['could not be made', problem(500), false],
    ['could not be reached', new NoNetworkError('none', false), false],
  ])('%s', (_name, error, expected) => {
    expect(isGone(error)).toBe(expected);
  });
});
