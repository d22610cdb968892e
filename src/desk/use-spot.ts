import { useLayoutEffect, useState, type RefObject } from 'react';
import type { PlaceOnPage } from '#contract/writing/own-rows.schema.ts';
import { paperMark, spotOn } from './place-on-paper.ts';

/** Where a pin is drawn on the page around it; it goes with its words as lines break anew, or more is written. */
export function useSpot(pin: RefObject<HTMLElement | null>, at: PlaceOnPage): { x: number; y: number } {
  const [spot, setSpot] = useState({ x: at.x, y: at.y });
  useLayoutEffect(() => {
    const paper = pin.current?.closest(`[${paperMark}]`);
    if (!paper) return undefined;
    let frame = 0;
    const measure = () => {
      const now = spotOn(paper, at);
      setSpot((before) => (before.x === now.x && before.y === now.y ? before : now));
    };
    measure();
    if (!at.on) return undefined;
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    const sizes = new ResizeObserver(soon);
    sizes.observe(paper);
    const words = new MutationObserver(soon);
    words.observe(paper, { subtree: true, childList: true, characterData: true });
    // Pictures that come late, and words that are scrolled on a page of their own.
    for (const event of ['load', 'scroll']) paper.addEventListener(event, soon, true);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      words.disconnect();
      for (const event of ['load', 'scroll']) paper.removeEventListener(event, soon, true);
    };
  }, [pin, at]);
  return spot;
}
