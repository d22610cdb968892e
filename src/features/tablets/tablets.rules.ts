import type { Device } from '#contract/devices/devices.schema.ts';
import type { Preparation } from '#contract/devices/preparation.schema.ts';
import { foldForSearch } from '#contract/kit/fold.ts';
import { counted } from '#src/lib/counted.ts';
import { sayDay, saySince } from '#src/ui/moments.ts';

/** A tablet as the list shows it. */
export interface Tablet extends Device {
  isThisOne: boolean;
  /** True for this one where the school says that it is prepared, and nothing of it is here any more. */
  isPreparationLost: boolean;
}

/** Milliseconds within which a tablet that is looked at reports again; older words about it may be out of date. */
const fresh = 2 * 60_000;

export function isFresh({ last_seen_at, isThisOne }: Tablet, now: Date): boolean {
  return isThisOne || now.getTime() - new Date(last_seen_at).getTime() < fresh;
}

export function lastSeenInWords(tablet: Tablet, now: Date): string {
  return isFresh(tablet, now) ? 'just now' : sayDay(tablet.last_seen_at, now);
}

/** What is behind the mark, where it needs saying: whose changes, and since when nothing was heard. Null otherwise. */
export function unsentInWords(tablet: Tablet, now: Date): string | null {
  const { unsent, unsent_people, last_seen_at } = tablet;
  const stale = !isFresh(tablet, now);
  const when = `when last seen at ${saySince(last_seen_at, now)}`;
  if (unsent === 0) return stale ? `Nothing unsent ${when}` : null;
  const of = unsent_people > 1 ? ` of ${unsent_people} people` : '';
  if (stale) return `${unsent} unsent${of} ${when}`;
  return of === '' ? null : `${unsent} unsent${of}`;
}

/** The tablets with what this one knows of itself, which is newer than what the school has heard. */
export function withThisTablet(
  devices: readonly Device[],
  here: {
    device_id: string;
    unsent: number;
    people: number;
    /** Of the preparation that is kept here; null where none is, undefined as long as that is not known. */
    preparationId: string | null | undefined;
  } | null,
): Tablet[] {
  return devices.map((device) => {
    if (device.id !== here?.device_id) return { ...device, isThisOne: false, isPreparationLost: false };
    const { unsent, people, preparationId } = here;
    const kept = preparationId === undefined ? device.preparation?.id : preparationId;
    const isPreparationLost = device.preparation !== null && device.preparation.id !== kept;
    return { ...device, unsent, unsent_people: people, isThisOne: true, isPreparationLost };
  });
}

/** Tablets whose name, or that of a class they are prepared for, holds the text, whatever its case and accents. */
export function searchTablets(tablets: readonly Tablet[], text: string): readonly Tablet[] {
  const wanted = foldForSearch(text.trim());
  if (wanted === '') return tablets;
  return tablets.filter(({ name, preparation }) =>
    foldForSearch(
      [name, ...(preparation?.school_classes ?? []).map((each) => each.name)].join('\n'),
    ).includes(wanted),
  );
}

const namesSaid = 3;

/** What a tablet is prepared for: "Maple", "Maple, Birch", "Ash, Birch, Cedar and 2 more", "The whole school". */
export function preparedForInWords({ school_classes }: Preparation): string {
  if (school_classes === null) return 'The whole school';
  const names = school_classes.map(({ name }) => name);
  // One class more would take as much room as saying that there is one.
  if (names.length <= namesSaid + 1) return names.join(', ');
  return `${names.slice(0, namesSaid).join(', ')} and ${names.length - namesSaid} more`;
}

/** The first thing to know: whether all can be put away. */
export function allInWords(tablets: readonly Tablet[]): { isSafe: boolean; text: string } {
  const notYet = tablets.filter(({ unsent }) => unsent > 0).length;
  if (notYet > 0) {
    const some = counted(notYet, 'tablet has', 'tablets have');
    return { isSafe: false, text: `${some} changes that are not sent` };
  }
  const text = tablets.length === 1 ? 'Safe to put away' : `All ${tablets.length} are safe to put away`;
  return { isSafe: true, text };
}
