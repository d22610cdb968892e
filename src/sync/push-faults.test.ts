import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { faultyReplicaOfFile, setPrivacy } from '#tests/support/faulty-replica-of-file.ts';
import { ourShapes } from '#tests/support/our-shapes.ts';
import { sync } from '#tests/support/scripted-replicas.ts';
import { openTab } from '#tests/support/sync-environment.ts';
import { ids, maple, problem } from '#tests/support/sync-scripted-server.ts';
import { type ApiClient, UnreadableAnswerError } from './api-client.ts';
import { triesBeforeGivingUp } from './verdict.ts';

const { now, openOffline, cutOff, comeBack, sentCalls } = faultyReplicaOfFile();

describe('a push that fails', () => {
  it('does not keep the device from hearing what others changed', async () => {
    const replica = await openOffline();
    await setPrivacy(replica, ids.zoe, 'public');
    now.server.failures = [problem(500)];
    const before = now.server.pulls.length;
    await sync(replica);
    expect(now.server.pulls.length).toBe(before + 1);
    expect(replica.status().waiting).toBe(1);
  });

  it('is left alone for as long as the server asked', async () => {
    const replica = await openOffline();
    await setPrivacy(replica, ids.zoe, 'public');
    now.server.failures = [problem(503, 'request.unavailable', 30)];
    const before = now.server.pulls.length;
    await sync(replica);
    expect(now.server.pulls).toHaveLength(before);
  });

  it('is tried in smaller parts where it is too large, down to the one call that is', async () => {
    const replica = await openOffline();
    for (const id of [ids.zoe, ids.max, ids.cedar, ids.maple, ids.epoch])
      await setPrivacy(replica, id, 'public');
    now.server.refuseWhole = ({ calls }) =>
      calls.some((call) => (call.input.params as { id: string }).id === ids.cedar)
        ? problem(413, 'request.too_large')
        : null;
    await comeBack(replica);
    await now.time.advance(25_000);
    expect(replica.changes()).toMatchObject([{ state: 'undecided', problem: { code: 'request.too_large' } }]);
    expect(replica.status().waiting).toBe(0);
  });

  it('keeps the id of a call that did not get through, for a copy of it may have arrived (law 2)', async () => {
    const replica = await openOffline();
    const { mutation_id } = await setPrivacy(replica, ids.zoe, 'public');
    now.server.refuseWhole = () => problem(413, 'request.too_large');
    await comeBack(replica);
    expect(replica.changes()).toMatchObject([{ state: 'undecided', mutation_id }]);
    cutOff();
    await replica.retry(mutation_id);
    await setPrivacy(replica, ids.zoe, 'private');
    expect(replica.changes().map((change) => change.mutation_id)).toEqual([mutation_id, expect.any(String)]);
  });

  it('is not blamed on a call when it is the cursor that the server cannot read', async () => {
    const replica = await openOffline();
    await setPrivacy(replica, ids.zoe, 'public');
    now.server.refuseWhole = ({ cursor }) => (cursor ? problem(400, 'request.invalid') : null);
    await comeBack(replica);
    expect(replica.changes()).toEqual([]);
    expect(now.server.pushes.at(-1)?.cursor).toBeNull();
  });

  it('is spoken of as an update that is due where the answer makes no sense to this version', async () => {
    const replica = await openOffline();
    await setPrivacy(replica, ids.zoe, 'public');
    now.server.failures = [new UnreadableAnswerError('strange')];
    await sync(replica);
    expect(replica.status()).toMatchObject({ state: 'waiting_for_update', waiting: 1, reachable: true });
  });
});

describe('a call that the server can never decide', () => {
  it('ends as one for a person to look at, and lets the others pass (laws 6 and 7)', async () => {
    const replica = await openOffline();
    const { mutation_id } = await setPrivacy(replica, ids.zoe, 'public');
    await setPrivacy(replica, ids.max, 'public');
    let stopped = false;
    now.server.decide = (call) => {
      if (now.server.pushes.at(-1)?.calls[0] === call) stopped = false;
      stopped ||= call.mutation_id === mutation_id;
      return stopped ? (call.mutation_id === mutation_id ? 'retry' : 'missing') : 'applied';
    };
    now.server.failures = [];
    await now.time.advance(triesBeforeGivingUp * 20_000);
    expect(replica.changes()).toMatchObject([{ state: 'undecided', mutation_id }]);
    now.server.decide = null;
    now.server.pushes.length = 0;
    await replica.retry(mutation_id);
    await sync(replica);
    // By its id the server knows whether it did it after all (law 2).
    expect(sentCalls().map((call) => call.mutation_id)).toEqual([mutation_id]);
    expect(replica.changes()).toEqual([]);
  });
});

describe('a run', () => {
  it('ends after some seconds though there is always more, and another goes on (law 7)', async () => {
    const tab = openTab(now.device, now.time);
    const { locks } = tab.environment;
    let runs = 0;
    tab.environment.locks = {
      run: (...given) => {
        runs += 1;
        return locks.run(...given);
      },
    };
    let requests = 0;
    const endless: ApiClient['call'] = async (endpoint, input) => {
      requests += 1;
      await now.time.advance(3000);
      const answer = await now.server.call(endpoint, input);
      return { ...(answer as object), more: requests < 10 } as never;
    };
    const replica = await now.open(tab, { call: endless });
    for (let turn = 0; turn < 5; turn += 1) await sync(replica);
    expect(requests).toBeGreaterThanOrEqual(10);
    expect(runs).toBeGreaterThan(2);
  });
});

describe('a server whose data was restored', () => {
  it('is told again what it had applied and may have lost', async () => {
    const replica = await openOffline();
    await setPrivacy(replica, ids.zoe, 'public');
    const { version } = now.server;
    // The rows that come with the answer do not contain the change yet, so it is kept.
    now.server.pages = [
      {
        reset: false,
        drop_scopes: [],
        scopes: [],
        confirmed_seq: 0,
        cursor: { epoch: ids.epoch, ...ourShapes, scopes: { [maple]: version } },
        more: false,
      },
    ];
    await comeBack(replica);
    expect(replica.changes()).toMatchObject([{ state: 'applied' }]);
    now.server.epoch = '01900000-0000-7000-8000-0000000000ef';
    now.server.confirmed = 0;
    await sync(replica);
    await sync(replica);
    const [first, second] = sentCalls();
    expect(second).toEqual(first);
    expect(replica.changes()).toEqual([]);
  });
});

describe('a server that has only the plain REST calls', () => {
  function plainServer(refuse: (endpoint: Endpoint, input: unknown) => Error | null = () => null) {
    const seen: { name: string; input: unknown; key: string | undefined }[] = [];
    const call: ApiClient['call'] = async (endpoint, input, options) => {
      if (endpoint.name === 'sync.push') throw problem(404, 'request.not_found');
      if (endpoint.name.startsWith('sync.')) return await now.server.call(endpoint, input);
      const failure = refuse(endpoint, input);
      seen.push({ name: endpoint.name, input, key: options?.idempotencyKey });
      if (failure) throw failure;
      return undefined as never;
    };
    return { seen, call };
  }

  it('gets the calls one by one, in order, each under its own key', async () => {
    const replica = await openOffline();
    const one = await setPrivacy(replica, ids.zoe, 'public');
    const two = await setPrivacy(replica, ids.max, 'community');
    replica.close();
    now.server.failures = [];
    const plain = plainServer();
    const again = await now.open(openTab(now.device, now.time), plain);
    await sync(again);
    expect(plain.seen.map(({ name, key }) => [name, key])).toEqual([
      ['students.updatePrivacy', one.mutation_id],
      ['students.updatePrivacy', two.mutation_id],
    ]);
    expect(again.changes()).toEqual([]);
  });

  it('refuses for good with what it says of the call, and only for now with what it says of the moment', async () => {
    const replica = await openOffline();
    const one = await setPrivacy(replica, ids.zoe, 'public');
    await setPrivacy(replica, ids.max, 'community');
    replica.close();
    now.server.failures = [];
    let busy = true;
    const plain = plainServer((_endpoint, input) => {
      const { params } = input as { params: { id: string } };
      if (params.id === ids.zoe) return problem(404, 'students.not_found');
      return busy ? problem(503) : null;
    });
    const again = await now.open(openTab(now.device, now.time), plain);
    await sync(again);
    expect(again.changes()).toMatchObject([
      { state: 'refused', mutation_id: one.mutation_id },
      { state: 'waiting' },
    ]);
    busy = false;
    await now.time.advance(25_000);
    expect(again.changes()).toHaveLength(1);
    expect(again.status().waiting).toBe(0);
  });

  it('knows a call that it has applied before', async () => {
    const replica = await openOffline();
    await setPrivacy(replica, ids.zoe, 'public');
    replica.close();
    now.server.failures = [];
    const plain = plainServer(() => problem(409, 'request.already_applied'));
    const again = await now.open(openTab(now.device, now.time), plain);
    await sync(again);
    expect(again.changes()).toEqual([]);
  });
});
