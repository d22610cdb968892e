import { snapshotTableNames, type Scope } from '#contract/sync/sync.schema.ts';
import { undoImport } from '#src/features/imports/imports.mutations.ts';
import type { Screen } from './change.ts';
import { shownAt } from './changes.ts';
import { placeOf, type Effect, type Intent, type Journal, type Made } from './journal.ts';
import { mayHaveGoneInto } from './laws.ts';
import type { SimulatedTab, Tablet } from './tablet.ts';
import type { FreshCopy, Player } from './world-rows.ts';

/** What a screen has to show, and the change because of which it has to. */
interface Expected {
  readonly made: Made;
  readonly effect: Effect;
}

/** What a screen shows, and the ids of the changes on its list. */
interface Look {
  readonly tablet: Tablet;
  readonly screen: Screen;
  readonly listed: ReadonlySet<string>;
}

/**
 * Law 8, no flicker: whenever a screen is told that something changed, it shows the newest change of its person that
 * stands; and when such a change is confirmed, the screen still shows it. The second half is looked at only where nobody
 * else changed the same thing.
 */
export class NoFlicker {
  readonly #journal: Journal;
  readonly #standing = new Map<SimulatedTab, ReadonlySet<string>>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  watch(tab: SimulatedTab, tablet: Tablet): void {
    this.look(tab, tablet);
    tab.replica.subscribe(() => this.look(tab, tablet));
  }

  /** A person ended changes: what goes from the list now was not confirmed. */
  forget(tab: SimulatedTab): void {
    this.#standing.delete(tab);
  }

  look(tab: SimulatedTab, tablet: Tablet): void {
    if (tab.isFrozen || tab.isOver || this.#journal.underWay === 'a decision') return;
    const screen = tab.screen();
    if (!screen) return;
    const changes = tab.replica.changes();
    const standing = changes.filter(({ state }) => state === 'waiting' || state === 'applied');
    const newest = new Map<string, Expected>();
    for (const { mutation_id } of standing) {
      const made = this.#journal.find(mutation_id);
      for (const effect of made?.effects ?? []) if (made) newest.set(placeOf(effect), { made, effect });
    }
    const listed = new Set(changes.map(({ mutation_id }) => mutation_id));
    const look: Look = { screen, listed, tablet };
    for (const expected of newest.values()) this.#expectShown(expected, look, 'waits');

    for (const id of this.#standing.get(tab) ?? []) {
      const made = listed.has(id) ? undefined : this.#journal.find(id);
      if (made?.end !== null) continue;
      for (const effect of made.effects) {
        if (!newest.has(placeOf(effect)) && this.#isLatest(made, effect))
          this.#expectShown({ made, effect }, look, 'was confirmed');
      }
    }
    this.#standing.set(tab, new Set(standing.map(({ mutation_id }) => mutation_id)));
  }

  #expectShown({ made, effect }: Expected, { screen, listed, tablet }: Look, how: string): void {
    const shown = shownAt(screen, effect);
    // A child whose class was taken away is not shown at all. What was cut off may stand here under an unknown id.
    if (shown === undefined || shown === effect.value || this.#isDoubtful(effect, listed)) return;
    if (this.#hasMoved(made, effect)) return;
    const what = `${made.name} (${effect.field} ${effect.value}) on tablet ${tablet.number}`;
    this.#journal.violate(8, `${what} ${how} and is not shown, but ${shown}`);
  }

  #isDoubtful(effect: Effect, listed: ReadonlySet<string>): boolean {
    const { unheard, underWay, made } = this.#journal;
    const intents = [...unheard, ...(underWay === 'a decision' ? [] : underWay)];
    const isOfPlace = ({ effects }: Intent) => effects.some((each) => placeOf(each) === placeOf(effect));
    if (intents.some(isOfPlace)) return true;
    // One that waited may have become one with them, and what it says is said by them now.
    return made.some(
      (each) => isOfPlace(each) && !listed.has(each.mutation_id) && mayHaveGoneInto(intents, each),
    );
  }

  /**
   * A child that was added and then moved may stand in a class that its first one's people do not see; and one that was
   * moved stays when its import is undone.
   */
  #hasMoved({ name }: Made, { row, field }: Effect): boolean {
    const moved = (each: Effect) => each.row === row && each.field === 'class';
    const isOfOneClass = field.startsWith('in ') || name === undoImport.endpoint.name;
    return isOfOneClass && this.#journal.made.some(({ effects }) => effects.some(moved));
  }

  #isLatest(made: Made, effect: Effect): boolean {
    const place = placeOf(effect);
    const others = this.#journal.made.filter((each) => each.effects.some((one) => placeOf(one) === place));
    const isOwn = others.every(({ device, player }) => device === made.device && player === made.player);
    // Of what was tried again nobody can tell whether it came before or after the others.
    const isInOrder = others.length === 1 || others.every(({ before }) => before.length === 0);
    return isOwn && isInOrder && others.at(-1) === made && !this.#journal.elsewhere.has(place);
  }
}

const sorted = (rows: readonly { id: string }[]) =>
  rows
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((row) => JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1))));

/** What is in one list and not in the other. */
export function difference(
  found: readonly { id: string }[],
  wanted: readonly { id: string }[],
): string | null {
  const [one, other] = [new Set(sorted(found)), new Set(sorted(wanted))];
  const extra = [...one].filter((row) => !other.has(row));
  const missing = [...other].filter((row) => !one.has(row));
  if (extra.length === 0 && missing.length === 0) return null;
  return `has ${extra.join(' ') || 'nothing more'} and lacks ${missing.join(' ') || 'nothing'}`;
}

/** Law 4, convergent: when all is sent and pulled, a tab shows just what the server holds for its person. */
export async function law4Convergent(
  journal: Journal,
  { number, tab }: { number: number; tab: SimulatedTab },
  fresh: FreshCopy,
): Promise<void> {
  const screen = await tab.look();
  if (!screen) return journal.violate(4, `tablet ${number} shows nothing`);
  for (const table of snapshotTableNames) {
    const wanted = Object.entries(fresh.contents).flatMap(([key, rows]) =>
      key.endsWith(` ${table}`) ? rows : [],
    );
    const differs = difference(screen[table], wanted);
    if (differs !== null) journal.violate(4, `tablet ${number} ${differs} in ${table}`);
  }
}

/** Law 10, revoked means gone: what a person may no longer see is not on the tablet after a pull. */
export async function law10RevokedMeansGone(journal: Journal, tablet: Tablet, player: Player): Promise<void> {
  const { rows, meta } = await tablet.stored(player);
  const known = Object.keys(meta.cursor?.scopes ?? {}) as Scope[];
  for (const scope of [...known, ...rows.map((record) => record.scope)]) {
    if (!player.scopes.has(scope)) journal.violate(10, `${scope} is still on tablet ${tablet.number}`);
  }
  const lost = [...player.scopesEver].filter((scope) => !player.scopes.has(scope));
  for (const { replica } of tablet.tabs.filter(({ isFrozen }) => !isFrozen)) {
    for (const scope of lost) {
      if (snapshotTableNames.some((table) => replica.read(scope, table).rows.length > 0))
        journal.violate(10, `${scope} is still shown on tablet ${tablet.number}`);
    }
  }
}
