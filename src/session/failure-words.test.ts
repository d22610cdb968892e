import { beforeEach, expect, it, vi } from 'vitest';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import { failureOf } from './failure-words.ts';

const reportError = vi.fn();
beforeEach(() => {
  reportError.mockClear();
  vi.stubGlobal('reportError', reportError);
});

it('says what the school said, and what to do where there is no network', () => {
  const body = {
    code: 'x',
    error: 'It is gone.',
    errors: { name: ['Not this.', 'Nor that.'] },
    request_id: 'r',
  };
  expect(failureOf(new ApiProblem(409, body, null))).toEqual({
    isOffline: false,
    text: 'It is gone.',
    code: 'x',
    fields: { name: 'Not this.' },
  });
  expect(failureOf(new NoNetworkError('cut', false), { offline: 'Your words stay.' })).toEqual({
    isOffline: true,
    text: 'Quillshelf cannot be reached right now. Your words stay.',
    code: null,
    fields: {},
  });
  expect(reportError).not.toHaveBeenCalled();
});

it('reports what nobody foresaw', () => {
  const error = new TypeError('not a function');
  expect(failureOf(error, { otherwise: 'It could not be kept.' })).toEqual({
    isOffline: false,
    text: 'It could not be kept.',
    code: null,
    fields: {},
  });
  expect(reportError).toHaveBeenCalledExactlyOnceWith(error);
});
