import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import type { DeviceFacts, DeviceWatch } from '#src/sync/device-watch.ts';

/** What screens use of the watch over this tablet. */
export type Device = Pick<DeviceWatch, 'facts' | 'subscribe' | 'noteWipeRead'>;

export const DeviceContext = createContext<Device | null>(null);

/** The watch over this tablet; null while nobody is signed in, or nothing can be kept here. */
export function useDevice(): Device | null {
  return use(DeviceContext);
}

const silent = () => () => undefined;

/** What is known of this tablet; null as long as nothing is. */
export function useDeviceFacts(): DeviceFacts | null {
  const device = use(DeviceContext);
  const subscribe = useCallback((listener: () => void) => device?.subscribe(listener) ?? silent(), [device]);
  return useSyncExternalStore(subscribe, () => device?.facts() ?? null);
}
