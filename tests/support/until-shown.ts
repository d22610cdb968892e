import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

// Where the focus goes and what the address says is settled after the drawing that a test has just seen: React runs
// effects, and a router its transitions, when the machine has time.

/** Waits until the page stands at this address (path and query). */
export async function untilAddressIs(address: string): Promise<void> {
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe(address));
}

/** Waits until the focus is on what `find` finds. */
export async function untilFocusIsOn(find: () => Element | null): Promise<void> {
  await waitFor(() => expect(document.activeElement).toBe(find()));
}
