import * as v from 'valibot';
import { withDeviceDatabase, type DeviceDatabase } from './device-database.ts';
import type { SyncEnvironment } from './environment.ts';
import type { DraftOwner } from './local-drafts.ts';
import { deleteKept, deleteParts, keptPrefix, partPrefix } from './kept-works.ts';
import { DeviceFullError, isQuotaError } from './quota.ts';
import { Sealer, type Sealed } from './sealing.ts';

const SealedValue = v.custom<Sealed>((value) => typeof value === 'object' && value !== null);

/** Of a work nothing can be read but how much room it takes: the tablet is everybody's. */
const KeptFact = v.object({ kept_at: v.number(), bytes: v.number(), sealed: SealedValue });
const PictureFact = v.object({ type: v.string(), sealed: SealedValue });

export interface KeptPicture {
  sha256: string;
  content: Blob;
}

/** A work to keep: what lists show of it, all that is read, and its pictures. */
export interface Pack {
  id: string;
  card: unknown;
  words: unknown;
  pictures: readonly KeptPicture[];
}

export interface KeptCard {
  id: string;
  card: unknown;
  /** Milliseconds since 1970, by the clock of the tablet. */
  kept_at: number;
  bytes: number;
}

/**
 * Keeps a work. The pictures come first and the work itself last, so that one that was torn off in the middle is not there. One
 * that was kept before stays whole until the new one is: only then goes what the new one does not show.
 * @throws DeviceFullError and then nothing of it is kept but what was before
 */
export async function keepBook(
  environment: SyncEnvironment,
  owner: DraftOwner,
  { id, card, words, pictures }: Pack,
): Promise<void> {
  await withDeviceDatabase(environment, async (device) => {
    const sealer = new Sealer(environment, device);
    const part = partPrefix(owner, id);
    const fact = keptPrefix(owner) + id;
    const own = await readOwn(device, sealer, owner);
    // What cannot be read any more only takes room, as does what is left of this one where it was torn off.
    const lost = own.filter((book) => book.card === undefined).map((book) => book.id);
    if (!own.some((book) => book.id === id)) lost.push(id);
    for (const each of lost) await deleteKept(device, owner, each);
    const before = await device.factNames(part);
    const text = new TextEncoder().encode(JSON.stringify(words));
    const bytes = pictures.reduce((sum, { content }) => sum + content.size, text.byteLength);
    const shown = new Map(pictures.map(({ sha256, content }) => [part + sha256, content]));
    const wordsName = `${part}words`;
    try {
      for (const [name, content] of shown) {
        // By its hash: one that is here is the very same.
        if (before.includes(name)) continue;
        const plain = await content.arrayBuffer();
        await device.writeFact(name, { type: content.type, sealed: await sealer.sealBytes(plain, name) });
      }
      const [sealedWords, sealed] = await Promise.all([
        sealer.sealBytes(text, wordsName),
        sealer.seal(card, fact),
      ]);
      await device.together(async (facts) => {
        await facts.writeFact(wordsName, sealedWords);
        await facts.writeFact(fact, { kept_at: environment.now(), bytes, sealed });
      });
    } catch (error) {
      await deleteParts(device, part, (name) => before.includes(name));
      throw isQuotaError(error) ? new DeviceFullError(error) : error;
    }
    await deleteParts(device, part, (name) => name === wordsName || shown.has(name));
  });
}

async function open(sealer: Sealer, sealed: Sealed, fact: string): Promise<unknown> {
  try {
    return await sealer.open(sealed, fact);
  } catch {
    // The browser lost the key of this device, and with it all that it ever sealed.
    return undefined;
  }
}

/** What a person keeps here; without a card what cannot be read any more. */
async function readOwn(device: DeviceDatabase, sealer: Sealer, owner: DraftOwner): Promise<KeptCard[]> {
  const prefix = keptPrefix(owner);
  // All of it before the first is opened: a live query does not see what is read after something else was waited for.
  const facts = await device.readFacts(prefix);
  return await Promise.all(
    facts.map(async ({ name, value }) => {
      const id = name.slice(prefix.length);
      const kept = v.safeParse(KeptFact, value);
      if (!kept.success) return { id, card: undefined, kept_at: 0, bytes: 0 };
      const { kept_at, bytes, sealed } = kept.output;
      return { id, card: await open(sealer, sealed, name), kept_at, bytes };
    }),
  );
}

/** What a person keeps on this tablet, the latest first. It writes nothing, so that a live query may ask it. */
export function listBooks(environment: SyncEnvironment, owner: DraftOwner): Promise<KeptCard[]> {
  return withDeviceDatabase(environment, async (device) => {
    const own = await readOwn(device, new Sealer(environment, device), owner);
    return own.filter(({ card }) => card !== undefined).toSorted((one, other) => other.kept_at - one.kept_at);
  });
}

/** What others keep here, of which this person sees no more than how much it is. */
export function measureOthers(
  environment: SyncEnvironment,
  owner: DraftOwner,
): Promise<{ count: number; bytes: number }> {
  return withDeviceDatabase(environment, async (device) => {
    const own = keptPrefix(owner);
    const theirs = (await device.readFacts('kept ')).filter(({ name }) => !name.startsWith(own));
    let bytes = 0;
    for (const { value } of theirs) {
      const kept = v.safeParse(KeptFact, value);
      if (kept.success) bytes += kept.output.bytes;
    }
    return { count: theirs.length, bytes };
  });
}

/** All that is read of a kept work; undefined where it is not kept, or not whole. */
export function readBook(environment: SyncEnvironment, owner: DraftOwner, workId: string): Promise<unknown> {
  return withDeviceDatabase(environment, async (device) => {
    if ((await device.readFact(keptPrefix(owner) + workId)) === undefined) return undefined;
    const name = `${partPrefix(owner, workId)}words`;
    const sealed = v.safeParse(SealedValue, await device.readFact(name));
    return sealed.success ? await open(new Sealer(environment, device), sealed.output, name) : undefined;
  });
}

/** Null where it is not kept. */
export function readPicture(
  environment: SyncEnvironment,
  owner: DraftOwner,
  workId: string,
  sha256: string,
): Promise<Blob | null> {
  return withDeviceDatabase(environment, async (device) => {
    const name = partPrefix(owner, workId) + sha256;
    const kept = v.safeParse(PictureFact, await device.readFact(name));
    if (!kept.success) return null;
    try {
      const content = await new Sealer(environment, device).openBytes(kept.output.sealed, name);
      return new Blob([content], { type: kept.output.type });
    } catch {
      return null;
    }
  });
}

/** What anybody of a school keeps here. */
export async function dropBooksOf(environment: SyncEnvironment, tenantId: string): Promise<void> {
  await withDeviceDatabase(environment, async (device) => {
    for (const prefix of [`kept ${tenantId} `, `kept-part ${tenantId} `]) await deleteParts(device, prefix);
  });
}

export async function dropBook(
  environment: SyncEnvironment,
  owner: DraftOwner,
  workId: string,
): Promise<void> {
  await withDeviceDatabase(environment, (device: DeviceDatabase) => deleteKept(device, owner, workId));
}
