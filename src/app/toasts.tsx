import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications, useNotifications } from '@mantine/notifications';
import { useEffect, useEffectEvent } from 'react';
import { betterPlace, controlsOnScreen } from '#src/ui/toast-place.ts';

/** Moves toasts that are in the way of what came onto the page after them, as of the page that one signs in to. */
function useOutOfTheWay(): void {
  const { notifications: shown } = useNotifications();
  const isAnyShown = shown.length > 0;
  const move = useEffectEvent(() => {
    const { innerWidth: width, innerHeight: height } = window;
    const controls = controlsOnScreen();
    for (const toast of shown) {
      const position = betterPlace(toast.position ?? 'bottom-right', controls, { width, height });
      if (position !== null && toast.id !== undefined)
        notifications.update({ ...toast, id: toast.id, position });
    }
  });
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
