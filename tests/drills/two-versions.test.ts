import { setTimeout as sleep } from 'node:timers/promises';
import { it } from 'vitest';
import { figure } from '../bench/kit/figures.ts';
import { startFleet } from '../support/server-fleet.ts';
import { buildEarlierVersion } from './kit/earlier-version.ts';
import { judge } from './kit/judge.ts';
import { Probe } from './kit/probe.ts';
import { PushingTablets } from './kit/pushing-tablets.ts';

it('a server of the version before runs beside one of this version, on the schema of this one', async () => {
  const earlier = await buildEarlierVersion();
  try {
    const fleet = await startFleet(2, { projects: [undefined, earlier.folder] });
    try {
      const ports = fleet.servers.map(({ port }) => port);
      const tablets = await PushingTablets.open(fleet, { wanders: true });
      const [teacher] = tablets.teachers;
      const reads = new Probe(ports, { path: '/api/works/', host: teacher?.host ?? '' });
      tablets.start();
      await sleep(20_000);
      await reads.end();
      await tablets.end();
      await judge('two-versions', {
        how: 'One server of each version for 20 s, eight tablets push, each call to the other server',
        rows: [
          ...(await tablets.rows()),
          {
            what: 'Answers to reads that were not 200',
            ours: figure('', [reads.count((status) => status !== 200)]),
            target: { most: 0 },
          },
          {
            what: 'Changes of the schema that the version before does not know',
            ours: figure('', [earlier.newer]),
            target: { least: 1 },
          },
        ],
        notes: [
          `The version before is ${earlier.commit}. All API tests of it on the schema of this version are \`npm run test:previous\`.`,
        ],
      });
    } finally {
      await fleet.close();
    }
  } finally {
    earlier.remove();
  }
});
