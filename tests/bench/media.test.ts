import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { filmLimits, partsOf } from '#contract/content/films.schema.ts';
import { Closing } from '#server/installation.ts';
import { systemClock } from '#server/platform/clock.ts';
import { inTenant } from '#server/platform/database.ts';
import { createMediaMover } from '#server/platform/media-mover.ts';
import { openMediaFolder } from '#server/platform/media-folder.ts';
import { openS3 } from '#server/platform/media-s3.ts';
import type { MediaStore } from '#server/platform/media-store.ts';
import { sha256 } from '#server/platform/sha256.ts';
import { makeMember, makeTenant } from '#server/seeds/factories.ts';
import { openS3Peer, s3Key } from '../support/s3-peer.ts';
import { startEmptyServer, type BenchServer } from './kit/big-school.ts';
import { figure, type Row } from './kit/figures.ts';
import { report } from './kit/report.ts';

const megabyte = 1024 * 1024;
const film = randomBytes(50 * megabyte);
const rounds = 5;
const subdomain = 'bench-film';
const watched = fileURLToPath(new URL('kit/held-memory.mjs', import.meta.url));

interface Place {
  name: string;
  /** Settings of the server. */
  environment: Record<string, string>;
  store: MediaStore | null;
}

/** A page that is live with a film of 50 MB. @returns where the film is fetched */
async function makeFilm({ installation }: BenchServer, store: MediaStore | null) {
  const { database } = installation;
  const school = await makeTenant(installation, { subdomain });
  const tenant_id = school.id;
  const editor = await makeMember(installation, school, { role: 'school_admin' });
  const made_at = systemClock.now();
  const page_id = uuidv7();
  const id = uuidv7();
  const parts = Array.from({ length: partsOf(film.length) }, (_, n) => {
    const content = film.subarray(n * filmLimits.partBytes, (n + 1) * filmLimits.partBytes);
    return { tenant_id, film_id: id, n, sha256: sha256(content), content, bytes: content.length };
  });
  const captions = 'WEBVTT\n\n00:00.000 --> 00:01.000\nNoise';
  const head = { kind: 'film', title: 'Noise', summary: 'Noise', seconds: 6, questions: [] };
  const blocks = [{ id: 'film', kind: 'film', for: 'everyone', video: { film: id, captions } }];
  await inTenant(database, tenant_id, async (transaction) => {
    const page = {
      tenant_id,
      id: page_id,
      kind: 'film',
      slug: 'noise',
      shared: false,
      created_at: made_at,
    } as const;
    await transaction.insertInto('content_pages').values(page).execute();
    await transaction
      .insertInto('content_films')
      .values({
        tenant_id,
        id,
        page_id,
        bytes: film.length,
        first_part: sha256('first'),
        seconds: 6,
        width: 640,
        height: 360,
        made_by: editor.id,
        created_at: made_at,
        ready_at: made_at,
      })
      .execute();
    for (const part of parts) await transaction.insertInto('content_film_parts').values(part).execute();
    await transaction
      .insertInto('content_versions')
      .values({
        tenant_id,
        page_id,
        language: 'en',
        n: 1,
        shared: false,
        head: JSON.stringify(head),
        blocks: JSON.stringify(blocks),
        words: '',
        made_at,
        live_from: made_at,
      })
      .execute();
  });
  const onFailure = (error: unknown) => {
    throw error;
  };
  if (store) await createMediaMover({ database, store, clock: systemClock, onFailure }).move();
  return `/api/content/film/noise/films/${id}`;
}

/** Somebody whose line takes 16 MB a second at most. @returns milliseconds until the last byte */
async function watch(port: number, at: string): Promise<number> {
  const began = performance.now();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { host: `${subdomain}.localhost` };
    request({ host: '127.0.0.1', port, path: at, headers, agent: false }, resolve).on('error', reject).end();
  });
  let bytes = 0;
  let rest = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    if (!film.subarray(bytes, bytes + piece.length).equals(piece)) throw new Error('Other bytes came');
    bytes += piece.length;
    rest += piece.length;
    if (rest < megabyte) continue;
    rest -= megabyte;
    await sleep(60);
  }
  expect(bytes).toBe(film.length);
  return performance.now() - began;
}

/** Megabytes that the server held within that time. */
async function heldBetween(file: string, from: number, to: number): Promise<number[]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return lines
    .map((line) => line.split(' ').map(Number))
    .filter(([at = 0]) => at >= from && at <= to)
    .map(([, held = Number.NaN]) => held / 1e6);
}

async function measure({ environment, store }: Place, folder: string) {
  const held = path.join(folder, `held-${uuidv7()}`);
  const server = await startEmptyServer({
    ...environment,
    HELD_MEMORY: held,
    NODE_OPTIONS: `--import ${pathToFileURL(watched).href}`,
  });
  try {
    const at = await makeFilm(server, store);
    process.kill(server.process.pid, 'SIGUSR2');
    const more: number[] = [];
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      await sleep(2000);
      const began = Date.now();
      const milliseconds = await watch(server.process.port, at);
      const ended = Date.now();
      const before = await heldBetween(held, began - 2000, began);
      const during = await heldBetween(held, began, ended);
      if (round === 0) continue;
      more.push(Math.max(...during) - Math.min(...before));
      times.push(milliseconds);
    }
    return { more, times };
  } finally {
    await server.close();
  }
}

it('50 MB of media are read and never held', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-media-bench-'));
  const closing = new Closing();
  closing.add(() => rm(folder, { recursive: true, force: true }));
  const peer = await openS3Peer();
  closing.add(() => peer.close());
  const kept = path.join(folder, 'media');
  const places: Place[] = [
    { name: 'rows of PostgreSQL', environment: {}, store: null },
    {
      name: 'a folder',
      environment: { MEDIA_STORE: `file:${kept}`, MEDIA_MOVES: 'off' },
      store: openMediaFolder(kept),
    },
    {
      name: 'a store that speaks S3',
      environment: {
        MEDIA_STORE: `s3://${peer.bucket}?endpoint=${peer.endpoint}`,
        MEDIA_MOVES: 'off',
        AWS_ACCESS_KEY_ID: s3Key.accessKeyId,
        AWS_SECRET_ACCESS_KEY: s3Key.secretAccessKey,
      },
      store: openS3({ ...s3Key, bucket: peer.bucket, endpoint: peer.endpoint, region: 'us-east-1' }),
    },
  ];
  const rows: Row[] = [];
  try {
    for (const place of places) {
      const { more, times } = await measure(place, folder);
      rows.push(
        {
          what: `Held at most while it is read from ${place.name}`,
          ours: figure('MB', more),
          target: { most: 20 },
        },
        { what: `… until the last byte`, ours: figure('ms', times) },
      );
    }
  } finally {
    await closing.close();
  }
  await report('media', 'PostgreSQL embedded and the store on the same machine as the reader', [
    {
      title: 'A film of 50 MB, read whole',
      rows,
      notes: [
        'What the server holds more than before, objects and buffers together, some times a second, each time after everything else was thrown away.',
        'The reader takes a megabyte, then rests for 60 ms, and compares each byte.',
        'Of the times three seconds are the rests of the reader.',
      ],
    },
  ]);
});
