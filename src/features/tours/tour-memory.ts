import * as v from 'valibot';
import type { KeyValueStorage } from '#src/session/device-storage.ts';

/** Where this device remembers it (specification, section 3). */
export const tourKeys = { tutorials: 'tutorials', welcome: 'switchMessageViewed' } as const;

const Tutorials = v.object({
  /** True where nothing is to come by itself on this device. */
  off: v.boolean(),
  /** Keys of the tours that were shown, by the id of the person. */
  seen: v.record(v.string(), v.array(v.string())),
});
type Tutorials = v.InferOutput<typeof Tutorials>;

const Viewers = v.array(v.string());

function read<Value>(
  storage: KeyValueStorage,
  key: string,
  schema: v.GenericSchema<Value>,
  otherwise: Value,
): Value {
  const text = storage.getItem(key);
  if (text === null) return otherwise;
  try {
    const result = v.safeParse(schema, JSON.parse(text));
    return result.success ? result.output : otherwise;
  } catch {
    return otherwise;
  }
}

function write(storage: KeyValueStorage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch (error) {
    // On a full device something is shown once more, which is no reason to keep anybody from their work.
    if (!(error instanceof DOMException)) throw error;
  }
}

function readTutorials(storage: KeyValueStorage): Tutorials {
  return read(storage, tourKeys.tutorials, Tutorials, { off: false, seen: {} });
}

/** True where nothing is to come by itself on this device, be it a tour, the welcome or a hint. */
export function isOff(storage: KeyValueStorage): boolean {
  return readTutorials(storage).off;
}

export function setOff(storage: KeyValueStorage, off: boolean): void {
  write(storage, tourKeys.tutorials, { ...readTutorials(storage), off });
}

/** The tours that somebody has seen on this device, whether or not the school has heard of it. */
export function seenHere(storage: KeyValueStorage, userId: string): readonly string[] {
  return readTutorials(storage).seen[userId] ?? [];
}

/** False, too, while this device does not know what the person has seen elsewhere (`seen` is null). */
export function isUnseen(
  storage: KeyValueStorage,
  userId: string,
  seen: readonly string[] | null,
  key: string,
): boolean {
  return seen !== null && !seen.includes(key) && !seenHere(storage, userId).includes(key);
}

export function rememberSeen(storage: KeyValueStorage, userId: string, key: string): void {
  const { off, seen } = readTutorials(storage);
  write(storage, tourKeys.tutorials, {
    off,
    seen: { ...seen, [userId]: [...new Set([...(seen[userId] ?? []), key])] },
  });
}

export function wasWelcomed(storage: KeyValueStorage, userId: string): boolean {
  return read(storage, tourKeys.welcome, Viewers, []).includes(userId);
}

export function rememberWelcome(storage: KeyValueStorage, userId: string): void {
  const viewers = read(storage, tourKeys.welcome, Viewers, []);
  write(storage, tourKeys.welcome, [...new Set([...viewers, userId])]);
}
