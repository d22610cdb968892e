import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PackStudent, TabletPack } from '#contract/devices/preparation.schema.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import { rawStorage } from '#tests/support/raw-storage.ts';
import { openTab, TestDevice, TestTime } from '#tests/support/sync-environment.ts';
import { ids } from '#tests/support/sync-scripted-server.ts';
import type { SyncEnvironment } from './environment.ts';
import { credentialOwners, readCredential } from './kept-credentials.ts';
import {
  handleHere,
  preparedClass,
  recogniseOffline,
  rememberPassword,
  signInOffline,
} from './offline-sign-in.ts';
import { keepPack } from './tablet-pack.ts';
import { hasVault } from './vault.ts';

const badges = {
  zoe: 'Z0e-badge-of-128-bits_',
  max: 'M4x-badge-of-128-bits_',
  void: 'old-badge-that-is-void',
};
const password = 'quiet-otter-11';
const ofZoe = { tenant_id: ids.tenant, user_id: ids.zoe };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const zoe: PackStudent = {
  id: ids.zoe,
  handle: 'pupil.zoe',
  first_name: 'Zoë',
  last_initial: 'F.',
  avatar: 'otter',
  badges: [sha256(badges.zoe)],
};
const max: PackStudent = {
  ...zoe,
  id: ids.max,
  handle: 'pupil.max',
  first_name: 'Max',
  avatar: 'fox',
  badges: [sha256(badges.max)],
};
const zoeAtSchool: User = {
  id: ids.zoe,
  tenant_id: ids.tenant,
  first_name: 'Zoë',
  last_name: 'Fernandez',
  email: null,
  username: 'zoe-otter-42',
  role: 'student',
  country: 'DE',
  avatar: 'heron',
};

let time: TestTime;
let device: TestDevice;
let environment: SyncEnvironment;

beforeEach(() => {
  time = new TestTime();
  device = new TestDevice();
  ({ environment } = openTab(device, time));
});

function packOf(...students: PackStudent[]): TabletPack {
  const maple = { id: ids.maple, class_id: 'MAPXE247', name: 'Maple', class_theme: '#04abf6', students };
  return { version: '1', classes: [maple], without_class: [] };
}

/** The tablet as its preparing leaves it. */
async function prepare(pack: TabletPack = packOf(zoe, max)): Promise<void> {
  await keepPack(environment, {
    tenant_id: ids.tenant,
    preparation_id: ids.epoch,
    token: 't'.repeat(43),
    asked_at: '2026-09-07T08:00:00.000Z',
    pack,
  });
}

const signIn = (username: string, typed: string) =>
  signInOffline(environment, ids.tenant, { username, password: typed });

describe('a login card held to a prepared tablet without a network', () => {
  it('lets in a child who never was here, with what the tablet knows of it', async () => {
    await prepare();
    expect(await signIn('zoe-otter-42', badges.zoe)).toEqual({
      kind: 'signed_in',
      user: {
        ...zoeAtSchool,
        last_name: 'F',
        country: null,
        avatar: 'otter',
      },
    });
  });

  it('is kept for the school, and readable to nobody', async () => {
    await prepare();
    await signIn('zoe-otter-42', badges.zoe);
    expect(await readCredential(environment, ofZoe)).toMatchObject({
      username: 'zoe-otter-42',
      password: badges.zoe,
    });
    const raw = await rawStorage(device);
    for (const secret of [badges.zoe, 'zoe-otter-42', 'Zoë', sha256(badges.zoe)])
      expect(raw).not.toContain(secret);
  });

  it.each([
    ['is void', 'zoe-otter-42', badges.void],
    ['has the badge of one child under the picture of another', 'pupil.max', badges.zoe],
    ['holds what can be no name', 'x'.repeat(400), badges.zoe],
  ])('lets nobody in that %s, and keeps nothing of it', async (_, username, badge) => {
    await prepare();
    expect(await signIn(username, badge)).toEqual({ kind: 'wrong' });
    expect(await credentialOwners(environment)).toEqual([]);
  });

  it('lets nobody in on a tablet that is not prepared, or only for another school', async () => {
    expect(await signIn('zoe-otter-42', badges.zoe)).toEqual({ kind: 'not_prepared' });
    await prepare();
    const elsewhere = { username: 'zoe-otter-42', password: badges.zoe };
    expect(await signInOffline(environment, ids.cedar, elsewhere)).toEqual({ kind: 'not_prepared' });
  });

  it('lets nobody in who was taken out of the classes of the tablet', async () => {
    await prepare(packOf(max));
    expect(await signIn('zoe-otter-42', badges.zoe)).toEqual({ kind: 'wrong' });
  });

  it('lets in a child who stands in no class of a school that the tablet is for', async () => {
    await prepare({ version: '1', classes: [], without_class: [zoe] });
    expect(await signIn('zoe-otter-42', badges.zoe)).toMatchObject({ kind: 'signed_in' });
  });
});

describe('a password typed without a network', () => {
  it('lets in a child who typed it here before, by its picture or its username', async () => {
    await prepare();
    await rememberPassword(environment, zoeAtSchool, password);
    const known = { ...zoeAtSchool, avatar: 'otter' };
    expect(await signIn('pupil.zoe', password)).toEqual({ kind: 'signed_in', user: known });
    expect(await signIn('Zoe-Otter-42', password)).toEqual({ kind: 'signed_in', user: known });
    expect(await readCredential(environment, ofZoe)).toMatchObject({ password });
  });

  it('has to be checked by the school the first time on a tablet, which counts as no wrong try', async () => {
    await prepare();
    for (let made = 0; made < 9; made += 1)
      expect(await signIn('pupil.zoe', password)).toEqual({ kind: 'first_time' });
    expect(await signIn('somebody-else-1', password)).toEqual({ kind: 'first_time' });
    expect(await signIn('zoe-otter-42', badges.zoe)).toMatchObject({ kind: 'signed_in' });
  });

  it('is refused like a void card, and too often it is not even tried', async () => {
    await prepare();
    await rememberPassword(environment, zoeAtSchool, password);
    const answers = [];
    for (let made = 0; made < 5; made += 1) answers.push(await signIn('pupil.zoe', `wrong-${made}`));
    expect(answers).toEqual(Array.from({ length: 5 }, () => ({ kind: 'wrong' })));
    expect(await signIn('pupil.zoe', password)).toEqual({ kind: 'too_many' });
    // However the child is named, and with a void card as well: it is one account.
    expect(await signIn('zoe-otter-42', password)).toEqual({ kind: 'too_many' });
    expect(await signIn('zoe-otter-42', badges.void)).toEqual({ kind: 'too_many' });
    expect(await signIn('pupil.zoe', badges.max)).toEqual({ kind: 'too_many' });
    expect(await signIn('max-fox-7', badges.max)).toMatchObject({ kind: 'signed_in' });
    await time.advance(30_000);
    expect(await signIn('pupil.zoe', password)).toMatchObject({ kind: 'signed_in' });
    expect(await signIn('pupil.zoe', 'wrong-again')).toEqual({ kind: 'wrong' });
  });

  it('that was guessed too often keeps no child from its own card, which forgives the tries', async () => {
    await prepare();
    await rememberPassword(environment, zoeAtSchool, password);
    for (let made = 0; made < 6; made += 1) await signIn('pupil.zoe', `wrong-${made}`);
    expect(await signIn('zoe-otter-42', badges.zoe)).toMatchObject({ kind: 'signed_in' });
    expect(await signIn('pupil.zoe', password)).toMatchObject({ kind: 'signed_in' });
  });

  it('counts a void card for the account that is named on it', async () => {
    await prepare();
    for (let made = 0; made < 5; made += 1)
      expect(await signIn('zoe-otter-42', badges.void)).toEqual({ kind: 'wrong' });
    expect(await signIn('zoe-otter-42', badges.void)).toEqual({ kind: 'too_many' });
  });

  it('opens nothing for a child who was taken out of the classes of the tablet', async () => {
    await prepare();
    await rememberPassword(environment, zoeAtSchool, password);
    await prepare(packOf(max));
    expect(await signIn('zoe-otter-42', password)).toEqual({ kind: 'first_time' });
    await rememberPassword(environment, { ...zoeAtSchool, id: ids.max, username: 'max-fox-7' }, password);
    expect(await hasVault(environment, ofZoe)).toBe(false);
  });
});

describe('what a tablet remembers of a password', () => {
  it('is nothing where it is not prepared, or not for this child', async () => {
    await rememberPassword(environment, zoeAtSchool, password);
    expect(await hasVault(environment, ofZoe)).toBe(false);
    await prepare(packOf(max));
    await rememberPassword(environment, zoeAtSchool, password);
    expect(await hasVault(environment, ofZoe)).toBe(false);
  });

  it('is nothing of a badge, and nothing of a grown-up', async () => {
    await prepare();
    await rememberPassword(environment, zoeAtSchool, badges.zoe);
    await rememberPassword(environment, { ...zoeAtSchool, role: 'teacher' }, password);
    expect(await hasVault(environment, ofZoe)).toBe(false);
  });
});

describe('a class code typed without a network', () => {
  it('finds the children of a class of the tablet, however it is written', async () => {
    await prepare();
    expect(await preparedClass(environment, ids.tenant, ' mapx e247 ')).toEqual([zoe, max]);
  });

  it('says whether it is the code or the tablet', async () => {
    expect(await preparedClass(environment, ids.tenant, 'MAPXE247')).toBe('not_prepared');
    await prepare();
    expect(await preparedClass(environment, ids.tenant, 'CEDAR111')).toBe('no_class');
  });
});

describe('somebody who has to be one certain child', () => {
  const asZoe = (username: string, typed: string) =>
    recogniseOffline(environment, ids.tenant, { username, password: typed }, ids.zoe);

  it('is recognised by the own card, and nothing is kept of it', async () => {
    await prepare();
    expect(await asZoe('zoe-otter-42', badges.zoe)).toMatchObject({
      kind: 'signed_in',
      user: { id: ids.zoe },
    });
    expect(await credentialOwners(environment)).toEqual([]);
  });

  it('is recognised by the own password, under the own name or picture', async () => {
    await prepare();
    await rememberPassword(environment, zoeAtSchool, password);
    expect(await asZoe('zoe-otter-42', password)).toMatchObject({ kind: 'signed_in' });
    const handle = await handleHere(environment, ids.tenant, ids.zoe);
    expect(handle).toBe('pupil.zoe');
    expect(await asZoe(handle ?? '', password)).toMatchObject({ kind: 'signed_in' });
  });

  it('is not another child with a card that is good, however often it is tried', async () => {
    await prepare();
    for (let tries = 0; tries < 5; tries += 1)
      expect(await asZoe('max-fox-7', badges.max)).toEqual({ kind: 'wrong' });
    expect(await asZoe('max-fox-7', badges.max)).toEqual({ kind: 'too_many' });
    // It was Zoë's account that was tried: her password waits, her card does not, and Max can sign in.
    await rememberPassword(environment, zoeAtSchool, password);
    for (let tries = 0; tries < 5; tries += 1) await asZoe('max-fox-7', badges.max);
    expect(await asZoe('zoe-otter-42', password)).toEqual({ kind: 'too_many' });
    expect(await asZoe('zoe-otter-42', badges.zoe)).toMatchObject({ kind: 'signed_in' });
    expect(await signIn('max-fox-7', badges.max)).toMatchObject({ kind: 'signed_in' });
  });

  it('has no name on a tablet that does not know the child', async () => {
    expect(await handleHere(environment, ids.tenant, ids.zoe)).toBeNull();
    await prepare(packOf(max));
    expect(await handleHere(environment, ids.tenant, ids.zoe)).toBeNull();
  });
});
