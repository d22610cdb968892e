import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { it } from 'vitest';
import { figure } from '../bench/kit/figures.ts';
import { startFleet } from '../support/server-fleet.ts';
import { judge } from './kit/judge.ts';
import { PushingTablets } from './kit/pushing-tablets.ts';

const hour = 60 * 60 * 1000;
const pushedFor = 10_000;

const sessionsThatStand = 'select count(*)::int as count from sessions where revoked_at is null';

it('the clock of one of two servers is an hour ahead, and then an hour behind', async () => {
  const fleet = await startFleet(2);
  const client = new pg.Client({ connectionString: fleet.ownerUrl });
  try {
    await client.connect();
    const count = async () => {
      const { rows } = await client.query<{ count: number }>(sessionsThatStand);
      return rows[0]?.count ?? 0;
    };
    const [, second] = fleet.servers;
    if (!second) throw new Error('Two servers were started');
    const tablets = await PushingTablets.open(fleet, { wanders: true });
    const sessions = await count();
    // Not ended in order: how a server does that is not looked at here.
    const setClock = async (by: number) => {
      await second.kill();
      await second.sleep(by);
    };
    await setClock(hour);
    tablets.start();
    await sleep(pushedFor);
    await setClock(-2 * hour);
    await sleep(pushedFor);
    await tablets.end();
    await judge('clocks-apart', {
      how: 'One of two servers is an hour ahead for 10 s and an hour behind for 10 s, eight tablets push, each call to the other server',
      rows: [
        ...(await tablets.rows()),
        {
          what: 'Sessions that ended or were swept away',
          ours: figure('', [sessions - (await count())]),
          target: { most: 0 },
        },
        { what: 'Tokens that a server wanted anew', ours: figure('', [tablets.renewed]) },
      ],
      notes: [
        'A token of ten minutes is over for the server that is ahead, and of the future for the one that is behind: the tablet renews it, as it does anyway, and its session goes on.',
      ],
    });
  } finally {
    await client.end();
    await fleet.close();
  }
});
