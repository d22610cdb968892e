import { tablesToRenew } from '#contract/sync/sync.rules.ts';
import type { Cursor, TableVersions } from '#contract/sync/sync.schema.ts';

/** Where the snapshot stands, but for its cursor. `pulls` counts, so that an answer that comes late is seen to be late. */
export interface SnapshotState {
  /** Of what shape its rows are, as in the cursor; null where there is no snapshot. */
  schema: number | null;
  tables?: TableVersions;
  pulls: number;
  /** False while further pages of a first download are due. */
  complete: boolean;
}

export interface StateAndCursor extends SnapshotState {
  cursor: Cursor | null;
}

/** Before version 40 the cursor was in it, and so it is until the next pull: an update writes nothing, which a full device would refuse. */
export type StoredState = Pick<StateAndCursor, 'cursor' | 'pulls' | 'complete'>;

/** Tables whose rows are of another shape than ours, or that are being fetched again. */
export function missingIn({ schema, tables }: SnapshotState | Cursor): string[] {
  return schema === null ? [] : tablesToRenew({ schema, tables });
}

export function stateOf({ cursor, pulls, complete }: StoredState): SnapshotState {
  return {
    schema: cursor?.schema ?? null,
    ...(cursor?.tables && { tables: cursor.tables }),
    pulls,
    complete,
  };
}
