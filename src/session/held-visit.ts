import { looksLikeVisitToken } from '#contract/visits/visits.rules.ts';

let held: string | null = null;

/**
 * Takes a link into a school out of the address before anything is drawn or fetched, so that it stays in no history and
 * goes along in no referrer. Called once, at the start.
 */
export function holdVisitToken(): void {
  const [, place = ''] = /^\/login\/([^/]+)\/?$/u.exec(window.location.pathname) ?? [];
  if (!looksLikeVisitToken(place)) return;
  held = place;
  window.history.replaceState(null, '', '/login');
}

/** The link by which this page was opened; null where it was opened otherwise, or is not held any more. */
export function heldVisitToken(): string | null {
  return held;
}

/** Whoever opens the sign-in page next in this tab comes without a link. */
export function dropVisitToken(): void {
  held = null;
}
