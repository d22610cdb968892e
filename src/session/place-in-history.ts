/** Which entry of this tab's history is shown, as the router counts them; null where the router did not make it. */
export function placeInHistory(): number | null {
  const place = (window.history.state as { idx?: unknown } | null)?.idx;
  return typeof place === 'number' ? place : null;
}

/** Goes to an entry that Back or forward led away from. */
export function returnTo(place: number): void {
  const now = placeInHistory();
  if (now !== null && now !== place) window.history.go(place - now);
}
