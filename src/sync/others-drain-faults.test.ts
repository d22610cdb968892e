import { describe, expect, it } from 'vitest';
import type { GrantedPush, SignedPush } from '#contract/sync/grants.schema.ts';
import { ada, ben, grantsOfFile } from '#tests/support/granting-server.ts';
import { openTab, settled } from '#tests/support/sync-environment.ts';
import { ids, problem } from '#tests/support/sync-scripted-server.ts';
import { type ApiClient, NoNetworkError } from './api-client.ts';
import { OthersDrain } from './others-drain.ts';
import { unsentOnThisDevice } from './unsent.ts';

const { now, onFailure, open, drainOthers, leave } = grantsOfFile();

describe('what is parked at school', () => {
  it('is listed for its owner as that, asks nothing, and holds back nothing that is to be looked at with it', async () => {
    await leave('ada', 3);
    now.server.decide = () => 'parked';
    now.server.failures = [problem(413, 'request.too_large')];
    drainOthers().start();
    await settled();
    expect(now.server.pushes.flatMap((push) => push.calls.map((call) => call.seq))).toEqual([1, 2, 3]);
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
        return await now.server.call(endpoint, input, options);
      },
    };
    const drain = new OthersDrain({
      environment: openTab(now.device, now.time).environment,
      api: slow,
      apiWith: () => slow,
      signedIn: null,
      onFailure,
    });
    now.opened.push(drain);
    drain.start();
    await now.time.advance(10 * 60_000);
    expect(now.server.pushes.flatMap((p) => p.calls.map((c) => c.seq))).toEqual([1, 2, 3, 4]);
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
        return await now.server.call(endpoint, input, options);
      },
    };
    const drain = new OthersDrain({
      environment: openTab(now.device, now.time).environment,
      api: busy,
      apiWith: () => busy,
      signedIn: null,
      onFailure,
    });
    now.opened.push(drain);
    drain.start();
    await now.time.advance(3 * 60 * 60_000);
    expect(now.server.pushes.map((p) => p.user_id)).toEqual([ben]);
  });
  it('does not count as unsent here what it keeps for a teacher', async () => {
    await leave('ada', 1);
    now.server.decide = () => 'parked';
    const tab = openTab(now.device, now.time);
    drainOthers(null, tab).start();
    await settled();
    expect(await unsentOnThisDevice(tab.environment, ids.tenant)).toEqual([]);
  });
});
