import { usePlaceName } from '#src/session/use-session.ts';
import { LinkPage, type LinkPageProps } from '#src/ui/link-page.tsx';

/** A step on the way to a new password. */
export function PasswordCard(props: Omit<LinkPageProps, 'place'>) {
  return <LinkPage place={usePlaceName()} {...props} />;
}
