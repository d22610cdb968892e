import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TabletPack } from '#contract/devices/preparation.schema.ts';
import { openTab, settled, TestDevice, TestTime, type TestTab } from '#tests/support/sync-environment.ts';
import { ids, problem } from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError, UnreadableAnswerError, type ApiClient } from './api-client.ts';
import { withDeviceDatabase } from './device-database.ts';
import {
  findByBadge,
  forgetPreparation,
  keepPack,
  PackKeeper,
  readPack,
  type KeptPack,
} from './tablet-pack.ts';

const minute = 60_000;
const hashOf = (badge: string) => createHash('sha256').update(badge).digest('hex');
const badges = {
  zoe: 'AAAAAAAAAAAAAAAAAAAAAA',
  max: 'BBBBBBBBBBBBBBBBBBBBBB',
  nomad: 'CCCCCCCCCCCCCCCCCCCCCC',
};
const otherTenant = '01900000-0000-7000-8000-00000000ffff';

function child(id: string, first_name: string, ...good: string[]) {
  const handle = `pupil.${first_name}`;
  return { id, handle, first_name, last_initial: 'F.', avatar: 'otter', badges: good.map(hashOf) };
}

function somePack(version = 'one', students = [child(ids.zoe, 'Zoë', badges.zoe)]): TabletPack {
  return {
    version,
    classes: [
      {
        id: '01900000-0000-7000-8000-00000000c1a5',
        class_id: 'MAPXE247',
        name: 'Maple',
        class_theme: '#4180ca',
        students,
      },
    ],
    without_class: [child('01900000-0000-7000-8000-000000000bad', 'Nomad', badges.nomad)],
  };
}

function kept(fields: Partial<KeptPack> = {}): KeptPack {
  return {
    tenant_id: ids.tenant,
    preparation_id: '01900000-0000-7000-8000-0000000009e9',
    token: 'T'.repeat(43),
    asked_at: '2026-09-07T09:00:00.000Z',
    pack: somePack(),
    ...fields,
  };
}

/** A school that answers what a test says, or nothing new. */
class PackSchool implements ApiClient {
  readonly asked: { token: string; version?: string }[] = [];
  /** What the next calls meet, oldest first. */
  answers: (Error | TabletPack)[] = [];
  /** Runs before the answer to a call is there. */
  meanwhile: () => Promise<void> = async () => undefined;

  readonly call: ApiClient['call'] = async ({ name, roles }, input) => {
    if (roles !== 'anyone') throw new Error('This call would carry the token of whoever is signed in');
    if (name !== 'devices.readPack') throw new Error(`Nobody asked for ${name}`);
    this.asked.push((input as { body: { token: string; version?: string } }).body);
    await this.meanwhile();
    const answer = this.answers.shift() ?? null;
    if (answer instanceof Error) throw answer;
    return { asked_at: `2026-09-07T10:00:0${this.asked.length}.000Z`, pack: answer } as never;
  };
}

const refused = problem(401, 'devices.preparation_refused');

let device: TestDevice;
let time: TestTime;
let tab: TestTab;
let school: PackSchool;
let failures: unknown[];
let keepers: PackKeeper[];

beforeEach(() => {
  device = new TestDevice();
  time = new TestTime();
  tab = openTab(device, time);
  school = new PackSchool();
  failures = [];
  keepers = [];
});

afterEach(() => {
  for (const keeper of keepers) keeper.close();
  expect(failures).toEqual([]);
});

async function start(): Promise<PackKeeper> {
  const onFailure = (error: unknown) => failures.push(error);
  const keeper = new PackKeeper({ environment: tab.environment, api: school, onFailure });
  keepers.push(keeper);
  keeper.start();
  await settled();
  return keeper;
}

const read = (tenantId = ids.tenant) => readPack(tab.environment, tenantId);

async function factNames(): Promise<string[]> {
  return await withDeviceDatabase(tab.environment, (database) => database.factNames(''));
}

/** All that lies in the device's database, as bytes. */
async function rawStorage(): Promise<string> {
  const facts = await withDeviceDatabase(tab.environment, async (database) =>
    Promise.all((await database.factNames('')).map((name) => database.readFact(name))),
  );
  const text = (value: unknown): string => {
    if (value instanceof ArrayBuffer) return Buffer.from(value).toString('latin1');
    if (ArrayBuffer.isView(value)) return text(value.buffer);
    if (typeof value === 'object' && value !== null) return Object.values(value).map(text).join(' ');
    return String(value);
  };
  return facts.map(text).join(' ');
}

describe('what a prepared tablet keeps', () => {
  it('is there again as it was, for its own school alone', async () => {
    await keepPack(tab.environment, kept());
    expect(await read()).toEqual(kept());
    expect(await read(otherTenant)).toBeNull();
  });

  it('is nothing on a tablet that is not prepared', async () => {
    expect(await read()).toBeNull();
  });

  it('cannot be read in the raw storage: neither a name, a hash of a badge nor the token', async () => {
    await keepPack(tab.environment, kept());
    const raw = await rawStorage();
    expect(raw).toContain(kept().preparation_id);
    // What is kept is bytes that look like chance: of two letters they hold every pair now and then.
    for (const secret of ['pupil.Zo', 'Nomad', 'Maple', hashOf(badges.zoe), 'T'.repeat(43), ids.zoe])
      expect(raw).not.toContain(secret);
  });

  it('is the latest preparation of a school', async () => {
    await keepPack(tab.environment, kept());
    const again = kept({ preparation_id: '01900000-0000-7000-8000-0000000009ea', token: 'U'.repeat(43) });
    await keepPack(tab.environment, again);
    expect(await read()).toEqual(again);
  });

  it('is of no use any more where the browser lost the key of the tablet', async () => {
    await keepPack(tab.environment, kept());
    await withDeviceDatabase(tab.environment, async (database) => {
      const fact = (await database.readFact(`pack ${ids.tenant}`)) as { sealed: { data: ArrayBuffer } };
      new Uint8Array(fact.sealed.data)[0]! ^= 1;
      await database.writeFact(`pack ${ids.tenant}`, fact);
    });
    expect(await read()).toBeNull();
    await time.advance(6 * minute);
    await start();
    expect(school.asked).toEqual([]);
    expect(await factNames()).toEqual([]);
  });
});

describe('a badge', () => {
  it.each([
    ['of a child of a class', badges.zoe, 'Zoë'],
    ['of a child without a class', badges.nomad, 'Nomad'],
    ['with blanks around it', ` ${badges.zoe}\n`, 'Zoë'],
    ['of nobody here', badges.max, undefined],
    ['that is empty', '', undefined],
    ['that is its own hash', hashOf(badges.zoe), undefined],
  ])('%s finds whose it is', async (_, badge, name) => {
    expect((await findByBadge(tab.environment, somePack(), badge))?.first_name).toBe(name);
  });

  it('of a child with several cards finds it by each', async () => {
    const pack = somePack('two', [child(ids.zoe, 'Zoë', badges.zoe, badges.max)]);
    for (const badge of [badges.zoe, badges.max])
      expect((await findByBadge(tab.environment, pack, badge))?.id).toBe(ids.zoe);
  });
});

describe('the pack is kept up to date', () => {
  it('with what is new, and the time at which the school said so', async () => {
    await keepPack(tab.environment, kept());
    await time.advance(5 * minute);
    const next = somePack('two', [child(ids.max, 'Max', badges.max)]);
    school.answers = [next];
    await start();
    expect(school.asked).toEqual([{ token: kept().token, version: 'one' }]);
    expect(await read()).toEqual(kept({ asked_at: '2026-09-07T10:00:01.000Z', pack: next }));
  });

  it('as it is where nothing is new', async () => {
    await keepPack(tab.environment, kept());
    await time.advance(5 * minute);
    await start();
    expect(await read()).toEqual(kept({ asked_at: '2026-09-07T10:00:01.000Z' }));
  });

  it('every five minutes, however often somebody looks or opens the app', async () => {
    await keepPack(tab.environment, kept());
    await start();
    await start();
    for (let looks = 0; looks < 5; looks += 1) {
      tab.wake();
      await settled();
    }
    expect(school.asked).toHaveLength(0);
    keepers[1]?.close();
    await time.advance(16 * minute);
    expect(school.asked).toHaveLength(3);
  });

  it('at once where somebody comes, who may have a card of today', async () => {
    await keepPack(tab.environment, kept());
    await time.advance(minute / 2);
    await start();
    expect(school.asked).toHaveLength(1);
    // A reload is nobody who comes.
    await start();
    expect(school.asked).toHaveLength(1);
  });

  it('on a tablet that was prepared while the app was open', async () => {
    await start();
    await keepPack(tab.environment, kept());
    await time.advance(6 * minute);
    expect(school.asked).toHaveLength(1);
  });

  it('though the clock of the tablet was set back', async () => {
    await keepPack(tab.environment, kept());
    time = new TestTime(time.now() - 24 * 60 * minute);
    tab = openTab(device, time);
    await start();
    expect(school.asked).toHaveLength(1);
  });

  it('without a network: as soon as it is back', async () => {
    await keepPack(tab.environment, kept());
    await time.advance(5 * minute);
    school.answers = [new NoNetworkError('none', false), somePack('two')];
    await start();
    expect((await read())?.pack.version).toBe('one');
    tab.wake();
    await settled();
    expect((await read())?.pack.version).toBe('two');
  });

  it.each([
    ['does not want to answer', problem(500, 'request.internal')],
    ['asks to be left alone', problem(429, 'request.too_many', 60)],
    ['does not know the call', problem(404, 'request.not_found')],
    ['asks for a session', problem(401, 'request.unauthenticated')],
    ['answers in words of another version', new UnreadableAnswerError('what')],
  ])('where the school %s: later, and nothing is lost', async (_, failure) => {
    await keepPack(tab.environment, kept());
    await time.advance(5 * minute);
    school.answers = [failure, somePack('two')];
    await start();
    expect(await read()).toEqual(kept());
    await time.advance(2 * minute);
    expect((await read())?.pack.version).toBe('two');
  });

  it('once at a time, and not at all when the app is closed', async () => {
    await keepPack(tab.environment, kept());
    await time.advance(5 * minute);
    let answer = () => {};
    school.meanwhile = () => new Promise((resolve) => (answer = resolve));
    const keeper = await start();
    tab.wake();
    await settled();
    expect(school.asked).toHaveLength(1);
    answer();
    await settled();
    keeper.close();
    expect(time.pendingTimers).toBe(0);
    await time.advance(10 * minute);
    tab.wake();
    await settled();
    expect(school.asked).toHaveLength(1);
  });

  it('whatever fails beside the network is told to whoever listens', async () => {
    await keepPack(tab.environment, kept());
    await time.advance(5 * minute);
    school.answers = [new TypeError('a mistake of ours')];
    await start();
    expect(failures.splice(0)).toEqual([new TypeError('a mistake of ours')]);
    expect(await read()).toEqual(kept());
  });
});

describe('a preparation that was taken back', () => {
  const ways = [
    `credential ${ids.tenant} ${ids.zoe}`,
    `vault ${ids.tenant} ${ids.zoe}`,
    `vault ${ids.tenant} ${ids.max}`,
  ];
  const others = [
    `credential ${otherTenant} ${ids.zoe}`,
    'device_id',
    `grant ${ids.tenant} ${ids.zoe}`,
    `person ${ids.tenant} ${ids.zoe}`,
    `vault ${otherTenant} ${ids.zoe}`,
  ];

  beforeEach(async () => {
    await keepPack(tab.environment, kept());
    await withDeviceDatabase(tab.environment, async (database) => {
      for (const name of [...ways, ...others]) await database.writeFact(name, 'kept');
    });
    await time.advance(5 * minute);
  });

  it('takes along the children and how anybody gets in without a network, and leaves all else', async () => {
    school.answers = [refused];
    await start();
    expect(await read()).toBeNull();
    expect(await factNames()).toEqual(others);
    await time.advance(20 * minute);
    expect(school.asked).toHaveLength(1);
  });

  it('takes nothing along where the tablet was prepared anew meanwhile', async () => {
    const again = kept({ preparation_id: '01900000-0000-7000-8000-0000000009ea', token: 'U'.repeat(43) });
    school.answers = [refused];
    school.meanwhile = () => keepPack(tab.environment, again);
    await start();
    expect(await read()).toEqual(again);
    expect(await factNames()).toEqual(expect.arrayContaining(ways));
  });

  it('is not overwritten by an answer to what was before', async () => {
    const again = kept({
      preparation_id: '01900000-0000-7000-8000-0000000009ea',
      token: 'U'.repeat(43),
      pack: somePack('anew'),
    });
    school.answers = [somePack('of before')];
    school.meanwhile = () => keepPack(tab.environment, again);
    await start();
    expect(await read()).toEqual(again);
  });

  it('does not come back by an answer that was on its way', async () => {
    school.answers = [somePack('late')];
    school.meanwhile = () => forgetPreparation(tab.environment, kept());
    await start();
    expect(await read()).toBeNull();
    expect(await factNames()).toEqual(others);
  });
});
