/*
 * Who needs which module of the web app. From it follows which modules are built into one file (`chunk-groups.ts`), wherever in the
 * project they are.
 */

/** What a module imports, and what it imports late. */
export interface Links {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

export interface Reach {
  /** How many modules that are imported late, and the first of all, cannot run without it. */
  readonly needers: number;
  /** The first module cannot run without it. */
  readonly atStart: boolean;
  /** Names of the first pages that cannot. */
  readonly firstPages: readonly string[];
  /** The places whose code may ask for it; null: code of everybody may. */
  readonly places: readonly string[] | null;
}

export interface App {
  /** Null of what is no module of the app. */
  readonly linksOf: (id: string) => Links | null;
  /** The first module. */
  readonly start: string;
  /** Pages with which visits begin: a name, and the module. */
  readonly firstPages: Readonly<Record<string, string>>;
  /** Where a module belongs that is imported late; null: to everybody. */
  readonly placeOf: (id: string) => string | null;
}

/** These modules, and all to which they lead. */
function reachedFrom(starts: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const seen = new Set<string>();
  const open = [...starts];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...next(id));
  }
  return seen;
}

/** Of each module of the app. */
export function reachOf({ linksOf, start, firstPages, placeOf }: App): ReadonlyMap<string, Reach> {
  const imports = (id: string) => linksOf(id)?.importedIds ?? [];
  const late = (id: string) => linksOf(id)?.dynamicallyImportedIds ?? [];
  const all = reachedFrom([start], (id) => [...imports(id), ...late(id)]);
  const entries = [...new Set([start, ...[...all].flatMap(late)])];

  const placeOfEntry = new Map(entries.map((id) => [id, placeOf(id)]));
  /** What code of a place may ask for, but for what belongs to another. */
  const within = (own: string | null, starts: readonly string[]) =>
    reachedFrom(starts, (id) =>
      [...imports(id), ...late(id)].filter((next) => [null, own].includes(placeOfEntry.get(next) ?? null)),
    );
  const forAll = within(null, [start]);
  const places = new Map<string, string[]>();
  const named = [...placeOfEntry.values()].filter((place) => place !== null);
  for (const place of [...new Set(named)].toSorted((one, other) => (one < other ? -1 : 1))) {
    const own = entries.filter((id) => placeOfEntry.get(id) === place);
    for (const id of within(place, own)) places.set(id, [...(places.get(id) ?? []), place]);
  }

  const needers = new Map<string, number>();
  for (const entry of entries) {
    for (const id of reachedFrom([entry], imports)) needers.set(id, (needers.get(id) ?? 0) + 1);
  }
  const atStart = reachedFrom([start], imports);
  const first = Object.entries(firstPages).map(([name, id]) => ({ name, needs: reachedFrom([id], imports) }));
  return new Map(
    [...all].map((id) => [
      id,
      {
        needers: needers.get(id) ?? 0,
        atStart: atStart.has(id),
        firstPages: first.flatMap(({ name, needs }) => (needs.has(id) ? [name] : [])),
        places: forAll.has(id) ? null : (places.get(id) ?? []),
      },
    ]),
  );
}
