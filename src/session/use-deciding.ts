import { useState } from 'react';
import { failureOf } from './failure-words.ts';

/** Where people read what came of what they did. */
interface Notices {
  success(text: string): void;
  error(text: string): void;
}

/** Decisions about what stands in a queue: each says what came of it, and `onDecided` hears of those that were taken. */
export function useDeciding(notices: Notices, onDecided: () => void) {
  const [isDeciding, setDeciding] = useState(false);

  /** True once it is decided. */
  async function decide(call: () => Promise<unknown>, done: string): Promise<boolean> {
    setDeciding(true);
    try {
      await call();
      notices.success(done);
      onDecided();
      return true;
    } catch (error) {
      notices.error(failureOf(error).text);
      return false;
    } finally {
      setDeciding(false);
    }
  }

  return { isDeciding, decide };
}
