import { useKeepsakes, type OwnKeepsakes } from '#src/session/keepsakes.ts';
import { tabKeepsakes } from '#src/session/tab-keepsakes.ts';
import { useUser } from '#src/session/use-session.ts';

/** Where what a buyer typed is kept: of a signed-in person sealed on the device, of a visitor in the tab. */
export function useCheckoutKeepsakes(): OwnKeepsakes {
  const own = useKeepsakes();
  return useUser() ? own : tabKeepsakes;
}
