import { describe, expect, it } from 'vitest';
import { ada, ben, grantsOfFile, people } from '#tests/support/granting-server.ts';
import { openTab, outlast, settled } from '#tests/support/sync-environment.ts';
import { ids, problem, refusal } from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError } from './api-client.ts';
import { GrantKeeper, readGrants, requestGrant } from './grants.ts';

const { now, onFailure, open, drainOthers, leave } = grantsOfFile();

/** What a person finds on this tablet who signs in again. */
async function changesOf(who: keyof typeof people) {
  const replica = await open(people[who]);
  const changes = replica.changes();
  replica.close();
  return changes;
}

describe('a grant on the tablet', () => {
  it('is asked for after a sign-in, once the school answers, and kept without a name', async () => {
    const tab = openTab(now.device, now.time);
    const replica = await open(ada, tab);
    const keeper = new GrantKeeper({ environment: tab.environment, api: now.server, replica, onFailure });
    now.opened.push(keeper);
    now.server.school.failures = [new NoNetworkError('cut', false)];
    keeper.start();
    replica.syncNow();
    await settled();
    expect(now.server.asked).toEqual([]);
    now.server.failures = [new NoNetworkError('cut', false)];
    replica.syncNow();
    await settled();
    expect(now.server.asked).toEqual([]);
    await now.time.advance(15_000);
    replica.syncNow();
    await settled();
    expect(now.server.asked).toHaveLength(1);
    expect(Object.keys(now.server.asked[0]?.public_key ?? {}).toSorted()).toEqual(['crv', 'kty', 'x', 'y']);
    expect(await readGrants(tab.environment)).toEqual([
      {
        tenant_id: ids.tenant,
        user_id: ada,
        grant_id: '01900000-0000-7000-8000-000000000001',
        expires_at: '2026-10-07T09:00:00.000Z',
      },
    ]);
    await now.time.advance(60_000);
    expect(now.server.asked).toHaveLength(1);
  });

  it('belongs to a key that two tabs share and that cannot be taken out', async () => {
    const tabs = [openTab(now.device, now.time), openTab(now.device, now.time)];
    await Promise.all(
      tabs.map(({ environment }) =>
        requestGrant(environment, now.server, { tenant_id: ids.tenant, user_id: ada }),
      ),
    );
    expect(now.server.asked[0]).toEqual(now.server.asked[1]);
    const pair = await new Promise<{ key: CryptoKeyPair }>((resolve) => {
      now.device.indexedDb.open('quillshelf:device').onsuccess = ({ target }) => {
        const { result } = target as IDBRequest<IDBDatabase>;
        const read = result.transaction('keys').objectStore('keys').get('grant');
        read.onsuccess = () => {
          result.close();
          resolve(read.result as { key: CryptoKeyPair });
        };
      };
    });
    expect(pair.key.privateKey.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('jwk', pair.key.privateKey)).rejects.toThrow(/extractable/u);
  });
});

describe('what a child left on the tablet', () => {
  it('is sent with nobody signed in: signed, in order, as the child, and with no word of it kept', async () => {
    await leave('ada', 3);
    drainOthers().start();
    await settled();
    expect(now.server.pushes).toHaveLength(1);
    expect(now.server.pushes[0]).toMatchObject({ user_id: ada, calls: [{ seq: 1 }, { seq: 2 }, { seq: 3 }] });
    expect(Object.keys(now.server.pushes[0] ?? {}).toSorted()).toEqual(['calls', 'client_id', 'user_id']);
    expect(await changesOf('ada')).toEqual([]);
  });

  it('is sent by a worker that the browser wakes, which says whether it has to be woken again', async () => {
    await leave('ada', 1);
    await leave('ben', 1);
    now.server.failures = [new NoNetworkError('cut', false)];
    expect(await outlast(drainOthers().drainOnce())).toBe(false);
    expect(now.server.pushes).toEqual([]);
    expect(await outlast(drainOthers().drainOnce())).toBe(true);
    expect(now.server.pushes.map((push) => push.user_id).toSorted()).toEqual([ada, ben].toSorted());
    expect([await changesOf('ada'), await changesOf('ben')]).toEqual([[], []]);
    // Nothing goes on in it by itself.
    await leave('ada', 1);
    await now.time.advance(300_000);
    expect(now.server.pushes).toHaveLength(2);
  });

  it('is sent while the next child uses the tablet, whose own changes go their own way', async () => {
    await leave('ada', 1);
    await leave('ben', 1);
    drainOthers(ben).start();
    await settled();
    expect(now.server.pushes.map((push) => push.user_id)).toEqual([ada]);
    expect(await changesOf('ben')).toMatchObject([{ state: 'waiting' }]);
  });

  it('is sent for one child after the other', async () => {
    await leave('ada', 2);
    await leave('ben', 2);
    drainOthers().start();
    await settled();
    expect(now.server.pushes.map((push) => push.user_id).toSorted()).toEqual([ada, ben].toSorted());
    expect([await changesOf('ada'), await changesOf('ben')]).toEqual([[], []]);
  });

  it('goes on being replayed over rows that are still there, until their owner’s next pull', async () => {
    await leave('ada', 1, true);
    drainOthers().start();
    await settled();
    const replica = await open(ada);
    expect(replica.changes()).toMatchObject([{ state: 'applied' }]);
    now.server.school.confirmed = 1;
    now.server.school.version += 1;
    replica.syncNow();
    await settled();
    expect(replica.changes()).toEqual([]);
  });

  it('shows to its owner at once where the owner came back meanwhile', async () => {
    await leave('ada', 1);
    const drain = drainOthers();
    const replica = await open(ada);
    now.server.school.failures = [new NoNetworkError('cut', false)];
    replica.start();
    await settled();
    expect(replica.changes()).toHaveLength(1);
    drain.start();
    await settled();
    expect(replica.changes()).toEqual([]);
  });

  it('keeps what the school refused for its owner to see', async () => {
    await leave('ada', 2);
    now.server.decide = ({ seq }) => (seq === 1 ? 'refused' : 'applied');
    drainOthers().start();
    await settled();
    expect(await changesOf('ada')).toMatchObject([{ state: 'refused', problem: refusal }]);
  });

  it('waits for the network, and goes when the tablet is online again', async () => {
    await leave('ada', 1);
    const tab = openTab(now.device, now.time);
    now.server.failures = [new NoNetworkError('cut', false), new NoNetworkError('cut', false)];
    drainOthers(null, tab).start();
    await settled();
    await now.time.advance(1000);
    expect(now.server.signed).toHaveLength(2);
    expect(now.server.pushes).toEqual([]);
    tab.wake();
    await settled();
    expect(now.server.pushes).toHaveLength(1);
    expect(await changesOf('ada')).toEqual([]);
  });

  it('goes by itself within 20 seconds of the server answering again', async () => {
    await leave('ada', 1);
    now.server.failures = Array.from({ length: 12 }, () => problem(502));
    drainOthers().start();
    await now.time.advance(12 * 20_000);
    expect(now.server.pushes).toHaveLength(1);
  });

  it('leaves the server alone for as long as it asks, whoever wakes the tablet', async () => {
    await leave('ada', 1);
    const tab = openTab(now.device, now.time);
    now.server.failures = [problem(503, 'request.unavailable', 30)];
    drainOthers(null, tab).start();
    await settled();
    tab.wake();
    await now.time.advance(29_000);
    expect(now.server.pushes).toEqual([]);
    await now.time.advance(2000);
    expect(now.server.pushes).toHaveLength(1);
  });

  it('goes in halves where it does not get through whole', async () => {
    await leave('ada', 4);
    now.server.failures = [problem(413, 'request.too_large')];
    drainOthers().start();
    await settled();
    expect(now.server.pushes.map((push) => push.calls.length)).toEqual([2, 2]);
  });

  it('waits for its owner when the grant is not taken any more, and nobody knocks again', async () => {
    await leave('ada', 2);
    const tab = openTab(now.device, now.time);
    now.server.failures = [problem(401, 'sync.grant_refused')];
    drainOthers(null, tab).start();
    await settled();
    expect(await readGrants(tab.environment)).toEqual([]);
    await now.time.advance(10 * 60_000);
    tab.wake();
    await settled();
    expect(now.server.signed).toHaveLength(1);
    expect(await changesOf('ada')).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
  });

  it('waits too where a school has no such call', async () => {
    await leave('ada', 1);
    now.server.failures = [problem(404, 'request.not_found')];
    now.server.school.pushes.length = 0;
    drainOthers().start();
    await settled();
    expect(now.server.school.pushes).toEqual([]);
    expect(await changesOf('ada')).toMatchObject([{ state: 'waiting' }]);
  });

  it('is sent by one tab at a time, and by another when that one froze', async () => {
    await leave('ada', 1);
    now.device.held.set(`sync quillshelf:${ids.tenant}:${ada}`, Symbol('frozen'));
    drainOthers().start();
    await now.time.advance(29_000);
    expect(now.server.pushes).toEqual([]);
    await now.time.advance(3000);
    expect(now.server.pushes).toHaveLength(1);
  });

  it('is not sent any more by what was closed', async () => {
    await leave('ada', 1);
    now.server.failures = [new NoNetworkError('cut', false)];
    const drain = drainOthers();
    drain.start();
    await settled();
    drain.close();
    await now.time.advance(5 * 60_000);
    expect(now.server.signed).toHaveLength(1);
    expect(now.time.pendingTimers).toBe(0);
  });
});
