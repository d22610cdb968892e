import type { Endpoint, EndpointInput } from '#contract/kit/endpoint.ts';
import { idInScope } from '#contract/sync/sync.rules.ts';
import type { Scope, SnapshotRow, SnapshotTable } from '#contract/sync/sync.schema.ts';

/**
 * Finds a row as the screen shows it now, in whatever scope it stands. Without an id: the row of a table that has one, such
 * as the signed-in person.
 */
export type FindRow = <Table extends SnapshotTable>(
  table: Table,
  id?: string,
) => SnapshotRow<Table> | undefined;

/** Any fields of a row, and its id. */
export type BroughtRow<Table extends SnapshotTable> = Partial<SnapshotRow<Table>> & { readonly id: string };

export interface EffectContext {
  readonly scope: Scope;
  /** When the person did it, ISO 8601. */
  readonly queued_at: string;
  /** What the definition's `base` gave when the person did it. */
  readonly base: Readonly<Record<string, unknown>> | undefined;
  /** Confirmed rows of another table of the same scope. */
  rowsOf<Table extends SnapshotTable>(table: Table): readonly SnapshotRow<Table>[];
  /**
   * Rows that the call brings along in its `base`, or some of their fields, as the snapshot has them by now, if it does, and as
   * the calls before it leave them. Another tab may have stored one that the person did not see yet.
   */
  readonly resolveCarriedRows: <Table extends SnapshotTable, Row extends BroughtRow<Table>>(
    table: Table,
    rows: readonly Row[],
  ) => readonly Row[];
}

/** Whether it is the own scope of a person, where what they write and read stands and nothing else of theirs does. */
export function isOfPerson({ scope }: Pick<EffectContext, 'scope'>): boolean {
  return idInScope(scope, 'user') !== null;
}

/**
 * What a queued call does to a table of a scope, as far as the screen is concerned: a pure function that gives the same
 * array back when nothing changes.
 */
export type Effect<Table extends SnapshotTable, Input> = (
  rows: readonly SnapshotRow<Table>[],
  input: Input,
  context: EffectContext,
) => readonly SnapshotRow<Table>[];

export type Effects<Input> = { readonly [Table in SnapshotTable]?: Effect<Table, Input> };

/** How a picture or a recording of a story is named, here and in the calls that wait for it. */
export function pictureId(workId: string, sha256: string): string {
  return `${workId}/${sha256}`;
}

export function partsOfPictureId(id: string): { workId: string; sha256: string } {
  const [workId = '', sha256 = ''] = id.split('/');
  return { workId, sha256 };
}

/** All that the offline core needs to know of an endpoint that may be queued. */
export interface QueuedDefinition<E extends Endpoint = Endpoint, Input = EndpointInput<E>> {
  readonly endpoint: E;
  readonly effects: Effects<Input>;
  /** The fields that the call changes, as the person saw them; conflict rules compare with them. */
  base?(input: Input, find: FindRow): Record<string, unknown> | undefined;
  /** Ids of the rows that the call makes. */
  creates?(input: Input): readonly string[];
  /** Scopes that the call makes: what its effects put into them is shown before the school has heard of it. */
  opens?(input: Input): readonly Scope[];
  /** Ids of the rows that it needs to be there. A call that waits and makes one of them comes first (law 3). */
  touches?(input: Input): readonly string[];
  /** Ids of the pictures that it shows, and of its recordings (`pictureId`). As far as this device keeps them, they go before it. */
  pictures?(input: Input): readonly string[];
  /**
   * One input that does what both do, for two calls of which neither was ever sent; null where they go separately. The
   * rows that it touches have to be those of both.
   */
  fold?(earlier: Input, later: Input): Input | null;
  /** True for what nobody made, such as a tour that was seen: it is sent, and does not count as unsent work. */
  readonly isQuiet?: true;
  /** The change in plain words, for the list of what is waiting: "Zoë Fern set to private". */
  describe(input: Input, find: FindRow): string;
}

/** A definition whose input type is not known any more, as the outbox keeps them by name. */
export interface AnyQueuedDefinition {
  readonly endpoint: Endpoint;
  readonly effects: { readonly [Table in SnapshotTable]?: Effect<Table, never> };
  base?(input: never, find: FindRow): Record<string, unknown> | undefined;
  creates?(input: never): readonly string[];
  opens?(input: never): readonly Scope[];
  touches?(input: never): readonly string[];
  pictures?(input: never): readonly string[];
  fold?(earlier: never, later: never): unknown;
  readonly isQuiet?: true;
  describe(input: never, find: FindRow): string;
}

/** Declares how an endpoint behaves while its call waits in the outbox. */
export function queued<const E extends Endpoint & { readonly offline: 'queued' }>(
  endpoint: E,
  definition: Omit<QueuedDefinition<E>, 'endpoint'>,
): QueuedDefinition<E> {
  return { endpoint, ...definition };
}
