import { addDays, daysBetween, dayOf, midnightOf, type Day } from '../kit/day.ts';

/** Days for which rights are granted or extended at most, from today. */
export const longestChampionDays = 365;

export const championStates = ['invited', 'active', 'ended', 'revoked'] as const;
export type ChampionState = (typeof championStates)[number];

/** The moment at which rights end whose last day is `until`: when that day is over (UTC). */
export const endOf = (until: Day): Date => midnightOf(addDays(until, 1));

/** The last day of rights that end at a moment. */
export const lastDayOf = (endsAt: Date): Day => dayOf(new Date(endsAt.getTime() - 1));

/** Why a day cannot be the last one; null: it can. */
export function refuseUntil(until: Day, now: Date): string | null {
  const days = daysBetween(dayOf(now), until);
  if (days < 0) return 'The last day cannot be in the past';
  return days > longestChampionDays ? 'The last day can be at most one year from today' : null;
}

/** The one question whether somebody has the rights of a champion now. */
export function hasRights(
  champion: { readonly ends_at: Date; readonly revoked_at: Date | null },
  now: Date,
): boolean {
  return champion.revoked_at === null && champion.ends_at > now;
}

/** What has become of rights that were granted. `hasCome`: they chose a password. */
export function championStateOf(
  champion: { readonly ends_at: Date; readonly revoked_at: Date | null; readonly hasCome: boolean },
  now: Date,
): ChampionState {
  if (champion.revoked_at !== null) return 'revoked';
  if (!hasRights(champion, now)) return 'ended';
  return champion.hasCome ? 'active' : 'invited';
}
