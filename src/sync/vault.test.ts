import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '#contract/identity/identity.schema.ts';
import { rawStorage } from '#tests/support/raw-storage.ts';
import { openTab, TestDevice, TestTime } from '#tests/support/sync-environment.ts';
import { ids } from '#tests/support/sync-scripted-server.ts';
import { browserEnvironment, workerEnvironment } from './browser-environment.ts';
import { withDeviceDatabase } from './device-database.ts';
import { deviceMac } from './device-mac.ts';
import type { SyncEnvironment } from './environment.ts';
import { findVault, forgetOtherVaults, forgetVault, hasVault, keepVault, openVault } from './vault.ts';

const zoe: User = {
  id: ids.zoe,
  tenant_id: ids.tenant,
  first_name: 'Zoë',
  last_name: 'Fernandez',
  email: null,
  username: 'zoe-otter-42',
  role: 'student',
  country: null,
  avatar: 'otter',
};
const max: User = { ...zoe, id: ids.max, first_name: 'Max', username: 'max-fox-7' };
const ofZoe = { tenant_id: ids.tenant, user_id: ids.zoe };
const ofMax = { tenant_id: ids.tenant, user_id: ids.max };
const password = 'quiet-otter-11';

let device: TestDevice;
let environment: SyncEnvironment;

beforeEach(() => {
  device = new TestDevice();
  ({ environment } = openTab(device, new TestTime()));
});

/** Closes the vault of Zoe as versions did that did not fold passwords. */
async function closeWithExactly(typed: string): Promise<void> {
  const { subtle } = crypto;
  const encoder = new TextEncoder();
  const fact = `vault ${ids.tenant} ${ids.zoe}`;
  const salt = environment.randomBytes(16);
  const nonce = environment.randomBytes(12);
  const typedKey = await subtle.importKey('raw', encoder.encode(typed), 'PBKDF2', false, ['deriveBits']);
  const rounds = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: environment.keyRounds };
  const stretched = new Uint8Array(await subtle.deriveBits(rounds, typedKey, 256));
  await withDeviceDatabase(environment, async (opened) => {
    const bound = await deviceMac(environment, opened, 'vault', stretched);
    const material = await subtle.importKey('raw', bound, 'HKDF', false, ['deriveKey']);
    const expansion = { name: 'HKDF', hash: 'SHA-256', salt, info: encoder.encode(fact) };
    const cipher = { name: 'AES-GCM', length: 256 };
    const key = await subtle.deriveKey(expansion, material, cipher, false, ['encrypt']);
    const sealing = { name: 'AES-GCM', iv: nonce, additionalData: encoder.encode(fact) };
    const data = await subtle.encrypt(sealing, key, encoder.encode(JSON.stringify(zoe)));
    await opened.writeFact(fact, { name: null, salt, nonce, data });
  });
}

describe('the vault of a child who typed its password here', () => {
  it('opens with that password and with no other', async () => {
    await keepVault(environment, zoe, password);
    expect(await openVault(environment, ofZoe, password)).toEqual(zoe);
    for (const typed of [` ${password} `, 'QUIET-OTTER-11', 'Quiet otter 11'])
      expect(await openVault(environment, ofZoe, typed)).toEqual(zoe);
    for (const wrong of ['quiet-otter-12', 'quietotter11', ''])
      expect(await openVault(environment, ofZoe, wrong)).toBeNull();
  });

  it('opens with the exact password where an earlier version closed it with that', async () => {
    await keepVault(environment, zoe, password);
    await closeWithExactly('Quiet Otter');
    expect(await openVault(environment, ofZoe, 'Quiet Otter')).toEqual(zoe);
    expect(await openVault(environment, ofZoe, 'quiet otter')).toBeNull();
    await keepVault(environment, zoe, 'Quiet Otter');
    expect(await openVault(environment, ofZoe, 'quiet otter')).toEqual(zoe);
  });

  it('is not there before, and not after it was forgotten', async () => {
    expect(await hasVault(environment, ofZoe)).toBe(false);
    expect(await openVault(environment, ofZoe, password)).toBeNull();
    await keepVault(environment, zoe, password);
    expect(await hasVault(environment, ofZoe)).toBe(true);
    await forgetVault(environment, ofZoe);
    expect(await hasVault(environment, ofZoe)).toBe(false);
  });

  it('opens with the new password alone once the child signed in with another', async () => {
    await keepVault(environment, zoe, password);
    await keepVault(environment, zoe, 'brave-heron-5');
    expect(await openVault(environment, ofZoe, password)).toBeNull();
    expect(await openVault(environment, ofZoe, 'brave-heron-5')).toEqual(zoe);
  });

  it('is found by the username, at that school alone', async () => {
    await keepVault(environment, zoe, password);
    await keepVault(environment, max, 'brave-heron-5');
    expect(await findVault(environment, ids.tenant, ' Zoe-Otter-42 ')).toBe(ids.zoe);
    expect(await findVault(environment, ids.tenant, 'somebody-else-1')).toBeNull();
    expect(await findVault(environment, ids.maple, 'zoe-otter-42')).toBeNull();
  });

  it('keeps neither a name nor the password readable, nor a key that could be taken out', async () => {
    await keepVault(environment, zoe, password);
    const raw = await rawStorage(device);
    for (const secret of ['Zoë', 'Fernandez', 'otter', 'quiet']) expect(raw).not.toContain(secret);
    const key = await withDeviceDatabase(environment, (opened) =>
      opened.keepKey('mac', () => Promise.reject(new Error('There is no key'))),
    );
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow(/extractable/u);
  });

  it('is of no use on another tablet, or as the vault of another child', async () => {
    await keepVault(environment, zoe, password);
    const read = (name: string) => withDeviceDatabase(environment, (opened) => opened.readFact(name));
    const stolen = await read(`vault ${ids.tenant} ${ids.zoe}`);
    await withDeviceDatabase(environment, (opened) =>
      opened.writeFact(`vault ${ids.tenant} ${ids.max}`, stolen),
    );
    expect(await openVault(environment, ofMax, password)).toBeNull();
    const other = openTab(new TestDevice(), new TestTime()).environment;
    await withDeviceDatabase(other, (opened) => opened.writeFact(`vault ${ids.tenant} ${ids.zoe}`, stolen));
    expect(await openVault(other, ofZoe, password)).toBeNull();
  });

  it('takes a password through 600,000 rounds of PBKDF2 on a tablet', async () => {
    vi.stubGlobal('navigator', {});
    const shipped = browserEnvironment();
    const { crypto, keyRounds } = shipped;
    expect(keyRounds).toBe(600_000);
    expect(workerEnvironment(await shipped.loadPictureSending()).keyRounds).toBe(keyRounds);
    const derived = vi.spyOn(crypto, 'deriveBits');
    const tablet: SyncEnvironment = { ...environment, crypto, keyRounds };
    await keepVault(tablet, zoe, password);
    expect(await openVault(tablet, ofZoe, password)).toEqual(zoe);
    const ofPasswords = derived.mock.calls.map(([algorithm]) => algorithm as Pbkdf2Params);
    expect(ofPasswords.map(({ name, iterations }) => [name, iterations])).toEqual([
      ['PBKDF2', 600_000],
      ['PBKDF2', 600_000],
    ]);
  });

  it('goes with the children who are not in the classes of the tablet any more', async () => {
    await keepVault(environment, zoe, password);
    await keepVault(environment, max, password);
    await forgetOtherVaults(environment, ids.tenant, new Set([ids.max]));
    expect(await hasVault(environment, ofZoe)).toBe(false);
    expect(await hasVault(environment, ofMax)).toBe(true);
  });
});
