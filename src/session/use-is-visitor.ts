import { lastWayIn } from './children-here.ts';
import { useIsInCommunity } from './community.ts';
import { useUser } from './use-session.ts';

/**
 * True for a visitor, who may hand in a book. Not where children sign in, as nobody who is not signed in is a visitor there, and not
 * in the community view, which is view-only (specification, section 1).
 */
export function useIsVisitor(): boolean {
  const user = useUser();
  const isInCommunity = useIsInCommunity();
  return user === null && !isInCommunity && lastWayIn() === null;
}
