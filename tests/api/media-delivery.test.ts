import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { assetPath } from '#contract/works/works.rules.ts';
import { storeAsset } from '#server/modules/works/works.store.ts';
import { inTenant } from '#server/platform/database.ts';
import { createMediaMover } from '#server/platform/media-mover.ts';
import { openS3 } from '#server/platform/media-s3.ts';
import { keyOf } from '#server/platform/media-store.ts';
import { makeDrawing, makeWorks } from '#server/seeds/factories.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { openS3Peer, s3Key } from '../support/s3-peer.ts';
import { drawingOf } from '../support/shelf.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const peer = await openS3Peer();
/** Bodies of what was told to the shared cache, and how often it fails first. */
const purged: unknown[] = [];
let failures = 1;
const cache = createServer((request, response) => {
  json(request).then((body) => {
    failures -= 1;
    if (failures < 0) purged.push([request.method, body]);
    response.writeHead(failures < 0 ? 204 : 502).end();
  }, response.destroy.bind(response));
});
await new Promise<void>((resolve) => cache.listen(0, '127.0.0.1', resolve));

const store = openS3({ ...s3Key, bucket: peer.bucket, endpoint: peer.endpoint, region: 'eu-central-1' });
const { world, greenfield, riverside } = worldOfFile({
  mediaStore: store,
  delivery: {
    redirects: true,
    publicSeconds: 60,
    purgeUrl: `http://127.0.0.1:${(cache.address() as AddressInfo).port}/purge`,
    storeOrigin: peer.endpoint,
  },
});
afterAll(async () => {
  await peer.close();
  cache.close();
});

const large = 70_000;

/** A work with one picture, whose bytes are in the store. */
async function shown(
  { tenant, student }: TestSchool,
  visibility: 'public' | 'private',
  bytes = large,
): Promise<{ sha256: string; content: Buffer; workId: string }> {
  const content = randomBytes(bytes);
  const sha256 = await inTenant(world.context.database, tenant.id, (transaction) =>
    storeAsset(transaction, tenant.id, {
      media_type: 'image/webp',
      content,
      width: 40,
      height: 30,
      created_by: null,
      now: world.clock.now(),
    }),
  );
  const author_id = visibility === 'public' ? null : student.id;
  const [work] = await makeWorks(world.context, tenant, [
    { author_id, visibility, cover: { sha256, alt: '' } },
  ]);
  return { sha256, content, workId: work?.id ?? '' };
}

const move = () =>
  createMediaMover({
    database: world.context.database,
    store,
    clock: world.clock,
    onFailure: (error) => {
      throw error;
    },
  }).move();

/** As a browser asks for a picture of a page, and what else it says. */
const ask = ({ host, access }: Caller, sha256: string, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: 'GET',
    url: assetPath(sha256),
    headers: {
      host,
      'sec-fetch-mode': 'no-cors',
      ...(access !== null && { authorization: `Bearer ${access}` }),
      ...headers,
    },
  });

let visitor: Caller;
beforeAll(async () => {
  visitor = await world.as('visitor');
});

describe('a large picture of a page', () => {
  it('is fetched from the store itself, by an address that is good for a minute and for nothing else', async () => {
    const { sha256, content } = await shown(greenfield, 'public');
    await move();
    const before = peer.calls.length;
    const sent = await ask(visitor, sha256);
    expect([sent.statusCode, sent.headers['cache-control'], sent.headers.etag]).toEqual([
      302,
      'no-store',
      undefined,
    ]);
    // Nothing was fetched here meanwhile.
    expect(peer.calls).toHaveLength(before);
    const link = new URL(String(sent.headers.location));
    expect(link.origin).toBe(peer.endpoint);
    expect(link.searchParams.get('X-Amz-Expires')).toBe('60');
    const fetched = await fetch(link);
    expect([fetched.status, fetched.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(Buffer.from(await fetched.arrayBuffer())).toEqual(content);
    const part = await fetch(link, { headers: { range: 'bytes=10-19' } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, content.subarray(10, 20)]);
    const other = await shown(riverside, 'public');
    await move();
    const elsewhere = new URL(link);
    elsewhere.pathname = `/${peer.bucket}/${keyOf({ tenantId: riverside.tenant.id, sha256: other.sha256 })}`;
    const longer = new URL(link);
    longer.searchParams.set('X-Amz-Expires', '86400');
    for (const forged of [elsewhere, longer]) expect((await fetch(forged)).status).toBe(403);
    expect((await fetch(link, { method: 'DELETE' })).status).toBe(403);
  });

  it('may come from the store by the policy of our pages, and from nowhere else', async () => {
    const { headers } = await world.app.inject({ url: '/api/docs/', headers: { host: visitor.host } });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`img-src 'self' data: blob: ${peer.endpoint};`);
    expect(policy).toContain(`media-src 'self' blob: ${peer.endpoint};`);
    expect(policy).toContain("connect-src 'self';");
  });

  it('has no address for who may not see it, nor where the program sends it itself', async () => {
    const hidden = await shown(greenfield, 'private');
    const open = await shown(greenfield, 'public');
    const small = await shown(greenfield, 'public', 2000);
    const drawing = await makeDrawing(world.context, greenfield.tenant, {
      ...drawingOf('x'.repeat(large)),
    });
    await makeWorks(world.context, greenfield.tenant, [
      { author_id: null, visibility: 'public', cover: { sha256: drawing, alt: '' } },
    ]);
    // Not in the store yet.
    expect((await ask(visitor, open.sha256)).statusCode).toBe(200);
    await move();
    for (const caller of [
      visitor,
      await world.as('visitor', riverside.host),
      await world.as(riverside.teacher),
    ])
      expect((await ask(caller, hidden.sha256)).statusCode).toBe(404);
    expect((await ask(await world.as('visitor', riverside.host), open.sha256)).statusCode).toBe(404);
    // A token is for us alone, and so are a script that fetches, small pictures, and drawings with their policy.
    const author = await world.as(greenfield.student);
    const sent = [
      await ask(author, hidden.sha256),
      await ask(visitor, open.sha256, { 'sec-fetch-mode': 'cors' }),
      await ask(visitor, small.sha256),
      await ask(visitor, drawing),
    ];
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(sent[0]?.rawPayload).toEqual(hidden.content);
    // What is known already is not fetched anywhere.
    expect((await ask(visitor, open.sha256, { 'if-none-match': `"${open.sha256}"` })).statusCode).toBe(304);
  });
});

describe('a cache that many share', () => {
  it('may keep what is public for a while, and nothing else', async () => {
    const open = await shown(greenfield, 'public', 2000);
    const hidden = await shown(greenfield, 'private', 2000);
    const { headers } = await ask(visitor, open.sha256);
    expect([headers['cache-control'], headers.vary ?? '']).toEqual([
      'public, max-age=60',
      expect.not.stringMatching(/cookie/u),
    ]);
    const own = await ask(await world.as(greenfield.student), hidden.sha256);
    expect([own.headers['cache-control'], own.headers.vary]).toEqual([
      'no-store',
      expect.stringContaining('authorization, cookie'),
    ]);
  });

  it('is told at once what it has to forget when a book is taken down, again where it did not hear', async () => {
    const theirs = await shown(riverside, 'public', 2000);
    const { sha256, workId } = await shown(greenfield, 'public', 2000);
    purged.length = 0;
    failures = 1;
    const office = await world.as(greenfield.schoolAdmin);
    await world.call(office, moderationEndpoints.takeDown, {
      params: { workId },
      body: { reason: 'Let us talk about it.' },
    });
    expect((await ask(visitor, sha256)).statusCode).toBe(404);
    await expect
      .poll(() => purged)
      .toEqual([['POST', { urls: [`https://greenfield.localhost${assetPath(sha256)}`] }]]);
    expect((await ask(await world.as('visitor', riverside.host), theirs.sha256)).statusCode).toBe(200);
  });
});
