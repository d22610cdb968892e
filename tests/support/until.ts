import { vi } from 'vitest';
import { patience } from './patience.ts';

/** Waits until the check passes. Fake timers advance while it waits. */
export function until(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: patience });
}
