import { describe, expect, it } from 'vitest';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import { OfflineRefusal } from '#src/session/offline-sign-in.ts';
import { showAgain, signInFailure } from './sign-in.problems.ts';

function problem(error: string, errors: Record<string, string[]> = {}): ApiProblem {
  return new ApiProblem(401, { code: 'identity.wrong_credentials', error, errors, request_id: 'r' }, null);
}

describe('a sign-in that failed', () => {
  it('says what the server said', () => {
    expect(signInFailure(problem('Too many tries. Please wait a moment and try again.')).text).toBe(
      'Too many tries. Please wait a moment and try again.',
    );
  });

  it('says that the credentials are wrong where nothing else is known', () => {
    const text = 'Login failed. Please check your credentials.';
    expect(signInFailure(problem('')).text).toBe(text);
    expect(signInFailure(new TypeError('x is undefined')).text).toBe(text);
  });

  it('does not blame the person for a missing network', () => {
    const failure = signInFailure(new NoNetworkError('gone', false));
    expect(failure.isOffline).toBe(true);
    expect(failure.text).not.toMatch(/credentials|password/iu);
  });

  it('speaks of nothing that was typed to whoever held up a card', () => {
    for (const error of [new NoNetworkError('gone', false), new OfflineRefusal('not_prepared')]) {
      expect(signInFailure(error).text).toMatch(/What you typed is still here/u);
      expect(signInFailure(error, undefined, showAgain).text).toMatch(
        / Please show your card again in a moment\.$/u,
      );
    }
  });

  it('puts what belongs to a field at the field', () => {
    expect(
      signInFailure(problem('No', { username: ['Please enter your email/username.', 'x'] })).fields,
    ).toEqual({
      username: 'Please enter your email/username.',
    });
  });
});
