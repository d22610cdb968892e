import { beforeEach, describe, expect, it } from 'vitest';
import { openTab, TestDevice, TestTime } from '#tests/support/sync-environment.ts';
import { ids } from '#tests/support/sync-scripted-server.ts';
import { withDeviceDatabase } from './device-database.ts';
import type { SyncEnvironment } from './environment.ts';
import { beginTry, forgiveTries, waitAfter } from './sign-in-tries.ts';

const minute = 60_000;
const zoe = { tenant_id: ids.tenant, account: ids.zoe };
const max = { tenant_id: ids.tenant, account: ids.max };

let time: TestTime;
let device: TestDevice;
let environment: SyncEnvironment;

beforeEach(() => {
  time = new TestTime();
  device = new TestDevice();
  ({ environment } = openTab(device, time));
});

async function tryWrongly(times: number, account = zoe): Promise<void> {
  for (let made = 0; made < times; made += 1) expect(await beginTry(environment, account)).toBe(0);
}

/** Sets the clock of the tablet. */
function setClock(moment: number): void {
  environment = { ...environment, now: () => moment };
}

describe('wrong tries to sign in without a network', () => {
  it('cost nothing five times, then half a minute, and double to a quarter of an hour', () => {
    expect([0, 4, 5, 6, 7, 9, 10, 100, 5000].map((failures) => waitAfter(failures) / minute)).toEqual([
      0, 0, 0.5, 1, 2, 8, 15, 15, 15,
    ]);
  });

  it('let nobody in after the fifth until half a minute has passed', async () => {
    await tryWrongly(5);
    expect(await beginTry(environment, zoe)).toBe(30_000);
    await time.advance(29_000);
    expect(await beginTry(environment, zoe)).toBe(1000);
    await time.advance(1000);
    expect(await beginTry(environment, zoe)).toBe(0);
    expect(await beginTry(environment, zoe)).toBe(minute);
  });

  it('keep nobody out for longer than a quarter of an hour, however many there were', async () => {
    await tryWrongly(5);
    for (let made = 0; made < 12; made += 1) {
      await time.advance(await beginTry(environment, zoe));
      expect(await beginTry(environment, zoe)).toBe(0);
    }
    expect(await beginTry(environment, zoe)).toBe(15 * minute);
  });

  it('are those of one account, and not of another nor of another school', async () => {
    await tryWrongly(5);
    expect(await beginTry(environment, max)).toBe(0);
    expect(await beginTry(environment, { ...zoe, tenant_id: ids.maple })).toBe(0);
    expect(await beginTry(environment, zoe)).toBeGreaterThan(0);
  });

  it('are the same account however its name is written', async () => {
    await tryWrongly(5, { ...zoe, account: 'zoe-otter-42' });
    expect(await beginTry(environment, { ...zoe, account: 'Zoe-Otter-42' })).toBeGreaterThan(0);
  });

  it('are forgotten with a right one', async () => {
    await tryWrongly(4);
    await forgiveTries(environment, zoe);
    await tryWrongly(5);
    expect(await beginTry(environment, zoe)).toBeGreaterThan(0);
  });

  it('count before they are decided, so that many at once are no more than one after the other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => beginTry(openTab(device, time).environment, zoe)),
    );
    expect(answers.filter((wait) => wait === 0)).toHaveLength(5);
  });

  it('are forgotten after an hour, and nothing of them stays on the tablet', async () => {
    await tryWrongly(5);
    await time.advance(61 * minute);
    await tryWrongly(1, max);
    const names = await withDeviceDatabase(environment, (opened) => opened.factNames('tries '));
    expect(names).toHaveLength(1);
    await tryWrongly(5);
  });

  it('keep nobody out for ever where the clock of the tablet was set back, and are not forgotten by that', async () => {
    await tryWrongly(5);
    setClock(time.now() - 365 * 24 * 60 * minute);
    expect(await beginTry(environment, zoe)).toBe(0);
    expect(await beginTry(environment, zoe)).toBe(minute);
  });

  it('name no account in the storage of the tablet', async () => {
    await tryWrongly(1, { ...zoe, account: 'zoe-otter-42' });
    const names = await withDeviceDatabase(environment, (opened) => opened.factNames(''));
    expect(names.join()).not.toContain('otter');
  });
});
