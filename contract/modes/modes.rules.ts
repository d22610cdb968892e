import type { Mode } from './modes.schema.ts';

/** Those that are there to be chosen from, the locked ones among them. */
export function offeredModes(modes: readonly Mode[]): Mode[] {
  return modes.filter(({ active, status }) => active && status === 'ACTIVE');
}

/**
 * The mode that somebody is in. Specification, section 4: the first that is active with status ACTIVE, until they pick another.
 * One that their school has locked is nobody's, so the next one stands in for it. Null where all are.
 */
export function modeOf(modes: readonly Mode[], chosenId: string | null): Mode | null {
  const open = offeredModes(modes).filter(({ locked }) => !locked);
  return open.find(({ id }) => id === chosenId) ?? open[0] ?? null;
}
