import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoNetworkError } from '#src/sync/api-client.ts';
import { askSchoolOrTablet } from './ask-school.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A school that answers when a test says so. */
function slowSchool() {
  let answer: (text: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const pending = new Promise<string>((resolve, reject) => {
    answer = resolve;
    fail = reject;
  });
  const signals: AbortSignal[] = [];
  const ask = (signal: AbortSignal) => {
    signals.push(signal);
    return pending;
  };
  return { ask, answer, fail, isGivenUp: () => signals[0]?.aborted };
}

describe('a child who waits for the school', () => {
  it('gets the answer of the school, and the tablet is not asked', async () => {
    const here = vi.fn(async () => 'tablet');
    expect(await askSchoolOrTablet({ ask: async () => 'school', here })).toEqual({ school: 'school' });
    expect(here).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gets the refusal of the school, and the tablet is not asked', async () => {
    const here = vi.fn(async () => 'tablet');
    const ask = () => Promise.reject(new Error('no'));
    await expect(askSchoolOrTablet({ ask, here })).rejects.toThrow('no');
    expect(here).not.toHaveBeenCalled();
  });

  it('gets the answer of the tablet at once where the school cannot be reached', async () => {
    const ask = () => Promise.reject(new NoNetworkError('gone', false));
    expect(await askSchoolOrTablet({ ask, here: async () => 'tablet' })).toEqual({ tablet: 'tablet' });
  });

  it('reads that it cannot be reached where the tablet has no answer either', async () => {
    const here = vi.fn(async () => null);
    const ask = () => Promise.reject(new NoNetworkError('gone', false));
    await expect(askSchoolOrTablet({ ask, here })).rejects.toThrow(NoNetworkError);
    expect(here).toHaveBeenCalledTimes(1);
  });

  it('waits no longer than it has to, and what the school says later is not lost on anybody', async () => {
    const { ask, answer, isGivenUp } = slowSchool();
    const late = vi.fn<(answer: string) => void>();
    const asked = askSchoolOrTablet({ ask, here: async () => 'tablet', late });
    await vi.advanceTimersByTimeAsync(5000);
    expect(await asked).toEqual({ tablet: 'tablet' });
    expect(isGivenUp()).toBe(true);
    answer('school');
    await vi.advanceTimersByTimeAsync(0);
    expect(late).toHaveBeenCalledExactlyOnceWith('school');
  });

  it('goes on waiting where the tablet has no answer, which is asked once', async () => {
    const { ask, answer, isGivenUp } = slowSchool();
    const here = vi.fn(async () => null);
    const asked = askSchoolOrTablet({ ask, here });
    await vi.advanceTimersByTimeAsync(12_000);
    answer('school');
    expect(await asked).toEqual({ school: 'school' });
    expect(isGivenUp()).toBe(false);
    expect(here).toHaveBeenCalledTimes(1);
  });

  it('can change its mind', async () => {
    const { ask, fail, isGivenUp } = slowSchool();
    const mind = new AbortController();
    const asked = askSchoolOrTablet({ ask, here: async () => null, signal: mind.signal });
    mind.abort();
    expect(isGivenUp()).toBe(true);
    fail(new Error('given up'));
    await expect(asked).rejects.toThrow('given up');
  });
});
