import type { Visibility } from '#contract/works/works.schema.ts';
import type { OwnWork, ReviewAction } from '#contract/writing/own-rows.schema.ts';

/** Who can see what is on the shelf, as far as the privacy of its author lets them. */
const readers: Readonly<Record<Visibility, string>> = {
  private: 'Only you and your teachers can see it.',
  community: 'Your school and its families can see it.',
  public: 'Everybody can see it.',
};

const yes: readonly ReviewAction[] = ['approved', 'published'];

/** Works with a yes of a teacher that nobody celebrated on this device, the newest first. */
export function toCelebrate(works: readonly OwnWork[], seen: readonly string[]): OwnWork[] {
  const when = ({ review }: OwnWork) => review?.made_at ?? '';
  return works
    .filter(
      ({ state, review }) =>
        review !== null &&
        (state === 'approved' || state === 'published') &&
        yes.includes(review.action) &&
        !seen.includes(review.id),
    )
    .toSorted((one, other) => (when(one) < when(other) ? 1 : -1));
}

/** What is celebrated, in a sentence or three. */
export function newsOf({ kind, state, audience, review }: OwnWork): string {
  const said = `${review?.by ?? 'Your teacher'} said yes.`;
  if (state !== 'published') return said;
  const shelf = `Your ${kind} is on the shelf.`;
  return audience === null ? `${said} ${shelf}` : `${said} ${shelf} ${readers[audience]}`;
}

/**
 * Where a work is that was just handed in.
 * @param teacher who looks at it; null where that is not known
 */
export function whereHandedIn(
  teacher: string | null,
  { isSending, isAway }: { isSending: boolean; isAway: boolean },
): string {
  if (!isSending) return `${teacher ?? 'Your teacher'} has it now`;
  return isAway
    ? 'It waits on this tablet and goes by itself'
    : `It is on its way to ${teacher ?? 'your teacher'}`;
}
