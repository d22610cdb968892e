import { offeredModes } from '#contract/modes/modes.rules.ts';
import type { ManagedMode } from '#contract/modes/platform-modes.schema.ts';
import { counted } from '#src/lib/counted.ts';

export const isOffered = (mode: ManagedMode): boolean =>
  offeredModes([{ ...mode, locked: false }]).length > 0;

/** Who is offered a mode, how many schools locked it, and how many works are in it. */
export function modeFacts(mode: ManagedMode): string {
  const { status, schools, locks, works } = mode;
  const notOffered = status === 'INACTIVE' ? 'Taken back' : 'Not offered yet';
  return [
    isOffered(mode) ? `Offered to ${counted(schools, 'school')}` : notOffered,
    ...(locks > 0 ? [`locked at ${counted(locks, 'school')}`] : []),
    counted(works, 'work'),
  ].join(' · ');
}
