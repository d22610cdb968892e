import { useLocalDrafts, type OwnDrafts } from '#src/session/local-drafts.ts';
import { tabDrafts } from '#src/session/tab-drafts.ts';
import { useUser } from '#src/session/use-session.ts';

/** Where what a buyer typed is kept: of a signed-in person sealed on the device, of a visitor in the tab. */
export function useCheckoutDrafts(): OwnDrafts {
  const own = useLocalDrafts();
  return useUser() ? own : tabDrafts;
}
