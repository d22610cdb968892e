import { deviceStorage } from './device-storage.ts';

// Of the device: it says at once which page `/login` is. What the tablet is prepared with is sealed, and read a moment later.
const key = 'preparedFor';

/** True where this tablet was prepared for this school when it was last looked at. */
export function wasPreparedFor(tenantId: string): boolean {
  return deviceStorage.getItem(key) === tenantId;
}

/** `tenantId` is null where the tablet is prepared no longer. */
export function notePrepared(tenantId: string | null): void {
  if (tenantId === null) deviceStorage.removeItem(key);
  else deviceStorage.setItem(key, tenantId);
}
