import * as v from 'valibot';
import { Id } from '#contract/kit/id.ts';
import type { KeyValueStorage } from './device-storage.ts';

/** Whose snapshot it is. No names: they would be one more thing to forget. */
const Owner = v.object({ id: Id, tenant_id: Id });
export type Owner = v.InferOutput<typeof Owner>;

// A list and not a single entry: the app may be killed between a sign-out and the deletion, more than once.
const key = 'snapshotsToForget';

function readList(storage: KeyValueStorage): Owner[] {
  try {
    const result = v.safeParse(v.array(Owner), JSON.parse(storage.getItem(key) ?? '[]'));
    return result.success ? result.output : [];
  } catch {
    return [];
  }
}

function writeList(storage: KeyValueStorage, owners: readonly Owner[]): void {
  if (owners.length === 0) storage.removeItem(key);
  else storage.setItem(key, JSON.stringify(owners));
}

/** Notes that what this device holds of a person for reading is to be deleted. Noted first, so that no kill undoes it. */
export function forgetLater(storage: KeyValueStorage, { id, tenant_id }: Owner): void {
  writeList(storage, [...readList(storage).filter((owner) => owner.id !== id), { id, tenant_id }]);
}

export function hasToForget(storage: KeyValueStorage): boolean {
  return storage.getItem(key) !== null;
}

/**
 * Deletes what was noted. What cannot be deleted now stays noted for the next start.
 * @throws AggregateError of what could not be deleted, when all the rest was
 */
export async function forgetSnapshots(
  storage: KeyValueStorage,
  forget: (owner: Owner) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const owner of readList(storage)) {
    try {
      await forget(owner);
    } catch (error) {
      // One who cannot be forgotten now keeps nobody else's rows here.
      failures.push(error);
      continue;
    }
    const others = readList(storage).filter(({ id }) => id !== owner.id);
    writeList(storage, others);
  }
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `Not everything could be forgotten: ${failures.map(String).join(', ')}`,
    );
}
