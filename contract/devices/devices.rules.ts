/** "Tablet 7F3K": readable and told apart at a glance, until somebody gives a better name. */
export function nameFromId(id: string): string {
  // The end of a UUIDv7 is random, its beginning is the time.
  return `Tablet ${id.slice(-4).toUpperCase()}`;
}

/** Whether a tablet can go into the cupboard, in words. */
export function putAway(unsent: number): { isSafe: boolean; text: string } {
  if (unsent === 0) return { isSafe: true, text: 'Safe to put away' };
  return { isSafe: false, text: `Not yet: ${unsent} ${unsent === 1 ? 'change' : 'changes'} not sent` };
}
