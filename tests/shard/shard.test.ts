import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Closing, openInstallation } from '#server/installation.ts';
import { readSettings } from '#server/platform/settings.ts';
import { verdictOf } from '../bench/kit/figures.ts';
import { PushingTablets } from '../drills/kit/pushing-tablets.ts';
import { startServerProcess } from '../support/server-process.ts';
import { distribute } from './distribute.ts';

const ownerUrl = process.env['CITUS_URL'] ?? '';
const root = process.cwd();
const closing = new Closing();
let folder: string;
let SECRET_KEY_FILE: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-shard-'));
  closing.add(() => rm(folder, { recursive: true, force: true }));
  SECRET_KEY_FILE = path.join(folder, 'secret.key');
});
afterAll(() => closing.close());

const open = (into: Closing) =>
  openInstallation(
    readSettings({ DATA_DIR: path.join(folder, 'data'), DATABASE_URL: ownerUrl, SECRET_KEY_FILE }, root),
    { root, closing: into, say: console.log },
  );

it('lays all tables on many machines, and they keep all their keys', async () => {
  const opening = new Closing();
  await open(opening);
  await opening.close();
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { distributed, copied, keys, lost } = await distribute(client);
    console.log(
      `${distributed} tables by tenant, ${copied} copied, ${keys - lost.length} of ${keys} foreign keys`,
    );
    expect(distributed).toBeGreaterThan(60);
    expect(lost).toEqual([]);
  } finally {
    await client.end();
  }
});

it('starts the program on them with the demo, and tablets of two schools lose and double nothing', async () => {
  const server = await startServerProcess({
    databaseUrl: ownerUrl,
    seed: 'demo',
    environment: { SECRET_KEY_FILE },
  });
  closing.add(() => server.dispose());
  for (const place of ['/api/readyz', '/api/current-tenant', '/api/works/']) {
    const headers = { host: `greenfield.localhost:${server.port}` };
    const asked = get({ host: '127.0.0.1', port: server.port, path: place, headers });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    expect([place, answer.statusCode]).toEqual([place, 200]);
  }
  const tablets = await PushingTablets.open(
    { servers: [server], installation: await open(closing), ownerUrl },
    { schools: ['one-of-two', 'two-of-two'] },
  );
  tablets.start();
  await sleep(10_000);
  await tablets.end();
  expect(tablets.acknowledged).toBeGreaterThan(0);
  const rows = await tablets.rows();
  expect(rows.filter((row) => verdictOf(row) === 'missed').map(({ what }) => what)).toEqual([]);
});
