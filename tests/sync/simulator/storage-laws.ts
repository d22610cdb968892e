import { isDeepStrictEqual } from 'node:util';
import { tablesToRenew } from '#contract/sync/sync.rules.ts';
import { snapshotTableNames, type Cursor } from '#contract/sync/sync.schema.ts';
import type { SnapshotRecord } from '#src/sync/replica-stores.ts';
import { RowsLostError } from '#src/sync/rows-sealer.ts';
import type { StateAndCursor } from '#src/sync/snapshot-state.ts';
import { typedMark, type Journal } from './journal.ts';
import { difference } from './screen-laws.ts';
import type { Stored, Tablet } from './tablet.ts';
import type { SimulatedWorld } from './world.ts';
import type { Player } from './world-rows.ts';

function readable(records: readonly unknown[]): string {
  return JSON.stringify(records, (_key, value: unknown) =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value)
      ? Buffer.from(value as ArrayBuffer).toString('latin1')
      : value,
  );
}

/**
 * Law 5, isolated: nothing that somebody typed lies open on the tablet, nothing that those could see who left can be read,
 * and nobody's database holds what they never might see.
 */
export async function law5Isolated(
  journal: Journal,
  tablet: Tablet,
  players: readonly Player[],
): Promise<void> {
  for (const number of tablet.visitors) {
    const player = players[number];
    if (!player) continue;
    const { outbox, settled, rows, pictures, picture_bytes } = await tablet.stored(player);
    if (readable([...outbox, ...settled, ...rows, ...pictures, ...picture_bytes]).includes(typedMark))
      journal.violate(5, `typed words lie open on tablet ${tablet.number}`);
    if (tablet.player !== number && rows.length > 0)
      journal.violate(5, `what player ${number} could see is still on tablet ${tablet.number}`);
    if (tablet.player !== number && pictures.some(({ state }) => state === 'sent'))
      journal.violate(
        5,
        `a picture of player ${number} that the school has is still on tablet ${tablet.number}`,
      );
    if (rows.some(({ scope }) => !player.scopesEver.has(scope)))
      journal.violate(5, `what player ${number} might never see is on tablet ${tablet.number}`);
  }
}

/**
 * Law 6, visible end: a database that says that it is at rest, whose outbox nobody reads who opens the app, has nothing in it that
 * waits or that its owner has to see.
 */
function law6NothingHidden(journal: Journal, tablet: Tablet, stored: Stored): void {
  const { outbox, settled, pictures, meta } = stored;
  const { at_rest: rest, state } = meta;
  if (rest === undefined) return;
  if (outbox.length + settled.length + pictures.length > 0)
    journal.violate(6, `tablet ${tablet.number} says that it is at rest, and is not`);
  if (!isDeepStrictEqual(rest, state))
    journal.violate(
      6,
      `tablet ${tablet.number} rests as ${JSON.stringify(rest)}, and is ${JSON.stringify(state)}`,
    );
}

/**
 * What is looked at after each step: law 6, and law 9, monotone: a cursor never goes back, unless the server's data has another life
 * or the snapshot was dropped; and where it stands as the server does, the rows beside it are the server's.
 */
export class StorageLaws {
  readonly #journal: Journal;
  readonly #world: SimulatedWorld;
  readonly #seen = new Map<string, StateAndCursor>();

  constructor(journal: Journal, world: SimulatedWorld) {
    this.#journal = journal;
    this.#world = world;
  }

  async look(tablet: Tablet): Promise<void> {
    const player = this.#world.players[tablet.player ?? -1];
    if (!player) return;
    const key = `${tablet.number} ${tablet.player}`;
    const before = this.#seen.get(key);
    const stored = await tablet.stored(player);
    law6NothingHidden(this.#journal, tablet, stored);
    const { state: known, cursor = null } = stored.meta;
    if (!known || known.pulls === before?.pulls) return;
    const state = { ...known, cursor };
    if (before) this.#compare(before, state);
    this.#seen.set(key, state);
    if (state.cursor) await this.#compareRows(tablet, player, stored, state.cursor);
  }

  #compare(before: StateAndCursor, now: StateAndCursor): void {
    if (now.pulls < before.pulls) this.#journal.violate(9, `pulls went from ${before.pulls} to ${now.pulls}`);
    if (!before.cursor || now.cursor?.epoch !== before.cursor.epoch) return;
    for (const [scope, version] of Object.entries(now.cursor.scopes)) {
      const had = before.cursor.scopes[scope] ?? 0;
      // The largest number stands for a scope that is to be sent anew.
      if (version < had && had !== Number.MAX_SAFE_INTEGER)
        this.#journal.violate(9, `${scope} went from ${had} to ${version}`);
    }
  }

  async #compareRows(tablet: Tablet, player: Player, { rows }: Stored, cursor: Cursor): Promise<void> {
    const fresh = await this.#world.freshCopy(player);
    if (fresh.cursor.epoch !== cursor.epoch) return;
    const missing = tablesToRenew(cursor);
    for (const [scope, version] of Object.entries(cursor.scopes)) {
      if (fresh.cursor.scopes[scope] !== version) continue;
      for (const table of snapshotTableNames.filter((each) => !missing.includes(each))) {
        const records = rows.filter((record) => record.scope === scope && record.table === table);
        const held = await this.#openRows(tablet, player, records);
        if (!held) return;
        const differs = difference(held, fresh.contents[`${scope} ${table}`] ?? []);
        if (differs !== null)
          this.#journal.violate(9, `tablet ${tablet.number} ${differs} in ${scope} ${table} at ${version}`);
      }
    }
  }

  async #openRows(tablet: Tablet, player: Player, records: readonly SnapshotRecord[]) {
    try {
      return await tablet.openRows(player, records);
    } catch (error) {
      if (!(error instanceof RowsLostError)) throw error;
      this.#journal.violate(
        5,
        `tablet ${tablet.number} has rows that are not sealed under its session's key`,
      );
      return null;
    }
  }
}
