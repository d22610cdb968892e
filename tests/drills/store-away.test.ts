import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { it } from 'vitest';
import { assetPath } from '#contract/works/works.rules.ts';
import { storeAsset } from '#server/modules/works/works.store.ts';
import { systemClock } from '#server/platform/clock.ts';
import { inTenant } from '#server/platform/database.ts';
import { createMediaMover } from '#server/platform/media-mover.ts';
import { openS3 } from '#server/platform/media-s3.ts';
import { makeTenant, makeWorks } from '#server/seeds/factories.ts';
import { figure } from '../bench/kit/figures.ts';
import { openLineTo } from '../support/line.ts';
import { openS3Peer, s3Key } from '../support/s3-peer.ts';
import { startFleet } from '../support/server-fleet.ts';
import { judge } from './kit/judge.ts';
import { millisecondsUntil, Probe } from './kit/probe.ts';
import { PushingTablets } from './kit/pushing-tablets.ts';

const awayFor = 20_000;
const subdomain = 'pictures';
const host = `${subdomain}.localhost`;

it('the store of media is away under load', async () => {
  const peer = await openS3Peer();
  const line = await openLineTo(peer.endpoint);
  const endpoint = `http://127.0.0.1:${line.port}`;
  const fleet = await startFleet(2, {
    environment: {
      MEDIA_STORE: `s3://${peer.bucket}?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: s3Key.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3Key.secretAccessKey,
    },
  });
  try {
    const { database } = fleet.installation;
    const school = await makeTenant(fleet.installation, { subdomain });
    const keepPicture = async () => {
      const sha256 = await inTenant(database, school.id, (transaction) =>
        storeAsset(transaction, school.id, {
          media_type: 'image/webp',
          content: randomBytes(100_000),
          width: 40,
          height: 30,
          created_by: null,
          now: new Date(),
        }),
      );
      await makeWorks(fleet.installation, school, [
        { author_id: null, visibility: 'public', cover: { sha256, alt: '' } },
      ]);
      return sha256;
    };
    const inStore = await keepPicture();
    const mover = createMediaMover({
      database,
      store: openS3({ ...s3Key, bucket: peer.bucket, endpoint, region: 'us-east-1' }),
      clock: systemClock,
      onFailure: (error) => {
        throw error;
      },
    });
    await mover.move();
    const ports = fleet.servers.map(({ port }) => port);
    const tablets = await PushingTablets.open(fleet);
    tablets.start();
    await sleep(5000);
    line.goAway();
    const before = tablets.acknowledged;
    const newer = await keepPicture();
    const lists = new Probe(ports, { path: '/api/works/', host });
    const pictures = new Probe(ports, { path: assetPath(inStore), host });
    const newest = new Probe(ports, { path: assetPath(newer), host });
    await sleep(awayFor);
    await Promise.all([lists.end(), pictures.end(), newest.end()]);
    const meanwhile = tablets.acknowledged - before;
    line.comeBack();
    const back = await millisecondsUntil(async () => {
      const again = new Probe(ports.slice(0, 1), { path: assetPath(inStore), host });
      await sleep(100);
      return (await again.end()).count((status) => status === 200) > 0;
    });
    const moved = await mover.move();
    await tablets.end();
    await judge('store-away', {
      how: 'The store refuses all connections for 20 s, two servers, eight tablets push, pictures and lists are read',
      rows: [
        ...(await tablets.rows()),
        {
          what: 'Calls of tablets that were taken meanwhile',
          ours: figure('', [meanwhile]),
          target: { least: 1 },
        },
        {
          what: 'Lists of works meanwhile that were not answered',
          ours: figure('', [lists.count((status) => status !== 200)]),
          target: { most: 0 },
        },
        {
          what: 'Pictures in the store that were answered otherwise than with 503',
          ours: figure('', [pictures.count((status) => status !== 503)]),
          target: { most: 0 },
        },
        {
          what: 'Longest wait for such an answer',
          ours: figure('ms', [pictures.longest]),
          target: { most: 11_000 },
        },
        {
          what: 'Pictures that came meanwhile and were not shown',
          ours: figure('', [newest.count((status) => status !== 200)]),
          target: { most: 0 },
        },
        {
          what: 'Pictures shown again, from its return on',
          ours: figure('ms', [back]),
          target: { most: 15_000 },
        },
        {
          what: 'Pictures that came meanwhile and were put into the store then',
          ours: figure('', [moved]),
          target: { least: 1 },
        },
      ],
      notes: ['The store is a peer of ours that speaks S3 and checks signatures.'],
    });
  } finally {
    await fleet.close();
    await line.close();
    await peer.close();
  }
});
