import { useEffect } from 'react';
import { create } from 'zustand';
import { lastWayIn } from './children-here.ts';
import { useSessionStore } from './session.store.ts';

const minute = 60_000;
/** How long a device holds a pass: as long as the school takes it, and shorter where many people use the device. */
const heldFor = 60 * minute;
const heldForOnShared = 10 * minute;

interface OrderPass {
  /** Of the order. */
  token: string;
  pass: string;
  /** Milliseconds of this device's clock. */
  until: number;
}

interface Held {
  held: OrderPass | null;
  /** The order whose pass ended by itself, so that its page can say so. */
  ended: string | null;
}

/**
 * The pass by which a buyer shows that an order is theirs. In memory alone: a reload, another page, a sign-in and the end of its
 * time forget it, so that the next person on a shared tablet finds nothing.
 */
export const useHeldPass = create<Held>()(() => ({ held: null, ended: null }));

let timer: ReturnType<typeof setTimeout> | undefined;

export function forgetPass(): void {
  clearTimeout(timer);
  useHeldPass.setState({ held: null, ended: null });
}

/** Its time is over, on this device or at school. */
export function endPass(): void {
  clearTimeout(timer);
  useHeldPass.setState(({ held, ended }) => ({ held: null, ended: held?.token ?? ended }));
}

export function holdPass(token: string, pass: string): void {
  clearTimeout(timer);
  const left = lastWayIn() === null ? heldFor : heldForOnShared;
  timer = setTimeout(endPass, left);
  useHeldPass.setState({ held: { token, pass, until: Date.now() + left }, ended: null });
}

/** The pass of this order, or of whichever order is open; null where there is none. */
export function usePassOf(token?: string): string | null {
  const held = useHeldPass((store) => store.held);
  return held !== null && (token === undefined || held.token === token) ? held.pass : null;
}

// An order leads to its documents and to the certificates of its gifts, and they lead back to it.
const pagesOfOrders = /^\/(trackorder|invoice|certificates)\//u;

/** Forgets the pass once the pages of orders are left. */
export function useForgottenAfterOrders(): void {
  useEffect(
    () => () => {
      if (!pagesOfOrders.test(window.location.pathname)) forgetPass();
    },
    [],
  );
}

// No timer runs while a device sleeps.
document.addEventListener('visibilitychange', () => {
  const { held } = useHeldPass.getState();
  if (held && held.until <= Date.now()) endPass();
});
// Back to a page that the browser kept whole.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) forgetPass();
});
useSessionStore.subscribe(({ user }, before) => {
  if (user?.id !== before.user?.id) forgetPass();
});
