/** Milliseconds in which a second reload would be a loop. */
const guard = 10 * 60_000;

interface Circumstances {
  /** The browser's hint; false is certain, true is not. */
  isOnline: boolean;
  hasUnsavedForm: boolean;
  /** Milliseconds since the last such reload of this tab; null where there was none. */
  sinceReload: number | null;
}

/** One reload brings a tab whose code was replaced up to date. A second one, or one without a network, helps nobody. */
export function mayReloadForMissingCode({ isOnline, hasUnsavedForm, sinceReload }: Circumstances): boolean {
  return isOnline && !hasUnsavedForm && (sinceReload === null || sinceReload > guard);
}
