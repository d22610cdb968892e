import { useCallback, useState, type RefCallback } from 'react';

/** How far from what is seen something still counts as near: the height of a screen above and below. */
const margin = '100% 0px';

/**
 * Whether a place of the page was ever near what is seen of it.
 * @param matters false: it counts as near from the start
 */
export function useNear(matters: boolean): { isNear: boolean; place: RefCallback<Element> } {
  const [wasNear, setWasNear] = useState(false);
  const isAwaited = matters && !wasNear;
  const place = useCallback(
    (element: Element | null) => {
      if (!element || !isAwaited) return undefined;
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) setWasNear(true);
        },
        { rootMargin: margin },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [isAwaited],
  );
  return { isNear: !isAwaited, place };
}
