import type { User } from '#contract/identity/identity.schema.ts';
import { personDatabase, openExisting } from './connection.ts';
import { withDeviceDatabase, type DeviceDatabase } from './device-database.ts';
import type { Channel, SyncEnvironment } from './environment.ts';
import { isQuotaError } from './quota.ts';
import type { OutboxRecord, PictureRecord, SettledRecord } from './replica-stores.ts';
import { Sealer, type Sealed } from './sealing.ts';

interface Owner {
  tenant_id: string;
  user_id: string;
}

/** Somebody whose changes on this device have not reached the server. */
export interface UnsentPerson {
  user_id: string;
  /** Null where the device does not know it. */
  name: string | null;
  changes: number;
  /** Of the oldest one, ISO 8601. */
  waiting_since: string;
}

/** A name as others may read it on a shared tablet: of a child the first name and an initial. */
export function nameForOthers({ first_name, last_name, role }: User): string {
  const last = role === 'student' ? [...last_name].slice(0, 1).join('') : last_name;
  const shown = role === 'student' && last !== '' ? `${last}.` : last;
  return `${first_name} ${shown}`.trim();
}

const namesOfUnsent = ['outbox', 'settled', 'pictures'] as const;

const personFact = ({ tenant_id, user_id }: Owner) => `person ${tenant_id} ${user_id}`;

/** Keeps, sealed, the name of a person who signed in, to say later whose changes wait here. */
export async function rememberPerson(environment: SyncEnvironment, user: User): Promise<void> {
  const fact = personFact({ tenant_id: user.tenant_id, user_id: user.id });
  await withDeviceDatabase(environment, async (device) => {
    const sealer = new Sealer(environment, device);
    const name = nameForOthers(user);
    // At each start, so it is written only where it is another.
    const before = (await device.readFact(fact)) as Sealed | undefined;
    if (before && (await sealer.open(before, fact).catch(() => null)) === name) return;
    try {
      await device.writeFact(fact, await sealer.seal(name, fact));
    } catch (error) {
      // On a full tablet the room is for changes; the list can do without the name.
      if (!isQuotaError(error)) throw error;
    }
  });
}

/** Forgets the name of a person who signed out, unless changes of theirs wait here. */
export async function forgetPerson(environment: SyncEnvironment, owner: Owner): Promise<void> {
  const waiting = await countUnsent(environment, owner);
  if (waiting === null)
    await withDeviceDatabase(environment, (device) => device.deleteFact(personFact(owner)));
}

/** Whose changes wait on this device, by name; those of one tenant where it is named. */
export async function unsentOnThisDevice(
  environment: SyncEnvironment,
  tenantId?: string,
): Promise<UnsentPerson[]> {
  const owners = await ownersOn(environment, tenantId);
  const counted = await Promise.all(
    owners.map(async (owner) => ({ owner, unsent: await countUnsent(environment, owner) })),
  );
  const waiting = counted.flatMap(({ owner, unsent }) => (unsent ? [{ owner, unsent }] : []));
  if (waiting.length === 0) return [];
  return await withDeviceDatabase(environment, async (device) => {
    const people = await Promise.all(
      waiting.map(async ({ owner, unsent }) => ({
        user_id: owner.user_id,
        name: await readName(environment, device, owner),
        ...unsent,
      })),
    );
    return people.toSorted((one, other) => (one.name ?? '').localeCompare(other.name ?? ''));
  });
}

/**
 * Says whose changes wait on this device, at once and whenever one of them is stored or sent here, until it is called off. What is
 * stored by the browser's own transactions no live query hears of; tabs and workers say so on their channels.
 */
export function watchUnsent(
  environment: SyncEnvironment,
  tenantId: string | undefined,
  found: (people: readonly UnsentPerson[]) => void,
  failed: (error: unknown) => void,
): () => void {
  const channels: Channel[] = [];
  let isOver = false;
  let isDue = false;
  let isLooking = false;
  async function look(): Promise<void> {
    isDue = true;
    if (isLooking) return;
    isLooking = true;
    try {
      while (isDue) {
        isDue = false;
        const people = await unsentOnThisDevice(environment, tenantId);
        if (isOver) return;
        found(people);
      }
    } finally {
      isLooking = false;
    }
  }
  async function begin(): Promise<void> {
    const owners = await ownersOn(environment, tenantId);
    if (isOver) return;
    for (const owner of owners) {
      const channel = environment.openChannel(personDatabase(owner));
      channel.listen((message) => {
        if (message === 'stored') look().catch(failed);
      });
      channels.push(channel);
    }
    await look();
  }
  begin().catch(failed);
  return () => {
    isOver = true;
    for (const channel of channels) channel.close();
  };
}

async function readName(
  environment: SyncEnvironment,
  device: DeviceDatabase,
  owner: Owner,
): Promise<string | null> {
  const fact = personFact(owner);
  const sealed = (await device.readFact(fact)) as Sealed | undefined;
  if (!sealed) return null;
  const sealer = new Sealer(environment, device);
  return (await sealer.open(sealed, fact)) as string;
}

const ofPerson = /^(?:quillshelf:|person )([0-9a-f-]{36})[: ]([0-9a-f-]{36})$/u;

/**
 * The people who have a database here, those of one tenant where it is named. A device that nobody ever signed in on is left as it
 * is: without any.
 */
async function ownersOn(environment: SyncEnvironment, tenantId?: string): Promise<Owner[]> {
  const owners = (await namesOfPeople(environment)).flatMap((name) => {
    const [, tenant_id, user_id] = ofPerson.exec(name) ?? [];
    return tenant_id === undefined || user_id === undefined ? [] : [{ tenant_id, user_id }];
  });
  return owners.filter(({ tenant_id }) => tenantId === undefined || tenant_id === tenantId);
}

/** What a person's database is called, or the fact that keeps their name. */
async function namesOfPeople(environment: SyncEnvironment): Promise<string[]> {
  const { indexedDB } = environment.indexedDb;
  if ('databases' in indexedDB) return (await indexedDB.databases()).map(({ name = '' }) => name);
  // Older browsers cannot list them. Whose names are kept here has one, or had.
  return await withDeviceDatabase(environment, (device) => device.factNames('person '));
}

/** Null where nothing waits. What the server refused counts too: its words are nowhere else. */
async function countUnsent(
  { indexedDb }: SyncEnvironment,
  owner: Owner,
): Promise<Pick<UnsentPerson, 'changes' | 'waiting_since'> | null> {
  const dexie = await openExisting(indexedDb, personDatabase(owner));
  if (!dexie) return null;
  try {
    // It may be of a version that knew no pictures.
    const present = dexie.tables.map(({ name }) => name);
    const names = namesOfUnsent.filter((name) => present.includes(name));
    if (!names.includes('outbox')) return null;
    const all = <Row>(name: (typeof namesOfUnsent)[number]): Promise<Row[]> =>
      names.includes(name) ? dexie.table<Row>(name).toArray() : Promise.resolve([]);
    const [outbox, settled, pictures] = await dexie.transaction(
      'r',
      names,
      async () =>
        await Promise.all([
          all<OutboxRecord>('outbox'),
          all<SettledRecord>('settled'),
          all<PictureRecord>('pictures'),
        ]),
    );
    // What is parked is kept at school: this tablet is not waited for. Nor is it for what is nobody's work.
    const waiting = [
      ...outbox.filter(({ state, is_quiet }) => state !== 'applied' && !is_quiet),
      ...settled.filter(({ state }) => state !== 'parked'),
    ].map(({ queued_at }) => queued_at);
    // A picture that goes with a change is counted with it.
    const alone = pictures.filter(({ state }) => ['waiting', 'full', 'refused'].includes(state));
    waiting.push(...alone.map(({ kept_at }) => kept_at));
    const [oldest] = waiting.toSorted();
    return oldest === undefined ? null : { changes: waiting.length, waiting_since: oldest };
  } finally {
    dexie.close();
  }
}
