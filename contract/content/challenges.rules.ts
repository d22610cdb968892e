/** Whether a challenge is open on a day, given as `2026-11-03`. It opens and closes each year; one without days is open all year. */
export function isChallengeOpen(
  { opens, closes }: { opens?: string | undefined; closes?: string | undefined },
  day: string,
): boolean {
  if (opens === undefined || closes === undefined) return true;
  const today = day.slice(5);
  // One from December to January is open at both ends of the year.
  return opens <= closes ? opens <= today && today <= closes : opens <= today || today <= closes;
}
