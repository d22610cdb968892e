import type { EndpointInput, Endpoint } from '#contract/kit/endpoint.ts';
import type { Scope, SnapshotTable } from '#contract/sync/sync.schema.ts';
import type { KeptPicture, NewPicture } from './pictures.ts';
import type { AnyQueuedDefinition, QueuedDefinition } from './queued.ts';
import type { ChangeItem, SyncStatus } from './replica-status.ts';
import type { RowsResult } from './view.ts';

/** A change that was stored. `replaces`: the one before it, never sent, that went into it. */
export interface Enqueued {
  readonly mutation_id: string;
  readonly replaces: string | null;
}

/** A person's copy of what they may see, and the changes that they made, on this device. */
export interface Replica {
  readonly tenant_id: string;
  readonly user_id: string;
  subscribe(listener: () => void): () => void;
  read<Table extends SnapshotTable>(scope: Scope, table: Table): RowsResult<Table>;
  /** A table over all scopes. */
  readAll<Table extends SnapshotTable>(table: Table): RowsResult<Table>;
  /** False until a first download was stored; of a table also while it is fetched anew, and `loading`. */
  isPopulated(table?: SnapshotTable): boolean;
  /**
   * Calls whose code came later than the replica: what those that wait do is shown from now on. They were sent without it
   * as well; nobody may queue one before.
   */
  learn(definitions: readonly AnyQueuedDefinition[]): void;
  /** Stores a change; when this resolves it is durable and shown. */
  enqueue<E extends Endpoint>(definition: QueuedDefinition<E>, input: EndpointInput<E>): Promise<Enqueued>;
  /**
   * The same for a change that is too large for one call: all of its calls are stored, or none.
   * @returns their ids, in their order
   */
  enqueueTogether<E extends Endpoint>(
    definition: QueuedDefinition<E>,
    inputs: readonly EndpointInput<E>[],
  ): Promise<string[]>;
  status(): SyncStatus;
  changes(): readonly ChangeItem[];
  retry(mutationId: string): Promise<void>;
  discard(mutationId: string): Promise<void>;
  /**
   * Keeps a picture for a story; when this resolves it is durable. It goes to school before the first change that shows it.
   * @returns the hash that it goes by
   * @throws DeviceFullError
   */
  keepPicture(picture: NewPicture): Promise<string>;
  /** The pictures of this person on this device; the same array until a listener is called. */
  pictures(): readonly KeptPicture[];
  /** One of them by its hash; null where this device does not have it. */
  openPicture(sha256: string): Promise<Blob | null>;
  syncNow(): void;
  /** Hears the other tabs from now on, sends and fetches by itself. */
  start(): void;
  /** Signing out: the snapshot goes, the outbox stays. */
  forgetSnapshot(): Promise<void>;
  close(): void;
}
