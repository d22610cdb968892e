import type { PageState } from '#contract/content/editor.schema.ts';
import type { VersionRow } from './editor.repository.ts';

type Moments = Pick<VersionRow, 'n' | 'live_from' | 'live_until'>;

const newestFirst = (one: Moments, other: Moments) =>
  (other.live_from?.getTime() ?? 0) - (one.live_from?.getTime() ?? 0) || other.n - one.n;

/** Law 2, as the queries of readers ask it: of one page in one language, the version that is live now. */
export function liveOf<Row extends Moments>(versions: readonly Row[], now: Date): Row | null {
  const live = versions.filter(
    ({ live_from, live_until }) =>
      live_from !== null && live_from <= now && (live_until === null || live_until > now),
  );
  return live.toSorted(newestFirst)[0] ?? null;
}

/** Those with their moment to come, the next one first. */
export const plannedOf = <Row extends Moments>(versions: readonly Row[], now: Date): Row[] =>
  versions
    .filter(({ live_from }) => live_from !== null && live_from > now)
    .toSorted((a, b) => newestFirst(b, a));

/** The newest that was or will be live. */
export const lastOf = <Row extends Moments>(versions: readonly Row[]): Row | null =>
  versions.filter(({ live_from }) => live_from !== null).toSorted((a, b) => b.n - a.n)[0] ?? null;

/** A text that came with the program, is newer than what was published and was neither taken nor left. */
export function newerOf(versions: readonly VersionRow[]): VersionRow | null {
  const newest = versions
    .filter(({ is_shipped, live_from }) => is_shipped && live_from === null)
    .toSorted((a, b) => b.n - a.n)[0];
  return newest?.settled_at === null ? newest : null;
}

/** What has become of a page with these versions, in all languages. */
export function stateOf(versions: readonly VersionRow[], now: Date): PageState {
  const languages = new Set(versions.map(({ language }) => language));
  for (const language of languages)
    if (
      liveOf(
        versions.filter((each) => each.language === language),
        now,
      )
    )
      return 'live';
  if (plannedOf(versions, now).length > 0) return 'planned';
  return lastOf(versions) ? 'ended' : 'draft';
}
