import { useLocation, useNavigate } from 'react-router-dom';

/** The page from which another one was opened. */
interface WayBack {
  /** Its address, with the query. */
  readonly to: string;
  /** Its title. */
  readonly label: string;
  readonly state?: unknown;
}

/** For a link to a form that leads back here, as its `state`. */
export function useWayHere(label: string): { back: WayBack } {
  const location = useLocation();
  const { pathname, search } = location;
  const state: unknown = location.state;
  return { back: { to: `${pathname}${search}`, label, state } };
}

const isWayBack = (back: unknown): back is WayBack =>
  typeof back === 'object' && back !== null && 'to' in back && 'label' in back;

/** Where this page was opened from; null where its link did not say, or its address was typed. */
export function useWayBack(): WayBack | null {
  const state: unknown = useLocation().state;
  const back = typeof state === 'object' && state !== null && 'back' in state ? state.back : null;
  return isWayBack(back) ? back : null;
}

/** Goes to where this page was opened from, else to `usual`. */
export function useGoBack(): (usual: string) => Promise<void> {
  const navigate = useNavigate();
  const back = useWayBack();
  return async (usual) => {
    await navigate(back?.to ?? usual, { state: back?.state });
  };
}
