import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { DrainEnvironment } from '#src/sync/drain-environment.ts';
import type { Channel, Locks } from '#src/sync/environment.ts';

/** A tablet: what its tabs share. Storage outlives a tab that is thrown away, as it does a crash. */
export class TestDevice {
  readonly indexedDb = new IDBFactory();
  readonly channels = new Map<string, Set<TestChannel>>();
  readonly held = new Map<string, symbol>();
  /** Those who wait for a lock, by its name. */
  readonly waiting = new Map<string, (() => void)[]>();
}

/** Time that stands still until a test moves it; timers run in the order of their moments. */
export class TestTime {
  #now: number;
  #timers: { at: number; id: number; work: () => void }[] = [];
  #made = 0;

  constructor(start = Date.UTC(2026, 8, 7, 9, 0, 0)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  setTimer(work: () => void, milliseconds: number): () => void {
    this.#made += 1;
    const id = this.#made;
    this.#timers.push({ at: this.#now + milliseconds, id, work });
    return () => this.#callOff(id);
  }

  #callOff(id: number): void {
    this.#timers = this.#timers.filter((each) => each.id !== id);
  }

  get pendingTimers(): number {
    return this.#timers.length;
  }

  /** Moves on, running what falls due; between two timers everything that waits for a promise goes on. */
  async advance(milliseconds: number): Promise<void> {
    const until = this.#now + milliseconds;
    // What is still under way may set timers of its own that fall due before then.
    await settled();
    for (;;) {
      const next = this.#timers.toSorted((one, other) => one.at - other.at || one.id - other.id)[0];
      if (!next || next.at > until) break;
      this.#now = next.at;
      this.#callOff(next.id);
      next.work();
      await settled();
    }
    this.#now = until;
    await settled();
  }
}

/** The shipped number takes a large part of a second for each password; src/sync/vault.test.ts holds it. */
export const testKeyRounds = 1000;

/** How much is under way that no number of turns is sure to outlast: sealing, requests to the server, transactions. */
let underWay = 0;
const whenOver: (() => void)[] = [];

/** Lets `settled` wait for something that really takes time. */
export async function outlast<Result>(work: Promise<Result>): Promise<Result> {
  underWay += 1;
  try {
    return await work;
  } finally {
    underWay -= 1;
    if (underWay === 0) for (const goOn of whenOver.splice(0)) goOn();
  }
}

/** The real thing, counted. */
function countedCrypto(): SubtleCrypto {
  return new Proxy(crypto.subtle, {
    get(subtle, name) {
      const member: unknown = Reflect.get(subtle, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => outlast(Reflect.apply(member, subtle, given) as Promise<unknown>);
    },
  });
}

// Fake IndexedDB takes some turns for every step of a transaction.
const { transaction } = IDBDatabase.prototype;
IDBDatabase.prototype.transaction = function counted(...given) {
  const opened = transaction.apply(this, given);
  void outlast(
    new Promise<void>((resolve) => {
      opened.addEventListener('complete', () => resolve());
      opened.addEventListener('abort', () => resolve());
    }),
  );
  return opened;
};

/** Lets everything go on that does not wait for time. */
export async function settled(turns = 12): Promise<void> {
  for (let quiet = 0; quiet < turns; quiet += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (underWay === 0) continue;
    quiet = -1;
    // Looking again and again would take the processor away from what we wait for.
    await new Promise<void>((resolve) => whenOver.push(resolve));
  }
}

class TestChannel implements Channel {
  readonly #others: Set<TestChannel>;
  #listener: ((message: unknown) => void) | null = null;

  constructor(others: Set<TestChannel>) {
    this.#others = others;
    others.add(this);
  }

  send(message: unknown): void {
    for (const other of this.#others) {
      if (other !== this) setImmediate(() => other.#listener?.(message));
    }
  }

  listen(listener: (message: unknown) => void): void {
    this.#listener = listener;
  }

  close(): void {
    this.#listener = null;
    this.#others.delete(this);
  }
}

/** Resolves when the lock was let go, or when the waiting is over. */
async function letGo(device: TestDevice, name: string, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    device.waiting.set(name, [...(device.waiting.get(name) ?? []), resolve]);
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}

function testLocks(device: TestDevice): Locks {
  return {
    async run(name, mode, work, signal) {
      if (mode === 'if_free' && device.held.has(name)) return null;
      for (;;) {
        if (signal?.aborted) return null;
        // Whoever waited with us may have been faster.
        if (mode !== 'wait' || !device.held.has(name)) break;
        await letGo(device, name, signal);
      }
      const holder = Symbol(name);
      device.held.set(name, holder);
      try {
        return await work();
      } finally {
        if (device.held.get(name) === holder) {
          device.held.delete(name);
          for (const look of device.waiting.get(name)?.splice(0) ?? []) look();
        }
      }
    },
  };
}

export interface TestTab {
  environment: DrainEnvironment;
  /** Back online, or looked at again. */
  wake(): void;
  /** Nobody looks any more. */
  leave(): void;
  /** How often the browser was asked to wake us. */
  wakeUps: number;
  visible: boolean;
}

export function openTab(device: TestDevice, time: TestTime, random: () => number = () => 0.5): TestTab {
  const wakers = new Set<() => void>();
  const leavers = new Set<() => void>();
  const tab: TestTab = {
    visible: true,
    wake: () => {
      for (const wake of wakers) wake();
    },
    leave: () => {
      tab.visible = false;
      for (const left of leavers) left();
    },
    wakeUps: 0,
    environment: {
      now: () => time.now(),
      random,
      setTimer: (work, milliseconds) => time.setTimer(work, milliseconds),
      indexedDb: { indexedDB: device.indexedDb, IDBKeyRange },
      crypto: countedCrypto(),
      randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
      keyRounds: testKeyRounds,
      locks: testLocks(device),
      openChannel(name) {
        const others = device.channels.get(name) ?? new Set();
        device.channels.set(name, others);
        return new TestChannel(others);
      },
      onWake(wake) {
        wakers.add(wake);
        return () => wakers.delete(wake);
      },
      onLeave(left) {
        leavers.add(left);
        return () => leavers.delete(left);
      },
      isVisible: () => tab.visible,
      requestBackgroundSync: () => {
        tab.wakeUps += 1;
      },
      loadPictureSending: () => outlast(import('#src/sync/send-pictures.ts')),
    },
  };
  return tab;
}
