import * as v from 'valibot';
import { Credentials } from '#contract/identity/identity.schema.ts';
import { Id } from '#contract/kit/id.ts';
import { uuidv7 } from 'uuidv7';
import { withDeviceDatabase } from './device-database.ts';
import type { SyncEnvironment } from './environment.ts';
import { Sealer, type Sealed } from './sealing.ts';

interface Owner {
  tenant_id: string;
  user_id: string;
}

/** What lies in the device's database: whose it is, and nothing of what was typed or scanned. */
const KeptFact = v.object({
  /** Each time that somebody signs in, another one. */
  id: Id,
  /** By the clock of the tablet, in milliseconds since 1970. */
  kept_at: v.number(),
  sealed: v.custom<Sealed>((value) => typeof value === 'object' && value !== null),
});

/** By what somebody signed in without a network, until the school has seen it. */
export interface KeptCredential extends Owner, Credentials {
  id: string;
}

/** That somebody's is kept, without what it says. */
export interface CredentialOwner extends Owner {
  id: string;
  /** By the clock of the tablet, in milliseconds since 1970. */
  kept_at: number;
}

const prefix = 'credential ';
const factOf = ({ tenant_id, user_id }: Owner) => `${prefix}${tenant_id} ${user_id}`;

/** Keeps, sealed under the device's key, what was typed or scanned. It takes the place of the one before. */
export function keepCredential(
  environment: SyncEnvironment,
  owner: Owner,
  { username, password }: Credentials,
): Promise<void> {
  return withDeviceDatabase(environment, async (device) => {
    const fact = factOf(owner);
    const sealed = await new Sealer(environment, device).seal({ username, password }, fact);
    await device.writeFact(fact, { id: uuidv7(), kept_at: environment.now(), sealed });
  });
}

/** Null where none is kept, or where the browser lost the key of this device and with it all that was sealed. */
export function readCredential(environment: SyncEnvironment, owner: Owner): Promise<KeptCredential | null> {
  return withDeviceDatabase(environment, async (device) => {
    const fact = factOf(owner);
    const kept = v.safeParse(KeptFact, await device.readFact(fact));
    if (!kept.success) return null;
    let value: unknown;
    try {
      value = await new Sealer(environment, device).open(kept.output.sealed, fact);
    } catch {
      return null;
    }
    const credentials = v.safeParse(Credentials, value);
    if (!credentials.success) return null;
    const { tenant_id, user_id } = owner;
    return { tenant_id, user_id, id: kept.output.id, ...credentials.output };
  });
}

/** Of whom one is kept here. */
export function credentialOwners(environment: SyncEnvironment): Promise<CredentialOwner[]> {
  return withDeviceDatabase(environment, async (device) => {
    const owners: CredentialOwner[] = [];
    for (const name of await device.factNames(prefix)) {
      const [tenant_id = '', user_id = ''] = name.slice(prefix.length).split(' ');
      const kept = v.safeParse(KeptFact, await device.readFact(name));
      if (kept.success) owners.push({ tenant_id, user_id, id: kept.output.id, kept_at: kept.output.kept_at });
    }
    return owners;
  });
}

/** Forgets that one only: whoever signed in again meanwhile keeps the new one. */
export function forgetCredential(environment: SyncEnvironment, owner: Owner, id: string): Promise<void> {
  return withDeviceDatabase(environment, (device) =>
    device.together(async (facts) => {
      const kept = v.safeParse(KeptFact, await facts.readFact(factOf(owner)));
      if (kept.success && kept.output.id === id) await facts.deleteFact(factOf(owner));
    }),
  );
}
