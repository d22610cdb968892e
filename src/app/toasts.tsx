import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications, useNotifications } from '@mantine/notifications';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { betterPlace, controlsInFront, isInTheWay } from '#src/ui/toast-place.ts';

/** What is in front: the page, and how many dialogs lie over it. */
interface Front {
  pathname: string;
  dialogs: number;
}

const dialogsOpen = () => document.querySelectorAll('[aria-modal="true"]').length;

/**
 * Moves a toast out of the way of the page that one comes to with it, as from signing in, and of a dialog that opens after it; of
 * what was in front when it came it is clear already.
 */
function useOutOfTheWay(): void {
  const { pathname } = useLocation();
  const { notifications: shown } = useNotifications();
  /** By the id of a toast, what was in front when it came. */
  const placedOn = useRef(new Map<string, Front>());
  useEffect(() => {
    const before = placedOn.current;
    const ids = shown.flatMap(({ id }) => (id === undefined ? [] : [id]));
    placedOn.current = new Map(ids.map((id) => [id, before.get(id) ?? { pathname, dialogs: dialogsOpen() }]));
  }, [shown, pathname]);

  const move = useEffectEvent(() => {
    const { innerWidth: width, innerHeight: height } = window;
    for (const { id, position = 'bottom-right', ...toast } of shown) {
      const placed = id === undefined ? undefined : placedOn.current.get(id);
      if (id === undefined || !placed) continue;
      const dialogs = dialogsOpen();
      // The dialog that it came from closes, and another may open.
      placed.dialogs = Math.min(placed.dialogs, dialogs);
      if (placed.pathname === pathname && dialogs <= placed.dialogs) continue;
      const controls = controlsInFront();
      const better = betterPlace(position, controls, { width, height });
      // A dialog as large as a phone, and a desk, have no room for a word about the page before them.
      const isWord =
        typeof toast.message === 'string' &&
        document.querySelector('[aria-modal="true"], [data-desk-work]') !== null;
      if (isWord && isInTheWay(better ?? position, controls, { width, height })) notifications.hide(id);
      else if (better !== null) notifications.update({ ...toast, id, position: better });
    }
  });
  const isAnyShown = shown.length > 0;
  useEffect(() => {
    if (!isAnyShown) return undefined;
    let frame = 0;
    const watcher = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => move());
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      watcher.disconnect();
    };
  }, [isAnyShown]);
}

/** Where toasts appear: within the thumb's reach on a tablet, out of the way of what one works on. */
export function Toasts() {
  useOutOfTheWay();
  return <Notifications position="bottom-right" limit={3} zIndex={450} />;
}
