import * as v from 'valibot';
import { DeviceToken } from '#contract/devices/preparation.schema.ts';
import { Id } from '#contract/kit/id.ts';
import { base64url } from './base64url.ts';
import { DeviceDatabase, deviceIdIn, withDeviceDatabase, type DeviceFacts } from './device-database.ts';
import type { SyncEnvironment } from './environment.ts';
import { isQuotaError } from './quota.ts';

/** Kept beside IndexedDB, so that it may be there when IndexedDB is not any more. */
const Marker = v.object({
  device_id: Id,
  unsent: v.number(),
  /** Missing in one of an earlier version. */
  known_by: v.optional(DeviceToken),
});
type Marker = v.InferOutput<typeof Marker>;

/** What the tablet had stored is gone, or some of it. */
export interface Wipe {
  /** `cleared`: by the browser. `older_copy`: what is stored is of an earlier time, as after a backup was put back. */
  kind: 'cleared' | 'older_copy';
  /** Changes that had not been sent when the tablet last counted them; of an older copy nobody knows. */
  lost: number;
  /** True once a person was told. */
  told: boolean;
  /** True once the school was told. */
  reported: boolean;
}

/** Bytes kept back for the outbox: some hundreds of changes, or a long text. */
export const reserveBytes = 1024 * 1024;
/** The reserve is taken only where so many times its size is free: it must not be what fills the tablet. */
const roomForReserve = 8;
/** What browsers give of random bytes at a time. */
const randomBytesAtOnce = 65_536;

/**
 * The tablet's storage as a whole, whoever uses it: a reserve for the outbox, the browser's promise to keep what is stored,
 * and a look at whether it did.
 */
export class DeviceStorage {
  readonly #environment: SyncEnvironment;
  readonly #device: DeviceDatabase;
  #deviceId: string | null = null;
  #knownBy: string | null = null;

  constructor(environment: SyncEnvironment) {
    this.#environment = environment;
    this.#device = new DeviceDatabase(environment);
  }

  /**
   * Looks whether the store was cleared since it was last used: its canary is gone and the marker is not. The tablet keeps
   * its id, so that the school knows it again. Called before anything else is stored.
   */
  async begin(): Promise<void> {
    const before = readMarker(this.#environment.storage?.readMarker() ?? null);
    this.#deviceId =
      (await this.#device.knownId()) ??
      (await this.#device.together(async (facts) => {
        const id = await deviceIdIn(facts, before?.device_id);
        if ((await facts.readFact('canary')) !== undefined) return id;
        await facts.writeFact('canary', id);
        const wipe: Wipe = { kind: 'cleared', lost: before?.unsent ?? 0, told: false, reported: false };
        if (before) await facts.writeFact('wipe', wipe);
        return id;
      }));
    this.#knownBy = before?.known_by ?? base64url(this.#environment.randomBytes(32));
    const isNoted = before?.device_id === this.#deviceId && before.known_by !== undefined;
    if (!isNoted) this.noteUnsent(before?.unsent ?? 0);
  }

  get deviceId(): string {
    if (this.#deviceId === null) throw new Error('The storage of the device was not looked at yet');
    return this.#deviceId;
  }

  /** By this the school knows the tablet again after its databases were cleared, and its key with them. */
  get knownBy(): string {
    if (this.#knownBy === null) throw new Error('The storage of the device was not looked at yet');
    return this.#knownBy;
  }

  /** Keeps the number of unsent changes in the marker, so that somebody can be told what a wipe took. */
  noteUnsent(unsent: number): void {
    const marker: Marker = { device_id: this.deviceId, unsent, known_by: this.knownBy };
    this.#environment.storage?.writeMarker(JSON.stringify(marker));
  }

  /** The last time that the store was cleared, as long as somebody has still to be told. */
  async wipe(): Promise<Wipe | null> {
    return await readWipe(this.#device);
  }

  /** Notes that the person or the school was told; when both were, it is over. */
  async noteTold(whom: 'told' | 'reported'): Promise<void> {
    await this.#device.together(async (facts) => {
      const wipe = await readWipe(facts);
      if (!wipe) return;
      const next = { ...wipe, [whom]: true };
      if (next.told && next.reported) await facts.deleteFact('wipe');
      else await facts.writeFact('wipe', next);
    });
  }

  /** Asks the browser to keep what is stored, where it does not yet. Null where it does not say. */
  async persist(): Promise<boolean | null> {
    const { storage } = this.#environment;
    if (!storage) return null;
    const kept = await storage.persisted();
    return kept === false ? await storage.persist() : kept;
  }

  async freeBytes(): Promise<number | null> {
    return (await this.#environment.storage?.free()) ?? null;
  }

  /** Puts the reserve back where it is missing and there is room. */
  async keepReserve(): Promise<void> {
    const free = await this.freeBytes();
    if (free !== null && free < reserveBytes * roomForReserve) return;
    if ((await this.#device.factNames('reserve')).length > 0) return;
    try {
      await this.#device.writeFact('reserve', this.#padding());
    } catch (error) {
      // There is less room than the browser said. What was to be kept back for the outbox is left free.
      if (!isQuotaError(error)) throw error;
    }
  }

  // Zeros would be stored as next to nothing.
  #padding(): Uint8Array {
    const padding = new Uint8Array(reserveBytes);
    for (let start = 0; start < reserveBytes; start += randomBytesAtOnce) {
      padding.set(this.#environment.randomBytes(randomBytesAtOnce), start);
    }
    return padding;
  }

  /** Gives the reserve away. False: it was not there. */
  async releaseReserve(): Promise<boolean> {
    const isHeld = (await this.#device.factNames('reserve')).length > 0;
    if (isHeld) await this.#device.deleteFact('reserve');
    return isHeld;
  }

  /**
   * Clears something away for a write that did not fit. False: there was nothing left to clear. The reserve goes first,
   * because nobody misses it; then, by `evict`, what can be fetched again.
   */
  async makeRoom(evict: () => Promise<boolean>): Promise<boolean> {
    if (await this.releaseReserve()) return true;
    try {
      return await evict();
    } catch (error) {
      if (isQuotaError(error)) return false;
      throw error;
    }
  }

  close(): void {
    this.#device.close();
  }
}

async function readWipe(facts: DeviceFacts): Promise<Wipe | null> {
  const noted = (await facts.readFact('wipe')) as (Omit<Wipe, 'kind'> & Partial<Wipe>) | undefined;
  // One that was noted before there were two kinds is of the first.
  return noted ? { kind: 'cleared', ...noted } : null;
}

/** Notes what the server has noticed: this tablet sent more than it remembers. */
export function noteOlderCopy(environment: SyncEnvironment): Promise<void> {
  return withDeviceDatabase(environment, async (device) => {
    const wipe: Wipe = { kind: 'older_copy', lost: 0, told: false, reported: false };
    try {
      await device.writeFact('wipe', wipe);
    } catch (error) {
      // On a full tablet the room is for changes. What is here is sent and fetched as ever, and only the notice is missing.
      if (!isQuotaError(error)) throw error;
    }
  });
}

function readMarker(text: string | null): Marker | null {
  if (text === null) return null;
  try {
    const result = v.safeParse(Marker, JSON.parse(text));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}
