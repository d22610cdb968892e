import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMediaFolder } from '#server/platform/media-folder.ts';
import { openS3 } from '#server/platform/media-s3.ts';
import { keyOf, MediaAwayError, type MediaRef, type MediaStore } from '#server/platform/media-store.ts';
import { sha256 } from '#server/platform/sha256.ts';
import { openS3Peer, s3Key, type S3Peer } from '../support/s3-peer.ts';

const school = '01900000-0000-7000-8000-000000000001';
const neighbour = '01900000-0000-7000-8000-000000000002';

let peer: S3Peer;
let folder: string;
beforeAll(async () => {
  peer = await openS3Peer();
  folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-media-'));
});
afterAll(async () => {
  await peer.close();
  await rm(folder, { recursive: true, force: true });
});

const s3 = (changed: Partial<Parameters<typeof openS3>[0]> = {}) =>
  openS3({ ...s3Key, bucket: peer.bucket, endpoint: peer.endpoint, region: 'eu-central-1', ...changed });

const stores: [string, () => MediaStore][] = [
  ['a folder', () => openMediaFolder(folder)],
  ['a store that speaks S3', () => s3()],
];

const some = (tenantId: string, length = 5000): { ref: MediaRef; content: Buffer } => {
  const content = randomBytes(length);
  return { ref: { tenantId, sha256: sha256(content).toString('hex') }, content };
};

async function listed(store: MediaStore, tenantId: string): Promise<string[]> {
  const found = [];
  for await (const { sha256: hash } of store.list(tenantId)) found.push(hash);
  return found.toSorted();
}

describe.each(stores)('media in %s', (_name, open) => {
  it('come back as they were, whole and in parts, however often they were put', async () => {
    const store = open();
    const { ref, content } = some(school);
    await store.put(ref, content, 'image/webp');
    await store.put(ref, content, 'image/webp');
    const whole = await store.open(ref);
    expect(whole && (await buffer(whole))).toEqual(content);
    const part = await store.open(ref, { from: 10, to: 19 });
    expect(part && (await buffer(part))).toEqual(content.subarray(10, 20));
  });

  it('are of one tenant: what a neighbour has is not there, and not in the list', async () => {
    const store = open();
    const mine = some(school);
    const theirs = some(neighbour);
    await store.put(mine.ref, mine.content, 'image/webp');
    await store.put(theirs.ref, theirs.content, 'image/webp');
    expect(await store.open({ ...mine.ref, tenantId: neighbour })).toBeNull();
    expect(await listed(store, school)).toContain(mine.ref.sha256);
    expect(await listed(store, school)).not.toContain(theirs.ref.sha256);
  });

  it('go, and going again is fine', async () => {
    const store = open();
    const { ref, content } = some(neighbour);
    await store.put(ref, content, 'image/webp');
    await store.remove(ref);
    await store.remove(ref);
    expect(await store.open(ref)).toBeNull();
    expect(await listed(store, neighbour)).not.toContain(ref.sha256);
  });

  it('has nothing of a tenant that never put anything', async () => {
    expect(await listed(open(), '01900000-0000-7000-8000-00000000000f')).toEqual([]);
  });

  it.each(['..', '../../etc/passwd', 'A'.repeat(64), ''])('takes %j for no hash', async (hash) => {
    expect(() => keyOf({ tenantId: school, sha256: hash })).toThrow('Media go by a hash');
    await expect(open().open({ tenantId: school, sha256: hash })).rejects.toThrow('Media go by a hash');
  });
});

describe('media in a folder', () => {
  it('leave no half of a file: a part beyond the end of what is there is no part', async () => {
    const store = openMediaFolder(folder);
    const { ref, content } = some(school);
    await store.put(ref, content, 'image/webp');
    await truncate(path.join(folder, keyOf(ref)), 100);
    await expect(store.open(ref, { from: 50, to: 200 })).rejects.toBeInstanceOf(MediaAwayError);
    const names = await readdir(path.dirname(path.join(folder, keyOf(ref))));
    expect(names.filter((name) => name.includes('.'))).toEqual([]);
  });
});

describe('media in a store that speaks S3', () => {
  it('are listed over several pages', async () => {
    const tenantId = '01900000-0000-7000-8000-00000000000a';
    const store = s3();
    const all = Array.from({ length: 5 }, () => some(tenantId));
    for (const { ref, content } of all) await store.put(ref, content, 'image/webp');
    peer.pageSize = 2;
    expect(await listed(store, tenantId)).toEqual(all.map(({ ref }) => ref.sha256).toSorted());
    peer.pageSize = 1000;
  });

  it('are refused by the store where they arrive otherwise than their hash says', async () => {
    const { ref } = some(school);
    await expect(s3().put(ref, Buffer.from('something else'), 'image/webp')).rejects.toThrow('answered 400');
  });

  it('are away with a wrong key, and where there is no such bucket', async () => {
    const { ref, content } = some(school);
    await expect(s3({ secretAccessKey: 'wrong' }).put(ref, content, 'image/webp')).rejects.toThrow(
      'answered 403',
    );
    await expect(s3({ bucket: 'nobody' }).put(ref, content, 'image/webp')).rejects.toThrow('no such bucket');
  });

  it('hold nobody up while the store is away: after three failures it is not asked for a while', async () => {
    const store = s3();
    const { ref } = some(school);
    peer.failsWith = 503;
    for (let time = 0; time < 3; time += 1)
      await expect(store.open(ref)).rejects.toBeInstanceOf(MediaAwayError);
    const asked = peer.calls.length;
    await expect(store.open(ref)).rejects.toBeInstanceOf(MediaAwayError);
    expect(peer.calls).toHaveLength(asked);
    peer.failsWith = null;
  });
});
