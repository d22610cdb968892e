import { useEffect, useEffectEvent } from 'react';

const dirtyForms = new Set<() => void>();

/** True while a form holds something typed that is not saved: no moment for the app to reload itself. */
export function anyFormDirty(): boolean {
  return dirtyForms.size > 0;
}

/** Somebody leaves, and was asked: what was typed is to be lost. */
export function giveUpDirtyForms(): void {
  for (const giveUp of dirtyForms) giveUp();
}

const nothingKept = () => undefined;

/**
 * Counts the form among the unsaved ones, and lets the browser ask before a reload or a closed tab loses it.
 * @param giveUp throws away what is kept of it
 */
export function useDirtyForm(dirty: boolean, giveUp: () => void = nothingKept): void {
  const throwAway = useEffectEvent(giveUp);
  useEffect(() => {
    if (!dirty) return undefined;
    const form = () => throwAway();
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    dirtyForms.add(form);
    window.addEventListener('beforeunload', ask);
    return () => {
      dirtyForms.delete(form);
      window.removeEventListener('beforeunload', ask);
    };
  }, [dirty]);
}

const pastimes = new Set<object>();

/** True also while somebody draws, speaks or writes, which is kept, and which the app would tear them away from by a reload. */
export function isAnyoneAtWork(): boolean {
  return anyFormDirty() || pastimes.size > 0;
}

/** Lets the app reload itself later. The browser asks nothing: what is made here is kept. */
export function useAtWork(atWork = true): void {
  useEffect(() => {
    if (!atWork) return undefined;
    const pastime = {};
    pastimes.add(pastime);
    return () => {
      pastimes.delete(pastime);
    };
  }, [atWork]);
}
