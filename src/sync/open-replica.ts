import type { EndpointInput, Endpoint } from '#contract/kit/endpoint.ts';
import type { Profile, User } from '#contract/identity/identity.schema.ts';
import type { Scope, SnapshotTable } from '#contract/sync/sync.schema.ts';
import type { ApiClient, StreamClient } from './api-client.ts';
import { SnapshotCheck } from './check.ts';
import { DeviceDatabase } from './device-database.ts';
import type { DrainEnvironment } from './drain-environment.ts';
import { DrainSchedule } from './drain-schedule.ts';
import { Drain } from './drain.ts';
import type { Channel } from './environment.ts';
import { keptOnDevice } from './kept-works.ts';
import { LeftRows } from './left-rows.ts';
import { Pokes } from './pokes.ts';
import { dropOtherShapes } from './other-shapes.ts';
import { Outbox } from './outbox.ts';
import { PatientLock } from './patient-lock.ts';
import { partsOfPictureId, type AnyQueuedDefinition, type QueuedDefinition } from './queued.ts';
import { Pictures, type KeptPicture, type NewPicture } from './pictures.ts';
import { ReplicaDatabase } from './replica-database.ts';
import { changesOf, statusOf, type ChangeItem, type SyncStatus } from './replica-status.ts';
import type { Enqueued, Replica } from './replica.ts';
import type { ExpectedRows } from './sealed-snapshot.ts';
import { Sealer } from './sealing.ts';
import { DeviceStorage, noteOlderCopy } from './storage.ts';
import { loading, View, type RowsResult } from './view.ts';

export interface ReplicaOptions {
  environment: DrainEnvironment;
  api: ApiClient;
  /** Where it is left out, nothing pokes the replica: it polls. */
  streams?: StreamClient;
  user: Pick<User, 'id' | 'tenant_id'>;
  /** What the device knows of somebody who signed in without a network. It stands for their own row until the first pull. */
  standIn?: Profile | null;
  definitions: readonly AnyQueuedDefinition[];
  /** What the first screen asks for: read together with the calls, it is there when the replica is. */
  expected?: ExpectedRows;
  /**
   * Whether this person is signed in here as of now, whichever tab they left in; left out, they are. What is fetched for somebody
   * who left is not stored (law 5).
   */
  isStillHere?: () => boolean;
  /** Hears of failures that nobody waits for, such as a broken local database. */
  onFailure: (error: unknown) => void;
}

/** @throws NewerDataError where a newer version of the app was here */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { environment, user } = options;
  const owner = { tenant_id: user.tenant_id, user_id: user.id };
  const database = new ReplicaDatabase(environment, owner);
  // First of all: the browser opens it while the rest is put together.
  const opening = database.open();
  const storage = new DeviceStorage(environment);
  const device = new DeviceDatabase(environment);
  const sealer = new Sealer(environment, device);
  const definitions = new Map(options.definitions.map((each) => [each.endpoint.name, each]));
  const outbox = new Outbox({ database, environment, sealer, owner, definitions });
  const pictures = new Pictures({ database, environment, sealer, owner });
  const parts = { database, outbox, pictures, definitions, storage, sealer, device };
  const replica = new LocalReplica(options, parts);
  try {
    await opening;
    await replica.begin();
  } catch (error) {
    replica.close();
    throw error;
  }
  return replica;
}

interface Parts {
  readonly database: ReplicaDatabase;
  readonly outbox: Outbox;
  readonly pictures: Pictures;
  readonly definitions: Map<string, AnyQueuedDefinition>;
  readonly storage: DeviceStorage;
  readonly sealer: Sealer;
  readonly device: DeviceDatabase;
}

class LocalReplica implements Replica {
  readonly tenant_id: string;
  readonly user_id: string;
  readonly #environment: DrainEnvironment;
  readonly #database: ReplicaDatabase;
  readonly #outbox: Outbox;
  readonly #pictures: Pictures;
  readonly #view: View;
  readonly #definitions: Map<string, AnyQueuedDefinition>;
  readonly #drain: Drain;
  readonly #check: SnapshotCheck;
  readonly #left: LeftRows;
  readonly #pokes: Pokes | null;
  readonly #storage: DeviceStorage;
  readonly #sealer: Sealer;
  readonly #device: DeviceDatabase;
  readonly #schedule: DrainSchedule;
  #channel: Channel | null = null;
  readonly #onFailure: (error: unknown) => void;
  readonly #listeners = new Set<() => void>();
  #stopWaking: (() => void) | null = null;
  #stopLeaving: (() => void) | null = null;
  #closed = false;
  #status: SyncStatus | null = null;
  #changes: readonly ChangeItem[] | null = null;

  constructor(options: ReplicaOptions, parts: Parts) {
    const { database, outbox, pictures, definitions, storage, sealer, device } = parts;
    this.#pictures = pictures;
    this.#storage = storage;
    this.#sealer = sealer;
    this.#device = device;
    database.makeRoom = () => storage.makeRoom(() => this.#evict());
    this.#definitions = definitions;
    this.tenant_id = options.user.tenant_id;
    this.user_id = options.user.id;
    this.#environment = options.environment;
    this.#database = database;
    this.#outbox = outbox;
    this.#onFailure = options.onFailure;
    this.#view = new View(
      database,
      outbox,
      this.#definitions,
      () => this.#notify(),
      (error) => this.#fail(error),
      options,
    );
    this.#drain = new Drain({
      database,
      outbox,
      pictures,
      view: this.#view,
      api: options.api,
      ...(options.isStillHere && { isStillHere: options.isStillHere }),
      userId: this.user_id,
      definitions,
      environment: this.#environment,
      stored: () => this.#storedSomething(),
      onOlderCopy: () => noteOlderCopy(this.#environment),
      kept: keptOnDevice(device, this),
    });
    this.#left = new LeftRows(this, { database, outbox, sealer, view: this.#view }, (error) =>
      this.#fail(error),
    );
    this.#check = new SnapshotCheck({
      database,
      api: options.api,
      environment: options.environment,
      userId: this.user_id,
    });
    this.#pokes = options.streams
      ? new Pokes({
          environment: options.environment,
          streams: options.streams,
          name: database.name,
          isNew: (scope, version) => version > this.#view.versionOf(scope),
          wake: () => this.syncNow(),
          onFailure: (error) => this.#fail(error),
        })
      : null;
    this.#schedule = new DrainSchedule({
      environment: options.environment,
      lock: new PatientLock(options.environment, database.name),
      drain: () => this.#drain.run(),
      isPoked: () => this.#pokes?.isAlive ?? false,
      hasPending: () => outbox.pending.length > 0,
      onDone: () => this.#checkSnapshot(),
      changed: () => this.#notify(),
      failed: (error) => this.#fail(error),
    });
  }

  async begin(): Promise<void> {
    await this.#outbox.load(this.#view, this.#pictures);
    // Rows of another shape, from before or after an update of the app, are fetched again and never shown.
    const held = await dropOtherShapes(this.#database, this.#view.state);
    if (held === 'none') await this.forgetSnapshot();
    else if (held === 'some') await this.#outbox.load(this.#view);
    await this.#left.show();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  read<Table extends SnapshotTable>(scope: Scope, table: Table): RowsResult<Table> {
    return this.#view.isMissing(table) ? loading : this.#view.read(scope, table);
  }

  readAll<Table extends SnapshotTable>(table: Table): RowsResult<Table> {
    return this.#view.isMissing(table) ? loading : this.#view.readAll(table);
  }

  isPopulated(table?: SnapshotTable): boolean {
    const { schema, complete } = this.#view.state;
    return schema !== null && complete && (table === undefined || !this.#view.isMissing(table));
  }

  learn(definitions: readonly AnyQueuedDefinition[]): void {
    const later = definitions.filter(({ endpoint }) => !this.#definitions.has(endpoint.name));
    if (later.length === 0) return;
    for (const definition of later) this.#definitions.set(definition.endpoint.name, definition);
    this.#view.replayAll();
    this.#notify();
  }

  async enqueue<E extends Endpoint>(
    definition: QueuedDefinition<E>,
    input: EndpointInput<E>,
  ): Promise<Enqueued> {
    // What the person saw is read when it is this call's turn, so that it includes the calls before it.
    const stored = await this.#outbox.add(definition, () => this.#asSeen(definition, input));
    this.#storedCalls();
    return stored;
  }

  async enqueueTogether<E extends Endpoint>(
    definition: QueuedDefinition<E>,
    inputs: readonly EndpointInput<E>[],
  ): Promise<string[]> {
    const ids = await this.#outbox.addTogether(definition, () =>
      inputs.map((input) => this.#asSeen(definition, input)),
    );
    this.#storedCalls();
    return ids;
  }

  #asSeen<E extends Endpoint>(definition: QueuedDefinition<E>, input: EndpointInput<E>) {
    const base = definition.base?.(input, this.#view.find);
    const text = definition.describe(input, this.#view.find);
    return { input, text, ...(base && { base }) };
  }

  #storedCalls(): void {
    this.#storedSomething();
    this.#environment.requestBackgroundSync?.();
    this.#schedule.queued();
  }

  status(): SyncStatus {
    this.#status ??= statusOf(this.#outbox, this.#pictures.list, this.#schedule);
    return this.#status;
  }

  changes(): readonly ChangeItem[] {
    this.#changes ??= changesOf(this.#outbox, this.#pictures.list);
    return this.#changes;
  }

  #isPicture(id: string): boolean {
    return this.#pictures.list.some((picture) => picture.id === id);
  }

  async keepPicture(picture: NewPicture): Promise<string> {
    const sha256 = await this.#pictures.keep(picture);
    this.#storedSomething();
    return sha256;
  }

  pictures(): readonly KeptPicture[] {
    return this.#pictures.list;
  }

  async openPicture(sha256: string): Promise<Blob | null> {
    const kept = this.#pictures.list.find(({ id }) => partsOfPictureId(id).sha256 === sha256);
    return kept ? await this.#pictures.open(kept.id) : null;
  }

  async retry(mutationId: string): Promise<void> {
    if (this.#isPicture(mutationId)) await this.#pictures.note(mutationId, 'waiting');
    else await this.#retryCall(mutationId);
    this.#storedSomething();
    this.syncNow();
  }

  async #retryCall(mutationId: string): Promise<void> {
    await this.#outbox.retry(
      mutationId,
      ({ name, input }) => this.#definitions.get(name)?.base?.(input as never, this.#view.find),
      this.#view,
    );
  }

  async discard(mutationId: string): Promise<void> {
    if (this.#isPicture(mutationId)) await this.#pictures.forget(({ id }) => id === mutationId);
    else await this.#outbox.discard(mutationId, this.#view);
    this.#storedSomething();
  }

  start(): void {
    // Not sooner: the first rows need none of it, and the browser opens one thing after the other.
    this.#otherTabs();
    // What another tab stored since the first reading, nobody heard.
    this.#readAgain();
    Promise.all([this.#storage.begin(), this.#sealer.ready()]).catch((error: unknown) => this.#fail(error));
    // There may be room at school by now.
    for (const { id, state } of this.#pictures.list)
      if (state === 'full') this.retry(id).catch((error: unknown) => this.#fail(error));
    this.#stopWaking ??= this.#environment.onWake(() => this.#schedule.wake());
    // A wake-up that was asked for may have come while the school could not be reached.
    this.#stopLeaving ??= this.#environment.onLeave(() => {
      if (this.#outbox.hasWaiting()) this.#environment.requestBackgroundSync?.();
    });
    this.#pokes?.start();
    this.syncNow();
  }

  syncNow(): void {
    this.#schedule.syncNow();
  }

  /** Runs in the background: nothing waits for the comparison. */
  #checkSnapshot(): void {
    this.#check.run().then(
      (differs) => {
        if (differs) this.syncNow();
      },
      (error: unknown) => this.#fail(error),
    );
  }

  #storedSomething(): void {
    if (this.#closed) return;
    this.#notify();
    this.#tellOtherTabs();
  }

  #tellOtherTabs(): void {
    if (!this.#closed) this.#otherTabs().send('stored');
  }

  /** The line to the other tabs, which is opened when it is first needed. */
  #otherTabs(): Channel {
    if (this.#channel) return this.#channel;
    const channel = this.#environment.openChannel(this.#database.name);
    channel.listen(() => this.#readAgain());
    this.#channel = channel;
    return channel;
  }

  /** Once closed, what was under way fails because it shall. */
  #fail(error: unknown): void {
    if (!this.#closed) this.#onFailure(error);
  }

  /** What is stored may be other than what is in memory. */
  #readAgain(): void {
    if (this.#closed) return;
    Promise.all([this.#outbox.load(this.#view), this.#pictures.load()]).then(
      () => this.#notify(),
      (error: unknown) => this.#fail(error),
    );
  }

  /** Nothing waits for it here: it runs while a call is being stored, whose turn it is. */
  async #evict(): Promise<boolean> {
    const evicted =
      (await this.#pictures.forget(({ state }) => state === 'sent')) ||
      (await this.#database.evict(this.#view.openScopes));
    if (!evicted) return false;
    this.#readAgain();
    this.#tellOtherTabs();
    return true;
  }

  async forgetSnapshot(): Promise<void> {
    await this.#database.forgetRows(await this.#left.seal());
    await this.#outbox.load(this.#view);
    // What the school has, and what was taken out of the text before any change named it.
    const named = this.#outbox.namedPictures;
    await this.#pictures.forget(({ id, state }) => state === 'sent' || (state === 'kept' && !named.has(id)));
    this.#storedSomething();
  }

  close(): void {
    this.#closed = true;
    this.#stopWaking?.();
    this.#stopLeaving?.();
    this.#pokes?.stop();
    this.#schedule.close();
    this.#channel?.close();
    this.#database.close();
    this.#storage.close();
    this.#device.close();
    this.#listeners.clear();
  }

  #notify(): void {
    this.#status = null;
    this.#changes = null;
    for (const listener of this.#listeners) listener();
  }
}
