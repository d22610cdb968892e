import { createContext, use, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Places of the desk that its editor fills: Undo at the top, the small pages, and the bar at the thumb. */
export type SlotName = 'undo' | 'strip' | 'bar';

/** Null where there is no desk around. */
export const DeskSlots = createContext<Readonly<Record<SlotName, HTMLElement | null>> | null>(null);

/** Shows something in a place of the desk; where there is no desk, where it is. */
export function InSlot({ name, children }: { name: SlotName; children: ReactNode }) {
  const slots = use(DeskSlots);
  if (slots === null) return children;
  const slot = slots[name];
  return slot && createPortal(children, slot);
}
