import { setTimeout as sleep } from 'node:timers/promises';
import { it } from 'vitest';
import { at, makeChildren, Tablets } from '../bench/kit/bell.ts';
import { figure } from '../bench/kit/figures.ts';
import { startBalancer, type Balancer } from '../support/balancer.ts';
import { startPooler } from '../support/pooler.ts';
import { startFleet } from '../support/server-fleet.ts';
import type { TransactionPooler } from '../support/transaction-pooler.ts';
import { judge } from './kit/judge.ts';
import { PushingTablets } from './kit/pushing-tablets.ts';
import { roleUrls } from './kit/role-urls.ts';

const count = 300;
/** Seconds. */
const within = 10;
const atMost = 120;

it('the bell rings behind HAProxy and PgBouncer, and one of two servers is killed in the middle', async () => {
  let pooler: TransactionPooler | undefined;
  let balancer: Balancer | undefined;
  const environment: Record<string, string> = { TRUST_PROXY: '127.0.0.1' };
  const fleet = await startFleet(2, {
    environment,
    reach: async (url) => {
      environment['DATABASE_DIRECT_URL'] = url;
      pooler = await startPooler(await roleUrls(url), { connections: 20 });
      return pooler.through(url);
    },
  });
  try {
    const [first, second] = fleet.servers;
    if (!first || !second) throw new Error('Two servers were started');
    balancer = await startBalancer([first.port, second.port]);
    const children = await makeChildren(fleet.installation, count, { withCards: true });
    const { port } = balancer;
    const { installation, ownerUrl } = fleet;
    const pushing = await PushingTablets.open({ servers: [{ port }], installation, ownerUrl });
    const tablets = new Tablets([port], true);
    pushing.start();
    const ringing = tablets.ring(children, { within, atMost });
    await sleep((within * 1000) / 2);
    await first.kill();
    const bell = await ringing;
    await pushing.end();
    tablets.close();
    if (bell.failed.size > 0) console.log([...bell.failed.keys()].join('\n'));
    await judge('bell-two-servers', {
      how: `${count} children come by card within ${within} s, eight tablets push, kill -9 of one of two servers after ${within / 2} s`,
      rows: [
        {
          what: 'Children who are in, with what the device needs',
          ours: figure('', [bell.in.length]),
          target: { least: count },
        },
        { what: '… half of them after', ours: figure('ms', [at(bell.in, 0.5)]) },
        { what: '… the 95th of a hundred', ours: figure('ms', [at(bell.in, 0.95)]) },
        { what: '… until the last one was through', ours: figure('ms', [bell.whole]) },
        {
          what: '… answers that were neither right nor said to come again',
          ours: figure('', [[...bell.failed.values()].reduce((sum, each) => sum + each, 0)]),
          target: { most: 0 },
        },
        { what: '… answers that said when to come again', ours: figure('', [bell.refused]) },
        { what: '… calls that died with the server and were made again', ours: figure('', [bell.broken]) },
        ...(await pushing.rows()),
      ],
      notes: [
        'HAProxy with the file of `deploy/`, without HTTPS; the killed server stays away. A sign-in that dies with it is answered 502, and the child tries again after two seconds.',
      ],
    });
  } finally {
    await balancer?.close();
    await fleet.close();
    await pooler?.close();
  }
});
