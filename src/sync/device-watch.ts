import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { deviceReportMessage } from '#contract/devices/devices.rules.ts';
import type { DeviceReport } from '#contract/devices/devices.schema.ts';
import { product } from '#contract/kit/product.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from './api-client.ts';
import { elapsed } from './clock.ts';
import type { SyncEnvironment } from './environment.ts';
import { devicePublicKey, signAsDevice } from './grants.ts';
import type { Replica } from './replica.ts';
import { DeviceStorage, type Wipe } from './storage.ts';
import { unsentOnThisDevice } from './unsent.ts';

/** What is known of this tablet as a whole. */
export interface DeviceFacts {
  readonly device_id: string;
  /** Changes of everybody else that wait here. */
  readonly unsent_of_others: number;
  readonly others: number;
  /** Null where the browser does not say. */
  readonly free_bytes: number | null;
  readonly storage_persisted: boolean | null;
  /** True once the school has heard of the tablet from this page. */
  readonly is_reported: boolean;
  /** The browser cleared the storage, and the person has not been told yet. */
  readonly wipe: Wipe | null;
}

/** Milliseconds between two reports while nothing happens, and between two looks at the storage. */
const reportInterval = 60_000;
/** Milliseconds after a report that did not get through. */
const retryInterval = 15_000;

/**
 * Looks after the tablet while somebody is signed in, and tells the school about it: beside the runs of the replica, so that
 * no report ever holds one up.
 */
export class DeviceWatch {
  readonly #environment: SyncEnvironment;
  readonly #api: ApiClient;
  readonly #replica: Replica;
  readonly #storage: DeviceStorage;
  readonly #onFailure: (error: unknown) => void;
  readonly #listeners = new Set<() => void>();
  #facts: DeviceFacts | null = null;
  #stopListening: (() => void) | null = null;
  #busy = false;
  #closed = false;
  /** What the school was told last; null before the first time. */
  #told: { unsent: number; at: number } | null = null;
  #triedAt: number | null = null;
  #noted: number | null = null;
  /** The last exchange before something began to wait; undefined while nothing does. */
  #before: string | null | undefined;

  constructor(options: {
    environment: SyncEnvironment;
    api: ApiClient;
    replica: Replica;
    /** Hears of failures that nobody waits for. */
    onFailure: (error: unknown) => void;
  }) {
    this.#environment = options.environment;
    this.#api = options.api;
    this.#replica = options.replica;
    this.#onFailure = options.onFailure;
    this.#storage = new DeviceStorage(options.environment);
  }

  /** Null until the tablet was looked at; then the same object until something in it changes. */
  facts(): DeviceFacts | null {
    return this.#facts;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Asks the browser to keep what is stored, and watches from now on. */
  async start(): Promise<void> {
    await this.#storage.begin();
    await this.#storage.persist();
    await this.#look();
    if (this.#closed) return;
    this.#stopListening = this.#replica.subscribe(() => this.#consider());
    this.#consider();
  }

  /** The person has read that the storage was cleared. */
  async noteWipeRead(): Promise<void> {
    await this.#storage.noteTold('told');
    if (this.#facts) this.#set({ ...this.#facts, wipe: null });
  }

  close(): void {
    this.#closed = true;
    this.#stopListening?.();
    this.#listeners.clear();
    if (!this.#busy) this.#storage.close();
  }

  /** Everything that waits on this tablet: what is this person's is known from the replica, at any moment. */
  #unsent(facts: DeviceFacts): number {
    return this.#own() + facts.unsent_of_others;
  }

  #own(): number {
    const { waiting, refused } = this.#replica.status();
    return waiting + refused;
  }

  async #look(): Promise<void> {
    const people = await unsentOnThisDevice(this.#environment, this.#replica.tenant_id);
    const others = people.filter(({ user_id }) => user_id !== this.#replica.user_id);
    const wipe = await this.#storage.wipe();
    const { storage } = this.#environment;
    this.#set({
      device_id: this.#storage.deviceId,
      unsent_of_others: others.reduce((sum, { changes }) => sum + changes, 0),
      others: others.length,
      free_bytes: await this.#storage.freeBytes(),
      storage_persisted: (await storage?.persisted()) ?? null,
      is_reported: this.#told !== null,
      wipe: wipe?.told ? null : wipe,
    });
    await this.#storage.keepReserve();
  }

  #consider(): void {
    const facts = this.#facts;
    if (!facts || this.#closed) return;
    const unsent = this.#unsent(facts);
    if (unsent !== this.#noted) {
      this.#noted = unsent;
      this.#storage.noteUnsent(unsent);
    }
    if (unsent === 0) this.#before = undefined;
    else if (this.#before === undefined) this.#before = this.#replica.status().last_exchange_at;
    if (this.#busy || !this.#isDue(unsent)) return;
    this.#busy = true;
    this.#report()
      .catch((error: unknown) => {
        // The school does not answer, or does not want to hear it now: it is said again later.
        const isExpected = error instanceof NoNetworkError || error instanceof ApiProblem;
        if (!isExpected && !this.#closed) this.#onFailure(error);
      })
      .finally(() => {
        this.#busy = false;
        if (this.#closed) this.#storage.close();
      });
  }

  /** Only beside an exchange that worked. A change that the next exchange takes along is not worth a report. */
  #isDue(unsent: number): boolean {
    const { reachable, last_exchange_at, busy } = this.#replica.status();
    if (reachable !== true || last_exchange_at === null || busy) return false;
    const now = this.#environment.now();
    const isPast = (since: number, milliseconds: number) => elapsed(since, now) >= milliseconds;
    if (this.#triedAt !== null && !isPast(this.#triedAt, retryInterval)) return false;
    if (this.#told === null || isPast(this.#told.at, reportInterval)) return true;
    const waitsOn = unsent > 0 && this.#before !== last_exchange_at;
    return this.#told.unsent === 0 ? waitsOn : unsent === 0;
  }

  async #report(): Promise<void> {
    this.#triedAt = this.#environment.now();
    await this.#look();
    const facts = this.#facts;
    if (!facts || this.#closed) return;
    const unsent = this.#unsent(facts);
    const wipe = await this.#storage.wipe();
    const report: DeviceReport = {
      device_id: facts.device_id,
      app_version: product.version,
      unsent,
      unsent_people: facts.others + (this.#own() > 0 ? 1 : 0),
      free_bytes: facts.free_bytes,
      storage_persisted: facts.storage_persisted,
      storage_wiped: wipe?.reported === false,
    };
    const proof = {
      public_key: await devicePublicKey(this.#environment),
      known_by: this.#storage.knownBy,
      signature: await signAsDevice(this.#environment, deviceReportMessage(report)),
    };
    await this.#api.call(deviceEndpoints.report, { body: { ...report, ...proof } });
    this.#told = { unsent, at: this.#environment.now() };
    this.#triedAt = null;
    this.#set({ ...(this.#facts ?? facts), is_reported: true });
    if (wipe) await this.#storage.noteTold('reported');
  }

  #set(facts: DeviceFacts): void {
    if (this.#closed) return;
    const before = this.#facts;
    const { wipe, ...others } = facts;
    const keys = Object.keys(others) as (keyof typeof others)[];
    const isSameWipe = (before?.wipe === null) === (wipe === null);
    if (before && isSameWipe && keys.every((key) => before[key] === facts[key])) return;
    this.#facts = facts;
    for (const listener of this.#listeners) listener();
  }
}
