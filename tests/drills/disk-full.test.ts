import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { it } from 'vitest';
import { figure } from '../bench/kit/figures.ts';
import { startFleet } from '../support/server-fleet.ts';
import { judge } from './kit/judge.ts';
import { millisecondsUntil, Probe } from './kit/probe.ts';
import { PushingTablets } from './kit/pushing-tablets.ts';

const size = '400m';
const fullFor = 30_000;

/** A disk of its own, in memory. It takes root to make one. */
async function mountDisk(): Promise<{ folder: string; close(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-disk-'));
  const { status, stderr } = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', folder],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`This drill needs root, to make a disk that it can fill: ${stderr}`);
  await chmod(folder, 0o711);
  return {
    folder,
    async close() {
      spawnSync('umount', [folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Takes all the room that there is. */
function fill(file: string): void {
  for (const bytes of [1024 * 1024, 4096])
    try {
      for (;;) appendFileSync(file, Buffer.alloc(bytes, 1));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
}

async function startedAt(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ at: string }>('select pg_postmaster_start_time()::text as at');
  return rows[0]?.at ?? '';
}

it('the disk of PostgreSQL is full under load', async () => {
  const disk = await mountDisk();
  try {
    const fleet = await startFleet(2, { databaseFolder: path.join(disk.folder, 'postgres') });
    const client = new pg.Client({ connectionString: fleet.ownerUrl });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const began = await startedAt(client);
      const ports = fleet.servers.map(({ port }) => port);
      const pids = fleet.servers.map(({ pid }) => pid);
      const tablets = await PushingTablets.open(fleet);
      const [teacher] = tablets.teachers;
      tablets.start();
      await sleep(5000);
      const ballast = path.join(disk.folder, 'ballast');
      fill(ballast);
      const reads = new Probe(ports, { path: '/api/works/', host: teacher?.host ?? '' });
      const ready = new Probe(ports, { path: '/api/readyz', host: 'localhost', every: 1000 });
      for (const until = performance.now() + fullFor; performance.now() < until;) {
        await sleep(500);
        // What PostgreSQL gives back meanwhile is taken, too.
        fill(ballast);
      }
      const acknowledged = tablets.acknowledged;
      await Promise.all([reads.end(), ready.end()]);
      await rm(ballast);
      const back = await millisecondsUntil(() => tablets.acknowledged > acknowledged);
      await sleep(5000);
      await tablets.end();
      const isSame = (await startedAt(client).catch(() => 'away')) === began;
      await judge('disk-full', {
        how: 'The disk has no byte left for 30 s, two servers, eight tablets push',
        rows: [
          ...(await tablets.rows()),
          {
            what: 'Answers to reads meanwhile that were not 200',
            ours: figure('', [reads.count((status) => status !== 200)]),
            target: { most: 0 },
          },
          {
            what: 'Answers of /api/readyz that were not 200',
            ours: figure('', [ready.count((status) => status !== 200)]),
            target: { most: 0 },
          },
          {
            what: 'A call taken, from when there is room again',
            ours: figure('ms', [back]),
            target: { most: 15_000 },
          },
          {
            what: 'Programs that had to be started again, PostgreSQL among them',
            ours: figure('', [
              (isSame ? 0 : 1) + fleet.servers.filter(({ pid }, place) => pid !== pids[place]).length,
            ]),
            target: { most: 0 },
          },
        ],
        notes: ['The disk is one of its own, in memory, of 400 MB.'],
      });
    } finally {
      await client.end();
      await fleet.close();
    }
  } finally {
    await disk.close();
  }
});
