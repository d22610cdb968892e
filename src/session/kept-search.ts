import { deviceStorage } from './device-storage.ts';
import { sessionKeys } from './session-keys.ts';

// What was last looked for in the search of the navbar (specification, section 3).

export function keptText(): string {
  return deviceStorage.getItem(sessionKeys.search) ?? '';
}

export function keepText(text: string): void {
  if (text === '') deviceStorage.removeItem(sessionKeys.search);
  else deviceStorage.setItem(sessionKeys.search, text);
}
