import { useEffect, useEffectEvent } from 'react';

const open = new Set<() => void>();

/** Saves what stands in all fields that are open: a work that is handed in takes nothing more. */
export function saveFields(): void {
  for (const save of open) save();
}

/** Has a field saved when its tab is put away, when the work is handed in, and when the field itself goes. */
export function useSaved(save: () => void): void {
  const leave = useEffectEvent(save);
  useEffect(() => {
    const each = () => leave();
    open.add(each);
    document.addEventListener('visibilitychange', each);
    return () => {
      open.delete(each);
      document.removeEventListener('visibilitychange', each);
      leave();
    };
  }, []);
}
