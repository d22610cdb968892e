import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';

const kinds = {
  success: { color: 'green', icon: <IconCheck size={18} aria-hidden />, autoClose: 5000 },
  error: { color: 'red', icon: <IconX size={18} aria-hidden />, autoClose: 10_000 },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={18} aria-hidden />, autoClose: 10_000 },
} as const;

function show(kind: keyof typeof kinds, text: string, detail?: string) {
  notifications.show({
    ...kinds[kind],
    ...(detail === undefined ? { message: text } : { title: text, message: detail }),
    closeButtonProps: { 'aria-label': 'Close' },
  });
}

/** A word about what just happened. `detail` is a second, quieter line. */
export const notify = {
  success: (text: string, detail?: string) => show('success', text, detail),
  error: (text: string, detail?: string) => show('error', text, detail),
  warning: (text: string, detail?: string) => show('warning', text, detail),
};
