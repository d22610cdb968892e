import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { grantMessage } from '#contract/sync/grants.rules.ts';
import type { GrantedPush, GrantRequest, SignedPush } from '#contract/sync/grants.schema.ts';
import type { CallResult, QueuedCall } from '#contract/sync/sync.schema.ts';
import { updatePrivacy, updatePrivacyInput } from '#src/features/students/students.mutations.ts';
import { queuedCalls } from '#tests/support/sync-device.ts';
import { openTab, outlast, settled, TestDevice, TestTime } from '#tests/support/sync-environment.ts';
import { ids, problem, refusal, ScriptedServer } from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError, type ApiClient } from './api-client.ts';
import { GrantKeeper, readGrants, requestGrant } from './grants.ts';
import { OthersDrain } from './others-drain.ts';
import { unsentOnThisDevice } from './unsent.ts';
import { openReplica } from './open-replica.ts';
import type { Replica } from './replica.ts';

const ada = ids.zoe;
const ben = ids.max;
const people = { ada, ben };

/** A school that gives grants, checks what is signed with them, and answers as a test tells it. */
class GrantingServer implements ApiClient {
  readonly school = new ScriptedServer();
  readonly asked: GrantRequest[] = [];
  readonly signed: SignedPush[] = [];
  readonly pushes: GrantedPush[] = [];
  /** Thrown by the next calls that have to do with grants, oldest first. */
  failures: Error[] = [];
  decide: (call: QueuedCall) => CallResult['outcome'] = () => 'applied';

  readonly call: ApiClient['call'] = async (endpoint, input, options) => {
    if (endpoint.name === 'sync.requestGrant') return (await this.#grant(input)) as never;
    if (endpoint.name === 'sync.pushByGrant') return (await this.#push(endpoint, input)) as never;
    return await this.school.call(endpoint, input, options);
  };

  async #grant(input: unknown) {
    const { body } = input as { body: GrantRequest };
    this.#fail();
    this.asked.push(body);
    const place = String(this.asked.length).padStart(12, '0');
    return { grant_id: `01900000-0000-7000-8000-${place}`, expires_at: '2026-10-07T09:00:00.000Z' };
  }

  async #push({ roles }: Endpoint, input: unknown): Promise<{ results: CallResult[] }> {
    const { body } = input as { body: SignedPush };
    if (roles !== 'anyone') throw new Error('This call would carry the token of whoever is signed in');
    this.signed.push(body);
    if (!(await outlast(this.#isSigned(body)))) throw new Error('The signature is not that of this device');
    this.#fail();
    const push = JSON.parse(body.push) as GrantedPush;
    this.pushes.push(push);
    return {
      results: push.calls.map((call): CallResult => {
        const outcome = this.decide(call);
        return outcome === 'refused'
          ? { seq: call.seq, outcome, problem: refusal }
          : { seq: call.seq, outcome };
      }),
    };
  }

  #fail(): void {
    const failure = this.failures.shift();
    if (failure) throw failure;
  }

  async #isSigned({ grant_id, push, signature }: SignedPush): Promise<boolean> {
    const [asked] = this.asked;
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const key = await crypto.subtle.importKey('jwk', asked?.public_key ?? {}, algorithm, false, ['verify']);
    return await crypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      key,
      Buffer.from(signature, 'base64url'),
      new TextEncoder().encode(grantMessage(grant_id, push)),
    );
  }
}

let device: TestDevice;
let time: TestTime;
let server: GrantingServer;
let failures: unknown[];
let opened: { close(): void }[];

beforeEach(() => {
  device = new TestDevice();
  time = new TestTime();
  server = new GrantingServer();
  failures = [];
  opened = [];
});

afterEach(() => {
  for (const each of opened) each.close();
  expect(failures).toEqual([]);
});

const onFailure = (error: unknown) => failures.push(error);

async function open(user_id: string, tab = openTab(device, time)): Promise<Replica> {
  const replica = await openReplica({
    environment: tab.environment,
    api: server,
    user: { id: user_id, tenant_id: ids.tenant },
    definitions: queuedCalls,
    onFailure,
  });
  opened.push(replica);
  return replica;
}

function drainOthers(signedIn: string | null = null, tab = openTab(device, time)): OthersDrain {
  const drain = new OthersDrain({
    environment: tab.environment,
    api: server,
    apiWith: () => server,
    signedIn,
    onFailure,
  });
  opened.push(drain);
  return drain;
}

/** Signs in, leaves so many changes on the tablet that no network took, and signs out. */
async function leave(who: keyof typeof people, changes: number, keepSnapshot = false): Promise<void> {
  const user_id = people[who];
  const replica = await open(user_id);
  const { environment } = openTab(device, time);
  await requestGrant(environment, server, { tenant_id: ids.tenant, user_id });
  if (keepSnapshot) {
    replica.syncNow();
    await settled();
  }
  server.school.failures = Array.from({ length: 20 }, () => new NoNetworkError('cut', false));
  for (let made = 0; made < changes; made += 1) {
    // Of another child each, so that none goes into the one before.
    const id = `01900000-0000-7000-8000-0000000000${String(10 + made)}`;
    await replica.enqueue(updatePrivacy, updatePrivacyInput(id, 'public'));
  }
  await settled();
  if (!keepSnapshot) await replica.forgetSnapshot();
  replica.close();
  server.school.failures = [];
}

/** What a person finds on this tablet who signs in again. */
async function changesOf(who: keyof typeof people) {
  const replica = await open(people[who]);
  const changes = replica.changes();
  replica.close();
  return changes;
}

describe('a grant on the tablet', () => {
  it('is asked for after a sign-in, once the school answers, and kept without a name', async () => {
    const tab = openTab(device, time);
    const replica = await open(ada, tab);
    const keeper = new GrantKeeper({ environment: tab.environment, api: server, replica, onFailure });
    opened.push(keeper);
    server.school.failures = [new NoNetworkError('cut', false)];
    keeper.start();
    replica.syncNow();
    await settled();
    expect(server.asked).toEqual([]);
    server.failures = [new NoNetworkError('cut', false)];
    replica.syncNow();
    await settled();
    expect(server.asked).toEqual([]);
    await time.advance(15_000);
    replica.syncNow();
    await settled();
    expect(server.asked).toHaveLength(1);
    expect(Object.keys(server.asked[0]?.public_key ?? {}).toSorted()).toEqual(['crv', 'kty', 'x', 'y']);
    expect(await readGrants(tab.environment)).toEqual([
      {
        tenant_id: ids.tenant,
        user_id: ada,
        grant_id: '01900000-0000-7000-8000-000000000001',
        expires_at: '2026-10-07T09:00:00.000Z',
      },
    ]);
    await time.advance(60_000);
    expect(server.asked).toHaveLength(1);
  });

  it('belongs to a key that two tabs share and that cannot be taken out', async () => {
    const tabs = [openTab(device, time), openTab(device, time)];
    await Promise.all(
      tabs.map(({ environment }) =>
        requestGrant(environment, server, { tenant_id: ids.tenant, user_id: ada }),
      ),
    );
    expect(server.asked[0]).toEqual(server.asked[1]);
    const pair = await new Promise<{ key: CryptoKeyPair }>((resolve) => {
      device.indexedDb.open('quillshelf:device').onsuccess = ({ target }) => {
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
    expect(server.pushes).toHaveLength(1);
    expect(server.pushes[0]).toMatchObject({ user_id: ada, calls: [{ seq: 1 }, { seq: 2 }, { seq: 3 }] });
    expect(Object.keys(server.pushes[0] ?? {}).toSorted()).toEqual(['calls', 'client_id', 'user_id']);
    expect(await changesOf('ada')).toEqual([]);
  });

  it('is sent by a worker that the browser wakes, which says whether it has to be woken again', async () => {
    await leave('ada', 1);
    await leave('ben', 1);
    server.failures = [new NoNetworkError('cut', false)];
    expect(await outlast(drainOthers().drainOnce())).toBe(false);
    expect(server.pushes).toEqual([]);
    expect(await outlast(drainOthers().drainOnce())).toBe(true);
    expect(server.pushes.map((push) => push.user_id).toSorted()).toEqual([ada, ben].toSorted());
    expect([await changesOf('ada'), await changesOf('ben')]).toEqual([[], []]);
    // Nothing goes on in it by itself.
    await leave('ada', 1);
    await time.advance(300_000);
    expect(server.pushes).toHaveLength(2);
  });

  it('is sent while the next child uses the tablet, whose own changes go their own way', async () => {
    await leave('ada', 1);
    await leave('ben', 1);
    drainOthers(ben).start();
    await settled();
    expect(server.pushes.map((push) => push.user_id)).toEqual([ada]);
    expect(await changesOf('ben')).toMatchObject([{ state: 'waiting' }]);
  });

  it('is sent for one child after the other', async () => {
    await leave('ada', 2);
    await leave('ben', 2);
    drainOthers().start();
    await settled();
    expect(server.pushes.map((push) => push.user_id).toSorted()).toEqual([ada, ben].toSorted());
    expect([await changesOf('ada'), await changesOf('ben')]).toEqual([[], []]);
  });

  it('goes on being replayed over rows that are still there, until their owner’s next pull', async () => {
    await leave('ada', 1, true);
    drainOthers().start();
    await settled();
    const replica = await open(ada);
    expect(replica.changes()).toMatchObject([{ state: 'applied' }]);
    server.school.confirmed = 1;
    server.school.version += 1;
    replica.syncNow();
    await settled();
    expect(replica.changes()).toEqual([]);
  });

  it('shows to its owner at once where the owner came back meanwhile', async () => {
    await leave('ada', 1);
    const drain = drainOthers();
    const replica = await open(ada);
    server.school.failures = [new NoNetworkError('cut', false)];
    replica.start();
    await settled();
    expect(replica.changes()).toHaveLength(1);
    drain.start();
    await settled();
    expect(replica.changes()).toEqual([]);
  });

  it('keeps what the school refused for its owner to see', async () => {
    await leave('ada', 2);
    server.decide = ({ seq }) => (seq === 1 ? 'refused' : 'applied');
    drainOthers().start();
    await settled();
    expect(await changesOf('ada')).toMatchObject([{ state: 'refused', problem: refusal }]);
  });

  it('waits for the network, and goes when the tablet is online again', async () => {
    await leave('ada', 1);
    const tab = openTab(device, time);
    server.failures = [new NoNetworkError('cut', false), new NoNetworkError('cut', false)];
    drainOthers(null, tab).start();
    await settled();
    await time.advance(1000);
    expect(server.signed).toHaveLength(2);
    expect(server.pushes).toEqual([]);
    tab.wake();
    await settled();
    expect(server.pushes).toHaveLength(1);
    expect(await changesOf('ada')).toEqual([]);
  });

  it('goes by itself within 20 seconds of the server answering again', async () => {
    await leave('ada', 1);
    server.failures = Array.from({ length: 12 }, () => problem(502));
    drainOthers().start();
    await time.advance(12 * 20_000);
    expect(server.pushes).toHaveLength(1);
  });

  it('leaves the server alone for as long as it asks, whoever wakes the tablet', async () => {
    await leave('ada', 1);
    const tab = openTab(device, time);
    server.failures = [problem(503, 'request.unavailable', 30)];
    drainOthers(null, tab).start();
    await settled();
    tab.wake();
    await time.advance(29_000);
    expect(server.pushes).toEqual([]);
    await time.advance(2000);
    expect(server.pushes).toHaveLength(1);
  });

  it('goes in halves where it does not get through whole', async () => {
    await leave('ada', 4);
    server.failures = [problem(413, 'request.too_large')];
    drainOthers().start();
    await settled();
    expect(server.pushes.map((push) => push.calls.length)).toEqual([2, 2]);
  });

  it('waits for its owner when the grant is not taken any more, and nobody knocks again', async () => {
    await leave('ada', 2);
    const tab = openTab(device, time);
    server.failures = [problem(401, 'sync.grant_refused')];
    drainOthers(null, tab).start();
    await settled();
    expect(await readGrants(tab.environment)).toEqual([]);
    await time.advance(10 * 60_000);
    tab.wake();
    await settled();
    expect(server.signed).toHaveLength(1);
    expect(await changesOf('ada')).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
  });

  it('waits too where a school has no such call', async () => {
    await leave('ada', 1);
    server.failures = [problem(404, 'request.not_found')];
    server.school.pushes.length = 0;
    drainOthers().start();
    await settled();
    expect(server.school.pushes).toEqual([]);
    expect(await changesOf('ada')).toMatchObject([{ state: 'waiting' }]);
  });

  it('is sent by one tab at a time, and by another when that one froze', async () => {
    await leave('ada', 1);
    device.held.set(`sync quillshelf:${ids.tenant}:${ada}`, Symbol('frozen'));
    drainOthers().start();
    await time.advance(29_000);
    expect(server.pushes).toEqual([]);
    await time.advance(3000);
    expect(server.pushes).toHaveLength(1);
  });

  it('is not sent any more by what was closed', async () => {
    await leave('ada', 1);
    server.failures = [new NoNetworkError('cut', false)];
    const drain = drainOthers();
    drain.start();
    await settled();
    drain.close();
    await time.advance(5 * 60_000);
    expect(server.signed).toHaveLength(1);
    expect(time.pendingTimers).toBe(0);
  });
});

describe('what is parked at school', () => {
  it('is listed for its owner as that, asks nothing, and holds back nothing that is to be looked at with it', async () => {
    await leave('ada', 3);
    server.decide = () => 'parked';
    server.failures = [problem(413, 'request.too_large')];
    drainOthers().start();
    await settled();
    expect(server.pushes.flatMap((push) => push.calls.map((call) => call.seq))).toEqual([1, 2, 3]);
    const replica = await open(ada);
    expect(replica.changes().map((change) => change.state)).toEqual(['parked', 'parked', 'parked']);
    expect(replica.status()).toMatchObject({ state: 'all_sent', waiting: 0, refused: 0 });
  });
});

describe('a school or a network that makes it hard', () => {
  it('gets the work in parts where all of it takes too long', async () => {
    await leave('ada', 4);
    const slow: ApiClient = {
      call: async (endpoint, input, options) => {
        if (endpoint.name === 'sync.pushByGrant') {
          const { push } = (input as unknown as { body: SignedPush }).body;
          if ((JSON.parse(push) as GrantedPush).calls.length > 1) throw new NoNetworkError('slow', true);
        }
        return await server.call(endpoint, input, options);
      },
    };
    const drain = new OthersDrain({
      environment: openTab(device, time).environment,
      api: slow,
      apiWith: () => slow,
      signedIn: null,
      onFailure,
    });
    opened.push(drain);
    drain.start();
    await time.advance(10 * 60_000);
    expect(server.pushes.flatMap((p) => p.calls.map((c) => c.seq))).toEqual([1, 2, 3, 4]);
  });
  it('takes the work of the others where it has enough of one', async () => {
    await leave('ada', 1);
    await leave('ben', 1);
    const busy: ApiClient = {
      call: async (endpoint, input, options) => {
        if (endpoint.name === 'sync.pushByGrant') {
          const { push } = (input as unknown as { body: SignedPush }).body;
          if ((JSON.parse(push) as GrantedPush).user_id === ada) throw problem(429, 'request.too_many', 600);
        }
        return await server.call(endpoint, input, options);
      },
    };
    const drain = new OthersDrain({
      environment: openTab(device, time).environment,
      api: busy,
      apiWith: () => busy,
      signedIn: null,
      onFailure,
    });
    opened.push(drain);
    drain.start();
    await time.advance(3 * 60 * 60_000);
    expect(server.pushes.map((p) => p.user_id)).toEqual([ben]);
  });
  it('does not count as unsent here what it keeps for a teacher', async () => {
    await leave('ada', 1);
    server.decide = () => 'parked';
    const tab = openTab(device, time);
    drainOthers(null, tab).start();
    await settled();
    expect(await unsentOnThisDevice(tab.environment, ids.tenant)).toEqual([]);
  });
});
