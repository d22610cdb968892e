import * as v from 'valibot';
import { withDeviceDatabase, type DeviceDatabase } from './device-database.ts';
import type { SyncEnvironment } from './environment.ts';
import type { KeepsakeOwner } from './keepsakes.ts';
import { deleteKept, keptPrefix, partPrefix, tellTabs } from './kept-works.ts';
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
 * Keeps a work; one that was kept before is replaced. The last thing that is written is the work itself, so that one that was
 * torn off in the middle is not there.
 * @throws DeviceFullError and then nothing of it is kept
 */
export async function keepBook(
  environment: SyncEnvironment,
  owner: KeepsakeOwner,
  { id, card, words, pictures }: Pack,
): Promise<void> {
  await withDeviceDatabase(environment, async (device) => {
    const sealer = new Sealer(environment, device);
    const part = partPrefix(owner, id);
    const fact = keptPrefix(owner) + id;
    try {
      await deleteKept(device, owner, id);
      const text = new TextEncoder().encode(JSON.stringify(words));
      let bytes = text.byteLength;
      await device.writeFact(`${part}words`, await sealer.sealBytes(text, `${part}words`));
      for (const { sha256, content } of pictures) {
        const name = part + sha256;
        const plain = await content.arrayBuffer();
        bytes += plain.byteLength;
        await device.writeFact(name, { type: content.type, sealed: await sealer.sealBytes(plain, name) });
      }
      const sealed = await sealer.seal(card, fact);
      await device.writeFact(fact, { kept_at: environment.now(), bytes, sealed });
    } catch (error) {
      await deleteKept(device, owner, id);
      throw isQuotaError(error) ? new DeviceFullError(error) : error;
    }
  });
  tellTabs(environment);
}

async function open(sealer: Sealer, sealed: Sealed, fact: string): Promise<unknown> {
  try {
    return await sealer.open(sealed, fact);
  } catch {
    // The browser lost the key of this device, and with it all that it ever sealed.
    return undefined;
  }
}

/** What a person keeps on this tablet, the latest first. */
export function listBooks(environment: SyncEnvironment, owner: KeepsakeOwner): Promise<KeptCard[]> {
  return withDeviceDatabase(environment, async (device) => {
    const sealer = new Sealer(environment, device);
    const prefix = keptPrefix(owner);
    const books: KeptCard[] = [];
    for (const fact of await device.factNames(prefix)) {
      const kept = v.safeParse(KeptFact, await device.readFact(fact));
      const card = kept.success ? await open(sealer, kept.output.sealed, fact) : undefined;
      const id = fact.slice(prefix.length);
      if (kept.success && card !== undefined)
        books.push({ id, card, kept_at: kept.output.kept_at, bytes: kept.output.bytes });
      else await deleteKept(device, owner, id);
    }
    return books.toSorted((one, other) => other.kept_at - one.kept_at);
  });
}

/** What others keep here, of which this person sees no more than how much it is. */
export function measureOthers(
  environment: SyncEnvironment,
  owner: KeepsakeOwner,
): Promise<{ count: number; bytes: number }> {
  return withDeviceDatabase(environment, async (device) => {
    const own = keptPrefix(owner);
    const theirs = (await device.factNames('kept ')).filter((fact) => !fact.startsWith(own));
    let bytes = 0;
    for (const fact of theirs) {
      const kept = v.safeParse(KeptFact, await device.readFact(fact));
      if (kept.success) bytes += kept.output.bytes;
    }
    return { count: theirs.length, bytes };
  });
}

/** All that is read of a kept work; undefined where it is not kept, or not whole. */
export function readBook(
  environment: SyncEnvironment,
  owner: KeepsakeOwner,
  workId: string,
): Promise<unknown> {
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
  owner: KeepsakeOwner,
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

export async function dropBook(
  environment: SyncEnvironment,
  owner: KeepsakeOwner,
  workId: string,
): Promise<void> {
  await withDeviceDatabase(environment, (device: DeviceDatabase) => deleteKept(device, owner, workId));
  tellTabs(environment);
}
