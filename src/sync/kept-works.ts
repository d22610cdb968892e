import type { DeviceDatabase } from './device-database.ts';
import type { DraftOwner } from './local-drafts.ts';

/*
 * Books and stories that somebody keeps on a tablet, as far as a pull needs to know of them. They lie in the device's database,
 * sealed, under the tenant, the person and the work: what one child keeps is no other child's. `kept-books.ts` writes and
 * reads them.
 */

/** What the drain asks the school about, and throws away where the school says so. */
export interface KeptOnDevice {
  ids(): Promise<readonly string[]>;
  drop(ids: readonly string[]): Promise<void>;
}

export const keptPrefix = ({ tenant_id, user_id }: DraftOwner) => `kept ${tenant_id} ${user_id} `;
/** What belongs to one of them: its words, its pictures. */
export const partPrefix = ({ tenant_id, user_id }: DraftOwner, workId: string) =>
  `kept-part ${tenant_id} ${user_id} ${workId} `;

/** The work goes first: one without its words would be shown and could not be read. */
export async function deleteKept(device: DeviceDatabase, owner: DraftOwner, workId: string): Promise<void> {
  await device.deleteFact(keptPrefix(owner) + workId);
  await deleteParts(device, partPrefix(owner, workId));
}

/** Deletes what belongs to a kept work, but for what stays. */
export async function deleteParts(
  device: DeviceDatabase,
  part: string,
  stays: (name: string) => boolean = () => false,
): Promise<void> {
  for (const name of await device.factNames(part)) if (!stays(name)) await device.deleteFact(name);
}

export function keptOnDevice(device: DeviceDatabase, owner: DraftOwner): KeptOnDevice {
  const prefix = keptPrefix(owner);
  return {
    ids: async () => (await device.factNames(prefix)).map((name) => name.slice(prefix.length)),
    drop: async (ids) => {
      for (const id of ids) await deleteKept(device, owner, id);
    },
  };
}
