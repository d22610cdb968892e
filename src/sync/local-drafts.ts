import * as v from 'valibot';
import { withDeviceDatabase, type DeviceDatabase } from './device-database.ts';
import type { SyncEnvironment } from './environment.ts';
import { isQuotaError } from './quota.ts';
import { Sealer, type Sealed } from './sealing.ts';

export interface DraftOwner {
  tenant_id: string;
  user_id: string;
}

/** What lies in the device's database: whose it is and which, and nothing of what it says. */
const LocalDraftFact = v.object({
  /** By the clock of the tablet, in milliseconds since 1970. */
  kept_at: v.number(),
  sealed: v.custom<Sealed>((value) => typeof value === 'object' && value !== null),
});

export interface LocalDraft {
  value: unknown;
  /** By the clock of the tablet, in milliseconds since 1970. */
  kept_at: number;
}

/** After this nobody remembers what they had begun to type, and a list says little of today. */
const daysKept = 7;

const prefixOf = ({ tenant_id, user_id }: DraftOwner) => `keepsake ${tenant_id} ${user_id} `;
const factOf = (owner: DraftOwner, name: string) => prefixOf(owner) + name;

/**
 * Keeps, sealed, what a person would miss after a reload: what was typed and not saved, the last list that was seen. It takes
 * the place of the one before. On a full tablet it is left out: the room is for changes.
 */
export function keepLocalDraft(
  environment: SyncEnvironment,
  owner: DraftOwner,
  name: string,
  value: unknown,
): Promise<void> {
  return withDeviceDatabase(environment, async (device) => {
    const fact = factOf(owner, name);
    const sealed = await new Sealer(environment, device).seal(value, fact);
    try {
      await device.writeFact(fact, { kept_at: environment.now(), sealed });
    } catch (error) {
      if (!isQuotaError(error)) throw error;
      // Or an older one would come back in the place of this one.
      await device.deleteFact(fact);
    }
  });
}

/** Null where there is none, where it is too old, or where the browser lost the key of this device. */
export function readLocalDraft(
  environment: SyncEnvironment,
  owner: DraftOwner,
  name: string,
): Promise<LocalDraft | null> {
  return withDeviceDatabase(environment, async (device) => {
    const fact = factOf(owner, name);
    const kept = v.safeParse(LocalDraftFact, await device.readFact(fact));
    if (!kept.success) return null;
    const { kept_at, sealed } = kept.output;
    const isOver = Math.abs(environment.now() - kept_at) > daysKept * 86_400_000;
    const value = isOver ? undefined : await openIfPossible(environment, device, sealed, fact);
    if (value !== undefined) return { value, kept_at };
    await device.deleteFact(fact);
    return null;
  });
}

async function openIfPossible(
  environment: SyncEnvironment,
  device: DeviceDatabase,
  sealed: Sealed,
  fact: string,
): Promise<unknown> {
  try {
    return await new Sealer(environment, device).open(sealed, fact);
  } catch {
    return undefined;
  }
}

export function dropLocalDraft(environment: SyncEnvironment, owner: DraftOwner, name: string): Promise<void> {
  return withDeviceDatabase(environment, (device) => device.deleteFact(factOf(owner, name)));
}

/** Somebody's session has ended here: nothing of it stays. */
export function forgetLocalDrafts(environment: SyncEnvironment, owner: DraftOwner): Promise<void> {
  return withDeviceDatabase(environment, async (device) => {
    for (const fact of await device.factNames(prefixOf(owner))) await device.deleteFact(fact);
  });
}
