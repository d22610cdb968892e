import * as v from 'valibot';
import { leftOf } from './clock.ts';
import { accountMac } from './device-mac.ts';
import { withDeviceDatabase, type DeviceDatabase, type DeviceFacts } from './device-database.ts';
import type { SyncEnvironment } from './environment.ts';

/** Wrong tries before the first wait. */
const freeTries = 5;
/** Milliseconds of the first wait; each further wrong try doubles it. */
const firstWait = 30_000;
/** Milliseconds that nobody has to wait longer than. */
const longestWait = 15 * 60_000;
/** Milliseconds without a try after which the account begins anew. */
const memory = 60 * 60_000;

const Tries = v.object({
  /** Tries that were not found right. */
  failures: v.number(),
  /** Of the last one, in milliseconds since 1970 by the clock of the tablet. */
  since: v.number(),
});
type Tries = v.InferOutput<typeof Tries>;

/** Milliseconds to wait after so many wrong tries. */
export function waitAfter(failures: number): number {
  return failures < freeTries ? 0 : Math.min(longestWait, firstWait * 2 ** (failures - freeTries));
}

// A clock that was set back says nothing of how long ago it was: then nothing is forgotten yet, though the wait is over.
const isForgotten = ({ since }: Tries, now: number) => now - since > memory;

interface Account {
  tenant_id: string;
  /** The id of a person, or a typed name that nobody here is known to have. */
  account: string;
}

const prefix = 'tries ';

async function factOf(environment: SyncEnvironment, device: DeviceDatabase, { tenant_id, account }: Account) {
  return `${prefix}${tenant_id} ${await accountMac(environment, device, tenant_id, account)}`;
}

async function readTries(facts: DeviceFacts, fact: string): Promise<Tries | null> {
  const read = v.safeParse(Tries, await facts.readFact(fact));
  return read.success ? read.output : null;
}

async function forgetOld(facts: DeviceFacts, now: number): Promise<void> {
  for (const name of await facts.factNames(prefix)) {
    const tries = await readTries(facts, name);
    if (!tries || isForgotten(tries, now)) await facts.deleteFact(name);
  }
}

/**
 * Begins a try to sign in to an account, which counts as wrong until `forgiveTries`: neither a tab that is closed in the
 * middle nor several at once give more tries. Answers milliseconds to wait; 0 where the try may be made.
 */
export function beginTry(environment: SyncEnvironment, account: Account): Promise<number> {
  return withDeviceDatabase(environment, async (device) => {
    const fact = await factOf(environment, device, account);
    return await device.together(async (facts) => {
      const now = environment.now();
      await forgetOld(facts, now);
      const { failures, since } = (await readTries(facts, fact)) ?? { failures: 0, since: now };
      const left = leftOf({ since, milliseconds: waitAfter(failures) }, now);
      if (left > 0) return left;
      await facts.writeFact(fact, { failures: failures + 1, since: now } satisfies Tries);
      return 0;
    });
  });
}

/** What was tried is right: the account begins anew. */
export function forgiveTries(environment: SyncEnvironment, account: Account): Promise<void> {
  return withDeviceDatabase(environment, async (device) =>
    device.deleteFact(await factOf(environment, device, account)),
  );
}
