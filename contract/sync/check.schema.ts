import * as v from 'valibot';
import { Id } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import {
  Scope,
  ScopeName,
  snapshotTableNames,
  TableVersions,
  Version,
  type SnapshotTable,
} from './sync.schema.ts';

/* Apart from what a worker sends and fetches with: it compares nothing. */

/** How a table of a scope is compared without sending it: how many rows, and the hash of all of them. */
export const TableDigest = v.object({
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** SHA-256 in hexadecimal, see `hashRows`. */
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u, 'This is not a hash')),
});
export type TableDigest = v.InferOutput<typeof TableDigest>;

/** What a device holds of a scope. A table that is left out has no rows. */
const ScopeDigest = v.object({
  version: Version,
  tables: v.object(
    Object.fromEntries(snapshotTableNames.map((table) => [table, v.optional(TableDigest)])) as Record<
      SnapshotTable,
      v.OptionalSchema<typeof TableDigest, undefined>
    >,
  ),
});
export type ScopeDigest = v.InferOutput<typeof ScopeDigest>;

export const CheckRequest = v.object({
  /** For whom the device keeps the rows; the server compares them for no one else. */
  user_id: Id,
  /** Of the device's cursor. Nothing is compared over two lives or two meanings of the data. */
  epoch: Id,
  schema: v.number(),
  tables: v.optional(TableVersions),
  scopes: v.pipe(
    v.record(ScopeName, ScopeDigest),
    v.maxEntries(limits.scopesPerCheck, `Please check at most ${limits.scopesPerCheck} scopes at a time`),
  ),
});
export type CheckRequest = v.InferOutput<typeof CheckRequest>;

/** Scopes that are not as the server has them at that version. One that was not compared is not among them. */
export const CheckAnswer = v.object({ differing: v.array(Scope) });
export type CheckAnswer = v.InferOutput<typeof CheckAnswer>;
