import type { GuestMay, VisitsHere } from '#contract/visits/visits.schema.ts';
import { mayWords } from '#src/session/visit-words.ts';
import { sayClock, saySince } from '#src/ui/moments.ts';

type Guest = VisitsHere['here'][number];
type Allowed = VisitsHere['allowed'][number];

/** "Robin of Quillshelf" */
export function nameOf({ first_name, home }: Pick<Guest, 'first_name' | 'home'>): string {
  return `${first_name} of ${home}`;
}

const doesWords: Readonly<Record<GuestMay, string>> = {
  look: 'looks around here',
  help: 'looks around and helps here',
};

export function sayHere(guest: Guest): string {
  return `${nameOf(guest)} ${guest.may === null ? 'is here' : doesWords[guest.may]} until ${sayClock(guest.until)}.`;
}

export function sayAsks(request: VisitsHere['waiting'][number]): string {
  return `${nameOf(request)} asks to ${mayWords[request.wants]}.`;
}

export function sayAllowed(guest: Allowed, now: Date): string {
  return `${nameOf(guest)} may ${mayWords[guest.may]} until ${saySince(guest.until, now)}.`;
}
