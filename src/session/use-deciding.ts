import { useState } from 'react';
import { notify } from '#src/ui/notify.tsx';
import { failureOf } from './failure-words.ts';

/** Decisions about what stands in a queue: each says what came of it, and `onDecided` hears of those that were taken. */
export function useDeciding(onDecided: () => void) {
  const [isDeciding, setDeciding] = useState(false);

  /** True once it is decided. */
  async function decide(call: () => Promise<unknown>, done: string): Promise<boolean> {
    setDeciding(true);
    try {
      await call();
      notify.success(done);
      onDecided();
      return true;
    } catch (error) {
      notify.error(failureOf(error).text);
      return false;
    } finally {
      setDeciding(false);
    }
  }

  return { isDeciding, decide };
}
