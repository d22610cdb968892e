import { usePlaceName } from '#src/session/use-session.ts';
import { LinkPage, type LinkPageProps } from '#src/ui/link-page.tsx';

/** What a link in an e-mail leads to. */
export function LinkCard(props: Omit<LinkPageProps, 'place'>) {
  return <LinkPage place={usePlaceName()} {...props} />;
}
