import { useEffect, useEffectEvent } from 'react';

/** What Escape does in each dialog that is open, the topmost last. */
const open: (() => void)[] = [];

function closeTopmost({ key, isComposing, target }: KeyboardEvent): void {
  // An open list in a dialog takes the key itself, as Mantine's own dialogs let it.
  const isTaken =
    target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';
  if (key === 'Escape' && !isComposing && !isTaken) open.at(-1)?.();
}

/**
 * Escape closes the topmost dialog alone. Mantine's own listeners (`closeOnEscape`) close every dialog that is open.
 * @param close what it does; one that does nothing still keeps the key from the dialogs below
 */
export function useEscape(opened: boolean, close: () => void): void {
  const act = useEffectEvent(close);
  useEffect(() => {
    if (!opened) return undefined;
    const entry = () => act();
    if (open.length === 0) window.addEventListener('keydown', closeTopmost, true);
    open.push(entry);
    return () => {
      open.splice(open.indexOf(entry), 1);
      if (open.length === 0) window.removeEventListener('keydown', closeTopmost, true);
    };
  }, [opened]);
}
