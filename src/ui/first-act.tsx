import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { takeFocus } from './use-first-field.ts';

const acts = 'a[href], button, input:not([type="hidden"], [type="file"]), textarea, select, summary';

/**
 * What a dialog or a sheet holds. The keyboard begins at the first thing to do in it, unless another one is marked, and not at
 * the cross that closes it; also where that comes late.
 */
export function FirstAct({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const content = place.current;
    const look = () => {
      const first = [...(content?.querySelectorAll<HTMLElement>(acts) ?? [])].find(
        (act) => act.tabIndex >= 0 && !act.matches(':disabled'),
      );
      takeFocus(first, 'guess');
      return first !== undefined;
    };
    if (!content || look()) return undefined;
    const watcher = new MutationObserver(() => {
      if (look()) watcher.disconnect();
    });
    watcher.observe(content, { childList: true, subtree: true });
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={place} style={{ display: 'contents' }}>
      {children}
    </div>
  );
}
