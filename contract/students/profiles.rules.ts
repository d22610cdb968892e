/**
 * Words apply where the others still are as their writer saw them, or where both are the same: what somebody wrote is
 * never replaced unseen. `seen` is what the writer's device showed; nothing for a call that was not queued, where the last
 * writer wins.
 */
export function overwritesUnseen(current: string | null, mine: string, seen: unknown): boolean {
  return seen !== undefined && (seen ?? '') !== (current ?? '') && mine !== (current ?? '');
}
