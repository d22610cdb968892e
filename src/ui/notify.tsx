import { notifications, notificationsStore, type NotificationData } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { controlsInFront, controlsOnScreen, freePlace } from './toast-place.ts';

const kinds = {
  success: { color: 'green', icon: <IconCheck size={18} aria-hidden />, autoClose: 5000 },
  error: { color: 'red', icon: <IconX size={18} aria-hidden />, autoClose: 10_000 },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={18} aria-hidden />, autoClose: 10_000 },
} as const;

/** Ends toasts that say the same, and those of the opposite kind: what they said is over. */
function endContradicted(color: string, text: string): void {
  const { notifications: shown, queue } = notificationsStore.getState();
  const isGood = color === kinds.success.color;
  for (const { id, color: earlier, title, message } of [...shown, ...queue]) {
    const isOver = (title ?? message) === text || isGood !== (earlier === kinds.success.color);
    if (id !== undefined && isOver) notifications.hide(id);
  }
}

/** @param more what this toast has that others of its kind do not */
export function showToast(
  kind: keyof typeof kinds,
  text: string,
  detail?: ReactNode,
  more?: Partial<NotificationData>,
) {
  endContradicted(kinds[kind].color, text);
  const { innerWidth: width, innerHeight: height } = window;
  const all = controlsOnScreen();
  // A form that failed stays open, and its buttons count before those of the page behind it. One that is done closes.
  const inFront = kind === 'success' ? all : controlsInFront();
  notifications.show({
    ...kinds[kind],
    position: freePlace(inFront, { width, height }, all),
    ...(detail === undefined ? { message: text } : { title: text, message: detail }),
    closeButtonProps: { 'aria-label': 'Close' },
    ...more,
  });
}

/** A word about what just happened. `detail` is a second, quieter line. */
export const notify = {
  success: (text: string, detail?: string) => showToast('success', text, detail),
  error: (text: string, detail?: ReactNode) => showToast('error', text, detail),
  warning: (text: string, detail?: string) => showToast('warning', text, detail),
};
