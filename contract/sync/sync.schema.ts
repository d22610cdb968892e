import * as v from 'valibot';
import { CartRow } from '../cart/cart-rows.schema.ts';
import { SchoolClass } from '../classes/classes.schema.ts';
import { Profile } from '../identity/identity.schema.ts';
import { ImportJob } from '../imports/imports.schema.ts';
import { Id } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { ProblemBody } from '../kit/problem.ts';
import { AssignmentRow } from '../learning/assignment-rows.schema.ts';
import { LearningRow } from '../learning/learning-rows.schema.ts';
import { Student } from '../students/students.schema.ts';
import { ReaderSettingsRow, ReadingRow } from '../works/reading-rows.schema.ts';
import { OwnChapter, OwnWork } from '../writing/own-rows.schema.ts';

/**
 * The tables of a device's snapshot, the shape of their rows and its version, which is raised when the shape or the meaning of
 * stored rows changes: devices then fetch only that table again. A new table begins with version 2 (`oneNumber`). Which scope
 * holds what:
 * - `class:<id>`: the class itself (one row), its students, what was imported into it, and what is set for it;
 * - `school:<tenant id>`: students in no class and archived classes, for those who see the whole school;
 * - `user:<id>`: the signed-in person, the stories that they write, what they read and how, their cart, and what they learn.
 */
export const snapshotTables = {
  classes: { row: SchoolClass, version: 1 },
  students: { row: Student, version: 1 },
  imports: { row: ImportJob, version: 1 },
  profile: { row: Profile, version: 1 },
  works: { row: OwnWork, version: 2 },
  chapters: { row: OwnChapter, version: 1 },
  reading: { row: ReadingRow, version: 1 },
  reader_settings: { row: ReaderSettingsRow, version: 1 },
  cart: { row: CartRow, version: 1 },
  learning: { row: LearningRow, version: 1 },
  assignments: { row: AssignmentRow, version: 1 },
} as const;

export type SnapshotTable = keyof typeof snapshotTables;
export const snapshotTableNames = Object.keys(snapshotTables) as SnapshotTable[];

type RowOf<Table extends SnapshotTable> = (typeof snapshotTables)[Table]['row'];
export type SnapshotRow<Table extends SnapshotTable = SnapshotTable> = v.InferOutput<RowOf<Table>>;

/** The unit of access, of versions, of pulls, of storage and of eviction. */
export type Scope = `class:${string}` | `school:${string}` | `user:${string}`;

export const ScopeName = v.pipe(
  v.string(),
  v.regex(/^(class|school|user):[0-9a-f-]{36}$/u, 'This is not a scope'),
);

export const Scope = v.pipe(
  ScopeName,
  v.transform((scope) => scope as Scope),
);

export const scopeOf = {
  schoolClass: (id: string): Scope => `class:${id}`,
  school: (tenantId: string): Scope => `school:${tenantId}`,
  user: (id: string): Scope => `user:${id}`,
};

export const Version = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Seq = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** By table. */
export const TableVersions = v.record(v.string(), Version);
export type TableVersions = v.InferOutput<typeof TableVersions>;

export const tableVersions = Object.fromEntries(
  snapshotTableNames.map((table) => [table, snapshotTables[table].version]),
) as Record<SnapshotTable, number>;

/** The last number that stood for the shape of all rows: in it each table is of version 1. */
export const oneNumber = 14;

/** Goes up with the version of any table: an app that knows this number alone takes no rows of another shape. */
export const snapshotSchemaVersion = /* @__PURE__ */ Object.values(tableVersions).reduce(
  (number, version) => number + version - 1,
  oneNumber,
);

/** Where a device stands. `epoch` changes when the database was restored or moved. */
export const Cursor = v.object({
  epoch: Id,
  /** One number for the shape of all rows, for apps that know no versions of tables (`snapshotSchemaVersion`). */
  schema: v.number(),
  /** Versions of the tables that are there whole. Left out by apps and servers that know none (`versionsIn`). */
  tables: v.optional(TableVersions),
  /** Tables being fetched again, and the last scope, by name, whose rows of them have arrived. */
  renewing: v.optional(v.object({ tables: TableVersions, through: Scope })),
  /** By scope. */
  scopes: v.record(ScopeName, Version),
});
export type Cursor = v.InferOutput<typeof Cursor>;

/** Works that the person keeps on this device. It asks which of them they may still have. */
const KeptWorks = v.pipe(v.array(Id), v.maxLength(limits.keptWorks));

export const PullRequest = v.object({
  client_id: Id,
  /** For whom the device keeps the rows; the server refuses them to anyone else. */
  user_id: v.optional(Id),
  cursor: v.nullable(Cursor),
  /** Calls of the person that the device knows to be parked. It asks what became of them. */
  parked: v.optional(v.pipe(v.array(Id), v.maxLength(limits.parkedPerPull))),
  kept: v.optional(KeptWorks),
});
export type PullRequest = v.InferOutput<typeof PullRequest>;

/** A table's part of a scope: rows that are new or changed, and ids of rows that left. */
function changesOf<const Row extends v.GenericSchema>(row: Row) {
  return v.object({
    rows: v.array(row),
    removed: v.array(Id),
    /** True: these rows replace all that the device has of the table in this scope. */
    replace: v.optional(v.boolean()),
  });
}

type TableChanges<Table extends SnapshotTable> = ReturnType<typeof changesOf<RowOf<Table>>>;

const ScopeChanges = v.object({
  scope: Scope,
  version: Version,
  /** True: these rows replace all that the device has of the scope. False: they are changes to it. */
  replace: v.boolean(),
  tables: v.object(
    Object.fromEntries(
      snapshotTableNames.map((table) => [table, v.optional(changesOf(snapshotTables[table].row))]),
    ) as unknown as { [Table in SnapshotTable]: v.OptionalSchema<TableChanges<Table>, undefined> },
  ),
});
export type ScopeChanges = v.InferOutput<typeof ScopeChanges>;

/** What somebody of the staff made of a call that was parked. */
export const ParkedDecision = v.object({ mutation_id: Id, outcome: v.picklist(['applied', 'dismissed']) });
export type ParkedDecision = v.InferOutput<typeof ParkedDecision>;

export const PullAnswer = v.object({
  /** True: the cursor was unknown. The device drops its whole snapshot before storing this page; never its outbox. */
  reset: v.boolean(),
  /** Scopes that the person may no longer see. */
  drop_scopes: v.array(Scope),
  scopes: v.array(ScopeChanges),
  /**
   * Every queued call of this client up to and including this seq has its effect in the snapshot, or was refused. Not
   * those that were answered `held` or `needs_update`: they use no seq up, and later calls move this past them.
   */
  confirmed_seq: v.number(),
  /** What to advance the cursor by, together with these rows: only the scopes whose version moved. */
  cursor: Cursor,
  /** True: pull again at once with the new cursor, there are further pages. */
  more: v.boolean(),
  /** Of the parked calls that were asked for, those that have been decided; left out where none has. */
  decided: v.optional(v.array(ParkedDecision)),
  /** Of the kept works that were asked for, those that are on the shelf and that the person may see; the others go. */
  kept: v.optional(v.array(Id)),
});
export type PullAnswer = v.InferOutput<typeof PullAnswer>;

/** A contract call that has not happened yet, as it travels. */
export const QueuedCall = v.object({
  /** Gives the order. Strictly increasing within a push, with gaps where calls were folded or discarded. */
  seq: Seq,
  mutation_id: Id,
  /** Endpoint name, such as `students.rename`. */
  name: v.pipe(v.string(), v.maxLength(100)),
  /** Version of the input. */
  v: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** `{ params, body }` of the endpoint. It is validated by the endpoint's own schemas. */
  input: v.pipe(
    v.unknown(),
    // To valibot a list is a record as well, without entries.
    v.check((input) => !Array.isArray(input), 'An input has params and body'),
    v.record(v.string(), v.unknown()),
  ),
  /** The changed fields as they were when the person changed them; what conflict rules compare with. */
  base: v.optional(v.record(v.string(), v.unknown())),
  /**
   * `mutation_id`s of the calls that made what this one changes. While one of them was refused, or stands in this push
   * without having been applied before this one, this one is held back. One that the server has never heard of holds
   * nothing back: it was decided so long ago that it is forgotten, or lost with a restored database, and then the call
   * itself is refused where it finds nothing to change. A device holds back what depends on a call it keeps to itself.
   */
  depends_on: v.optional(v.pipe(v.array(Id), v.maxLength(limits.callsPerPush))),
});
export type QueuedCall = v.InferOutput<typeof QueuedCall>;

export const PushRequest = v.object({
  client_id: Id,
  /** Whose calls these are; the server refuses them from anyone else. */
  user_id: Id,
  calls: v.pipe(v.array(QueuedCall), v.maxLength(limits.callsPerPush)),
  /** With it, the answer carries the pull's next page, so that sending and confirming take one round trip. */
  cursor: v.optional(v.nullable(Cursor)),
  kept: v.optional(KeptWorks),
});
export type PushRequest = v.InferOutput<typeof PushRequest>;

/**
 * What became of a queued call.
 * - `applied`: it took effect, now or when it was sent before.
 * - `refused`: the server said no for good, and why.
 * - `held`: a call that it depends on was refused, or is not applied yet. It was not tried and used its seq not up.
 * - `fork`: this client's seq was used by another call; the device takes a new client id and renumbers.
 * - `needs_update`: the server does not know this call or this version of it.
 * - `parked`: it came by a grant that was taken back, and waits at school until somebody of the staff has looked at it.
 * - `retry`: it could not be decided now; it and all after it are to be sent again.
 */
export const CallResult = v.variant('outcome', [
  v.object({ seq: Seq, outcome: v.literal('applied') }),
  v.object({ seq: Seq, outcome: v.literal('refused'), problem: ProblemBody }),
  v.object({ seq: Seq, outcome: v.literal('held') }),
  v.object({ seq: Seq, outcome: v.literal('fork') }),
  v.object({ seq: Seq, outcome: v.literal('needs_update') }),
  v.object({ seq: Seq, outcome: v.literal('parked') }),
  v.object({ seq: Seq, outcome: v.literal('retry') }),
]);
export type CallResult = v.InferOutput<typeof CallResult>;

export const PushAnswer = v.object({ results: v.array(CallResult), pull: v.nullable(PullAnswer) });
export type PushAnswer = v.InferOutput<typeof PushAnswer>;

/** Says that a scope has this version now. Nothing of what is in it: the device asks for that by a pull. */
export const Poke = v.object({ scope: Scope, version: Version });
export type Poke = v.InferOutput<typeof Poke>;
