import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

/** Where toasts appear: within the thumb's reach on a tablet, out of the way of what one works on. */
export function Toasts() {
  return <Notifications position="bottom-right" limit={3} zIndex={450} />;
}
