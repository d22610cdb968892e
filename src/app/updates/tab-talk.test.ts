import { describe, expect, it } from 'vitest';
import { answerTabs, isAnyTabBusy, type TabChannel } from './tab-talk.ts';

/** A channel between tabs of one device: what one says, all others hear. */
function tabs(count: number): TabChannel[] {
  const listeners = Array.from({ length: count }, () => new Set<(event: { data: unknown }) => void>());
  return listeners.map((own) => ({
    postMessage: (data) => {
      for (const others of listeners)
        if (others !== own) for (const listener of others) queueMicrotask(() => listener({ data }));
    },
    addEventListener: (_, listener) => void own.add(listener),
    removeEventListener: (_, listener) => void own.delete(listener),
  }));
}

describe('tabs that ask each other', () => {
  it('hear of one that is busy', async () => {
    const [asking, quiet, busy] = tabs(3) as [TabChannel, TabChannel, TabChannel];
    answerTabs(quiet, () => false);
    answerTabs(busy, () => true);
    expect(await isAnyTabBusy(asking, 20)).toBe(true);
  });

  it('take silence for rest', async () => {
    const [asking, quiet] = tabs(2) as [TabChannel, TabChannel];
    answerTabs(asking, () => true);
    answerTabs(quiet, () => false);
    expect(await isAnyTabBusy(asking, 20)).toBe(false);
  });

  it('hear no more of one that stopped answering', async () => {
    const [asking, other] = tabs(2) as [TabChannel, TabChannel];
    const stop = answerTabs(other, () => true);
    stop();
    expect(await isAnyTabBusy(asking, 20)).toBe(false);
  });
});
