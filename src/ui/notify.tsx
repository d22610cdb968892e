import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { controlsOnScreen, freePlace } from './toast-place.ts';

const kinds = {
  success: { color: 'green', icon: <IconCheck size={18} aria-hidden />, autoClose: 5000 },
  error: { color: 'red', icon: <IconX size={18} aria-hidden />, autoClose: 10_000 },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={18} aria-hidden />, autoClose: 10_000 },
} as const;

/** The toasts that still stand, by their ids. */
const standing = new Map<string, { kind: keyof typeof kinds; text: string }>();

/** What was said is over once it is said again, or the opposite is. */
function endContradicted(kind: keyof typeof kinds, text: string): void {
  for (const [id, earlier] of standing) {
    const isGood = kind === 'success';
    if (earlier.text === text || isGood !== (earlier.kind === 'success')) notifications.hide(id);
  }
}

function show(kind: keyof typeof kinds, text: string, detail?: string) {
  endContradicted(kind, text);
  const { innerWidth: width, innerHeight: height } = window;
  const id = notifications.show({
    ...kinds[kind],
    position: freePlace(controlsOnScreen(), { width, height }),
    onClose: ({ id: closed }) => standing.delete(closed ?? ''),
    ...(detail === undefined ? { message: text } : { title: text, message: detail }),
    closeButtonProps: { 'aria-label': 'Close' },
  });
  standing.set(id, { kind, text });
}

/** A word about what just happened. `detail` is a second, quieter line. */
export const notify = {
  success: (text: string, detail?: string) => show('success', text, detail),
  error: (text: string, detail?: string) => show('error', text, detail),
  warning: (text: string, detail?: string) => show('warning', text, detail),
};
