import * as v from 'valibot';
import { User } from '#contract/identity/identity.schema.ts';
import { foldPupilPassword } from '#contract/students/pupil-password.rules.ts';
import { accountMac, deviceMac } from './device-mac.ts';
import { withDeviceDatabase, type DeviceDatabase, type DeviceFacts } from './device-database.ts';
import type { SyncEnvironment } from './environment.ts';

const saltBytes = 16;
const nonceBytes = 12;

const Bytes = v.custom<Uint8Array<ArrayBuffer>>((value) => ArrayBuffer.isView(value));

/** What lies in the device's database. No password and no hash of one is in it. */
const Vault = v.object({
  /** Of the username, see `accountMac`. */
  name: v.nullable(v.string()),
  salt: Bytes,
  nonce: Bytes,
  data: v.custom<ArrayBuffer>((value) => typeof value === 'object' && value !== null),
});
type Vault = v.InferOutput<typeof Vault>;

interface Owner {
  tenant_id: string;
  user_id: string;
}

const prefixOf = (tenantId: string) => `vault ${tenantId} `;
const factOf = ({ tenant_id, user_id }: Owner) => `${prefixOf(tenant_id)}${user_id}`;

/**
 * The key of a vault. It takes both the password and this device: the key of the MAC cannot be taken out, so nobody tries
 * passwords out elsewhere.
 * @see RFC 8018 (PBKDF2), RFC 5869 (HKDF)
 */
async function vaultKey(
  environment: SyncEnvironment,
  device: DeviceDatabase,
  { fact, password, salt }: { fact: string; password: string; salt: Uint8Array<ArrayBuffer> },
): Promise<CryptoKey> {
  const { crypto, keyRounds } = environment;
  const encoder = new TextEncoder();
  const typed = await crypto.importKey('raw', encoder.encode(password), 'PBKDF2', false, ['deriveBits']);
  const stretched = await crypto.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: keyRounds },
    typed,
    256,
  );
  const bound = await deviceMac(environment, device, 'vault', new Uint8Array(stretched));
  const material = await crypto.importKey('raw', bound, 'HKDF', false, ['deriveKey']);
  return await crypto.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: encoder.encode(fact) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

function parameters(nonce: Uint8Array<ArrayBuffer>, fact: string): AesGcmParams {
  return { name: 'AES-GCM', iv: nonce, additionalData: new TextEncoder().encode(fact) };
}

async function readVault(device: DeviceDatabase, owner: Owner): Promise<Vault | null> {
  const read = v.safeParse(Vault, await device.readFact(factOf(owner)));
  return read.success ? read.output : null;
}

/** Keeps a person so that only their password brings them back, on this device. It takes the place of the vault before. */
export function keepVault(environment: SyncEnvironment, user: User, password: string): Promise<void> {
  const { crypto } = environment;
  return withDeviceDatabase(environment, async (device) => {
    const fact = factOf({ tenant_id: user.tenant_id, user_id: user.id });
    const salt = environment.randomBytes(saltBytes);
    const nonce = environment.randomBytes(nonceBytes);
    const key = await vaultKey(environment, device, { fact, password: foldPupilPassword(password), salt });
    const plain = new TextEncoder().encode(JSON.stringify(user));
    const data = await crypto.encrypt(parameters(nonce, fact), key, plain);
    const name =
      user.username === null ? null : await accountMac(environment, device, user.tenant_id, user.username);
    await device.writeFact(fact, { name, salt, nonce, data } satisfies Vault);
  });
}

export function hasVault(environment: SyncEnvironment, owner: Owner): Promise<boolean> {
  return withDeviceDatabase(environment, async (device) => (await readVault(device, owner)) !== null);
}

/** Tries the password as it is compared at school, then as it was typed: earlier versions closed vaults with that. */
async function decryptVault(
  environment: SyncEnvironment,
  device: DeviceDatabase,
  { fact, vault, password }: { fact: string; vault: Vault; password: string },
): Promise<ArrayBuffer | null> {
  for (const form of new Set([foldPupilPassword(password), password.trim()])) {
    const key = await vaultKey(environment, device, { fact, password: form, salt: vault.salt });
    try {
      return await environment.crypto.decrypt(parameters(vault.nonce, fact), key, vault.data);
    } catch {
      // The one thing that is wrong in practice is the password; a vault that was tampered with opens as little.
    }
  }
  return null;
}

/** The person of a vault; null where there is none, or where this is not its password. */
export function openVault(
  environment: SyncEnvironment,
  owner: Owner,
  password: string,
): Promise<User | null> {
  return withDeviceDatabase(environment, async (device) => {
    const vault = await readVault(device, owner);
    if (!vault) return null;
    const plain = await decryptVault(environment, device, { fact: factOf(owner), vault, password });
    if (plain === null) return null;
    const user = v.safeParse(User, JSON.parse(new TextDecoder().decode(plain)));
    return user.success ? user.output : null;
  });
}

/** The id of the person whose vault has this username; null where none has. */
export function findVault(
  environment: SyncEnvironment,
  tenantId: string,
  username: string,
): Promise<string | null> {
  return withDeviceDatabase(environment, async (device) => {
    const wanted = await accountMac(environment, device, tenantId, username.trim());
    for (const user_id of await vaultOwners(device, tenantId)) {
      const vault = await readVault(device, { tenant_id: tenantId, user_id });
      if (vault?.name === wanted) return user_id;
    }
    return null;
  });
}

async function vaultOwners(facts: DeviceFacts, tenantId: string): Promise<string[]> {
  const names = await facts.factNames(prefixOf(tenantId));
  return names.map((name) => name.slice(prefixOf(tenantId).length));
}

export function forgetVault(environment: SyncEnvironment, owner: Owner): Promise<void> {
  return withDeviceDatabase(environment, (device) => device.deleteFact(factOf(owner)));
}

/** Forgets the vaults of a school but those of these people. */
export function forgetOtherVaults(
  environment: SyncEnvironment,
  tenantId: string,
  stay: ReadonlySet<string>,
): Promise<void> {
  return withDeviceDatabase(environment, (device) =>
    device.together(async (facts) => {
      for (const user_id of await vaultOwners(facts, tenantId))
        if (!stay.has(user_id)) await facts.deleteFact(factOf({ tenant_id: tenantId, user_id }));
    }),
  );
}
