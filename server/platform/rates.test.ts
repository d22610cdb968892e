import { describe, expect, it } from 'vitest';
import { Problem } from '#contract/kit/problem.ts';
import { createRate } from './rates.ts';

function rateAt(start: number) {
  const clock = { now: start };
  const rate = createRate({ perSecond: 2, burst: 3, now: () => clock.now });
  const waitOf = (who: string): number | null => {
    try {
      rate.pass(who);
      return null;
    } catch (error) {
      if (error instanceof Problem && error.code === 'request.too_many')
        return error.options.retryAfter ?? null;
      throw error;
    }
  };
  return { clock, waitOf };
}

describe('a rate', () => {
  it('lets so many pass at once, and then as many as it says', () => {
    const { clock, waitOf } = rateAt(1000);
    expect([waitOf('ada'), waitOf('ada'), waitOf('ada')]).toEqual([null, null, null]);
    expect(waitOf('ada')).toBe(1);
    clock.now += 500;
    expect(waitOf('ada')).toBeNull();
    expect(waitOf('ada')).toBe(1);
    clock.now += 60_000;
    expect([waitOf('ada'), waitOf('ada'), waitOf('ada')]).toEqual([null, null, null]);
    expect(waitOf('ada')).toBe(1);
  });

  it('is of each alone, and remembers those who are at it while many others come', () => {
    const { clock, waitOf } = rateAt(0);
    for (let time = 0; time < 3; time += 1) waitOf('ada');
    for (let other = 0; other < 2500; other += 1) expect(waitOf(`other ${other}`)).toBeNull();
    expect(waitOf('ada')).toBe(1);
    clock.now += 10_000;
    for (let other = 0; other < 1500; other += 1) expect(waitOf(`another ${other}`)).toBeNull();
    expect(waitOf('ada')).toBeNull();
  });

  it('takes nothing from those whom it refuses', () => {
    const { clock, waitOf } = rateAt(0);
    for (let time = 0; time < 50; time += 1) waitOf('ada');
    clock.now += 500;
    expect(waitOf('ada')).toBeNull();
  });
});
