import type { EndpointInput, Endpoint } from '#contract/kit/endpoint.ts';
import type { Profile, User } from '#contract/identity/identity.schema.ts';
import type { ProblemBody } from '#contract/kit/problem.ts';
import { snapshotSchemaVersion, type Scope, type SnapshotTable } from '#contract/sync/sync.schema.ts';
import type { ApiClient, StreamClient } from './api-client.ts';
import { backoffDelay } from './backoff.ts';
import { SnapshotCheck } from './check.ts';
import { leftOf, type Hold } from './clock.ts';
import { DeviceDatabase } from './device-database.ts';
import { Drain, failuresAfter, type DrainEnd } from './drain.ts';
import type { Channel, SyncEnvironment } from './environment.ts';
import { keptOnDevice } from './kept-works.ts';
import { Pokes } from './pokes.ts';
import { Outbox, type SettledCall } from './outbox.ts';
import { lockRetry, PatientLock } from './patient-lock.ts';
import { partsOfPictureId, type AnyQueuedDefinition, type QueuedDefinition } from './queued.ts';
import { Pictures, type KeptPicture, type NewPicture } from './pictures.ts';
import { ReplicaDatabase, type ExpectedRows } from './replica-database.ts';
import type { SettledState } from './replica-stores.ts';
import { Sealer } from './sealing.ts';
import { DeviceStorage, noteOlderCopy } from './storage.ts';
import { dependentsOf } from './verdict.ts';
import { View, type RowsResult } from './view.ts';

/** What the status chip says, in the person's terms. */
export interface SyncStatus {
  readonly state:
    | 'all_sent'
    /** As that, and somebody of the staff has decided what had been kept at school. */
    | 'looked_at'
    | 'saved_here'
    | 'sending'
    | 'waiting_for_network'
    | 'waiting_for_sign_in'
    | 'waiting_for_update'
    | 'needs_you';
  /** Changes that the server has not got yet, without those that are nobody's work (`isQuiet`). */
  readonly waiting: number;
  /** Changes that ended otherwise than applied and wait for a person. */
  readonly refused: number;
  /** True while a run is under way, whether it will get through or not. */
  readonly busy: boolean;
  /** Whether the last exchange with the server worked; null before the first. */
  readonly reachable: boolean | null;
  readonly last_exchange_at: string | null;
}

/** One change, for the list of what became of them. */
export interface ChangeItem {
  readonly mutation_id: string;
  readonly seq: number;
  readonly text: string;
  /** `let_through` and `dismissed`: what somebody of the staff made of one that was parked. */
  readonly state: 'waiting' | 'applied' | 'unreadable' | 'let_through' | 'dismissed' | SettledState;
  readonly queued_at: string;
  readonly problem: ProblemBody | null;
  /** How many other changes build on this one, and go with it when it is discarded. */
  readonly builds_on_it: number;
  /** True for one that is nobody's work (`isQuiet`): no list shows it while it waits. */
  readonly is_quiet: boolean;
}

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
  /** False until a first download was stored. */
  isPopulated(): boolean;
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

export interface ReplicaOptions {
  environment: SyncEnvironment;
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

/** Milliseconds between pulls while somebody looks. */
const pollInterval = 15_000;
/** The same while a stream tells us of what is new. */
const pokedPollInterval = 60_000;

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
  readonly #environment: SyncEnvironment;
  readonly #database: ReplicaDatabase;
  readonly #outbox: Outbox;
  readonly #pictures: Pictures;
  readonly #view: View;
  readonly #definitions: Map<string, AnyQueuedDefinition>;
  readonly #drain: Drain;
  readonly #check: SnapshotCheck;
  readonly #pokes: Pokes | null;
  readonly #storage: DeviceStorage;
  readonly #sealer: Sealer;
  readonly #device: DeviceDatabase;
  readonly #lock: PatientLock;
  #channel: Channel | null = null;
  readonly #onFailure: (error: unknown) => void;
  readonly #listeners = new Set<() => void>();
  #stopWaking: (() => void) | null = null;
  #stopLeaving: (() => void) | null = null;
  #callOffTimer: (() => void) | null = null;
  #running = false;
  #runAgain = false;
  #closed = false;
  #failures = 0;
  #hold: Hold = { since: 0, milliseconds: 0 };
  #end: DrainEnd['kind'] | null = null;
  #lastExchange: string | null = null;
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
      kept: keptOnDevice(device, this.#environment, this),
    });
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
    this.#lock = new PatientLock(options.environment, database.name);
  }

  async begin(): Promise<void> {
    await this.#outbox.load(this.#view, this.#pictures);
    const { schema } = this.#view.state;
    if (schema === null || schema === snapshotSchemaVersion) return;
    // Rows of another shape, from before or after an update of the app, are fetched anew and never shown.
    await this.forgetSnapshot();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  read<Table extends SnapshotTable>(scope: Scope, table: Table): RowsResult<Table> {
    return this.#view.read(scope, table);
  }

  readAll<Table extends SnapshotTable>(table: Table): RowsResult<Table> {
    return this.#view.readAll(table);
  }

  isPopulated(): boolean {
    return this.#view.state.schema !== null && this.#view.state.complete;
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
    // While the server cannot be had, every change would knock again; the timer that is set does, soon enough (law 7).
    if (this.#failures === 0 || this.#callOffTimer === null) this.syncNow();
  }

  status(): SyncStatus {
    this.#status ??= this.#computeStatus();
    return this.#status;
  }

  #computeStatus(): SyncStatus {
    const calls = this.#outbox.pending.filter((call) => call.state === 'waiting' && !call.is_quiet).length;
    // A picture goes with the change that shows it, and counts by itself where none waits for it any more.
    const waiting =
      calls + this.#pictures.list.filter(({ state }) => state === 'waiting' || state === 'full').length;
    // What is parked is at school, and nothing that its owner could do anything about.
    const ended = this.#outbox.settled.filter((call) => call.state !== 'parked');
    const refused = ended.length + this.#outbox.unreadable.length + this.#refusedPictures().length;
    const facts = {
      waiting,
      refused,
      busy: this.#running,
      reachable: this.#end === null ? null : this.#end !== 'no_network',
      last_exchange_at: this.#lastExchange,
    };
    if (refused > 0) return { ...facts, state: 'needs_you' };
    if (waiting === 0) {
      const isNews = this.#outbox.settled.some((call) => call.decided !== undefined);
      return { ...facts, state: isNews ? 'looked_at' : 'all_sent' };
    }
    if (this.#end === 'sign_in') return { ...facts, state: 'waiting_for_sign_in' };
    if (this.#end === 'needs_update') return { ...facts, state: 'waiting_for_update' };
    if (this.#end === 'no_network') return { ...facts, state: 'waiting_for_network' };
    return { ...facts, state: this.#running ? 'sending' : 'saved_here' };
  }

  changes(): readonly ChangeItem[] {
    this.#changes ??= this.#listChanges();
    return this.#changes;
  }

  #listChanges(): ChangeItem[] {
    const { settled, pending, unreadable } = this.#outbox;
    const readable = [
      ...settled.map((call) => ({ ...call, state: stateOf(call) })),
      ...pending.map((call) => ({ ...call, problem: null })),
    ];
    return [
      ...this.#refusedPictures().map(({ id, kept_at, media_type, problem }) => {
        const text = media_type.startsWith('audio/') ? 'A recording of yours' : 'A picture of yours';
        return alone({ mutation_id: id, seq: 0, queued_at: kept_at }, text, 'refused', problem);
      }),
      ...unreadable.map((call) => alone(call, 'A saved change', 'unreadable', null)),
      ...readable.map(({ mutation_id, seq, text, state, queued_at, problem, is_quiet = false }) => ({
        mutation_id,
        seq,
        text,
        state,
        queued_at,
        problem,
        builds_on_it: dependentsOf(mutation_id, readable).length,
        is_quiet,
      })),
    ];
  }

  #refusedPictures(): KeptPicture[] {
    return this.#pictures.list.filter(({ state }) => state === 'refused');
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
    this.#stopWaking ??= this.#environment.onWake(() => {
      // The world changed: whatever we waited for may be over.
      this.#failures = 0;
      this.syncNow();
    });
    // A wake-up that was asked for may have come while the school could not be reached.
    this.#stopLeaving ??= this.#environment.onLeave(() => {
      if (this.#outbox.hasWaiting()) this.#environment.requestBackgroundSync?.();
    });
    this.#pokes?.start();
    this.syncNow();
  }

  syncNow(): void {
    if (this.#closed) return;
    if (this.#running) {
      this.#runAgain = true;
      return;
    }
    const held = leftOf(this.#hold, this.#environment.now());
    if (held > 0) {
      this.#scheduleAfter(held);
      return;
    }
    this.#running = true;
    this.#cancelTimer();
    this.#notify();
    this.#runUnderLock().catch((error: unknown) => {
      this.#running = false;
      this.#failures += 1;
      this.#fail(error);
      this.#scheduleAfter(backoffDelay(this.#failures, this.#environment.random(), null));
      this.#notify();
    });
  }

  async #runUnderLock(): Promise<void> {
    this.#runAgain = false;
    const end = await this.#lock.run(() => this.#drain.run());
    this.#running = false;
    if (end === null) this.#scheduleAfter(lockRetry);
    else this.#finish(end);
    this.#notify();
  }

  /** Nothing waits for it. */
  #checkSnapshot(): void {
    this.#check.run().then(
      (differs) => {
        if (differs) this.syncNow();
      },
      (error: unknown) => this.#fail(error),
    );
  }

  #finish(end: DrainEnd): void {
    this.#end = end.kind;
    if (end.kind !== 'no_network') this.#lastExchange = new Date(this.#environment.now()).toISOString();
    if (end.kind === 'done' || end.kind === 'more') {
      this.#failures = 0;
      if (end.kind === 'done') this.#checkSnapshot();
      if (this.#runAgain || end.kind === 'more') this.#scheduleAfter(0);
      else this.#scheduleAfter(this.#pokes?.isAlive ? pokedPollInterval : pollInterval);
      return;
    }
    this.#failures = failuresAfter(this.#failures, end);
    const retryAfter = end.kind === 'again' ? end.retryAfter : null;
    if (retryAfter !== null) this.#hold = { since: this.#environment.now(), milliseconds: retryAfter * 1000 };
    this.#scheduleAfter(backoffDelay(this.#failures, this.#environment.random(), retryAfter));
  }

  #scheduleAfter(milliseconds: number): void {
    this.#cancelTimer();
    if (this.#closed) return;
    this.#callOffTimer = this.#environment.setTimer(() => {
      this.#callOffTimer = null;
      // Nobody looks and nothing waits: the poll rests until somebody comes back.
      const idle = this.#outbox.pending.length === 0 && !this.#environment.isVisible();
      if (idle) this.#scheduleAfter(pollInterval);
      else this.syncNow();
    }, milliseconds);
  }

  #cancelTimer(): void {
    this.#callOffTimer?.();
    this.#callOffTimer = null;
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
    await this.#database.write(async (stored) => {
      const { pulls } = await stored.readState();
      stored.rows.dropAll();
      // Counted up, so that a pull that is still on its way finds that it is too late.
      stored.writeState({ cursor: null, pulls: pulls + 1, complete: false });
    });
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
    this.#cancelTimer();
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

function stateOf({ state, decided }: SettledCall): ChangeItem['state'] {
  if (decided === undefined) return state;
  return decided === 'applied' ? 'let_through' : 'dismissed';
}

/** One that nothing builds on. */
function alone(
  { mutation_id, seq, queued_at }: Pick<ChangeItem, 'mutation_id' | 'seq' | 'queued_at'>,
  text: string,
  state: ChangeItem['state'],
  problem: ProblemBody | null,
): ChangeItem {
  return { mutation_id, seq, queued_at, text, state, problem, builds_on_it: 0, is_quiet: false };
}
