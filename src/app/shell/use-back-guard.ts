import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { placeInHistory, returnTo } from '#src/session/place-in-history.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { anyFormDirty } from '#src/ui/dirty-forms.ts';
import { isAnotherPage } from './another-page.ts';

/**
 * Undoes Back and forward where something that was typed would be lost, and hands on how to make the step all the same.
 * React Router asks by itself (`useBlocker`) only in its data mode, which would be 18 kB more in everybody's first load.
 */
export function useBackGuard(onAsk: (leave: () => void) => void): void {
  const location = useLocation();
  const shown = useRef(location);
  const place = useRef<number | null>(null);
  const isLeaving = useRef(false);

  useEffect(() => {
    shown.current = location;
    place.current = placeInHistory();
    isLeaving.current = false;
  }, [location]);

  const guard = useEffectEvent((event: PopStateEvent) => {
    const [from, to] = [place.current, placeInHistory()];
    // A locked page is held by the lock; entries that are not the router's are none of ours.
    if (useSessionStore.getState().isLocked || from === null || to === null) return;
    const isElsewhere = isAnotherPage(shown.current, window.location);
    if (isLeaving.current || !isElsewhere || !anyFormDirty()) return;
    // The router hears nothing of it.
    event.stopImmediatePropagation();
    returnTo(from);
    // A question that is open is answered first: a second one on top would ask for the same words.
    if (document.querySelector('[data-dialog="question"]') !== null) return;
    onAsk(() => {
      isLeaving.current = true;
      window.history.go(to - from);
    });
  });

  // Before the router's own listener, which is added by an effect of its own around this one.
  useLayoutEffect(() => {
    const hear = (event: PopStateEvent) => guard(event);
    window.addEventListener('popstate', hear, true);
    return () => window.removeEventListener('popstate', hear, true);
  }, []);
}
