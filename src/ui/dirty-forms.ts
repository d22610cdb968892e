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
