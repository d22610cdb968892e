import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** Where toasts appear: within the thumb's reach on a tablet, out of the way of what one works on. */
export function Toasts() {
  return <Notifications position="bottom-right" limit={3} zIndex={450} />;
}
