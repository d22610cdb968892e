import { hexOf } from '#contract/kit/hex.ts';
import type { DeviceDatabase } from './device-database.ts';
import type { SyncEnvironment } from './environment.ts';

/**
 * HMAC-SHA-256 under a key that cannot be taken out of this device: what is made of a short text or a poor password here is
 * of no use elsewhere. `purpose` keeps what is made for one thing from fitting another.
 * @see RFC 2104
 */
export async function deviceMac(
  { crypto }: Pick<SyncEnvironment, 'crypto'>,
  device: DeviceDatabase,
  purpose: string,
  message: Uint8Array<ArrayBuffer>,
): Promise<ArrayBuffer> {
  const key = await device.keepKey('mac', () =>
    crypto.generateKey({ name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign']),
  );
  const head = new TextEncoder().encode(`${purpose}\n`);
  const bytes = new Uint8Array(head.length + message.length);
  bytes.set(head);
  bytes.set(message, head.length);
  return await crypto.sign('HMAC', key, bytes);
}

/** Stands for an account in what lies open on the device: which one it is can be asked there, and not read. */
export async function accountMac(
  environment: Pick<SyncEnvironment, 'crypto'>,
  device: DeviceDatabase,
  tenantId: string,
  account: string,
): Promise<string> {
  const message = new TextEncoder().encode(`${tenantId}\n${account.toLowerCase()}`);
  const mac = await deviceMac(environment, device, 'account', message);
  return hexOf(mac);
}
