import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '#contract/identity/identity.schema.ts';
import { browserEnvironment } from '#src/sync/browser-environment.ts';
import { credentialOwners } from '#src/sync/kept-credentials.ts';
import { rememberPassword } from '#src/sync/offline-sign-in.ts';
import { forgiveTries } from '#src/sync/sign-in-tries.ts';
import { forgetPreparation, keepPack } from '#src/sync/tablet-pack.ts';
import { testKeyRounds } from '#tests/support/sync-environment.ts';
import { lockSession } from './lock.ts';
import { writeOfflineSession } from './session-keys.ts';
import { useSessionStore } from './session.store.ts';
import { unlock, type ShownCredentials } from './unlock.ts';

// The shipped number of rounds takes a large part of a second for each password; src/sync/vault.test.ts holds it.
vi.mock(import('#src/sync/browser-environment.ts'), async (original) => {
  const shipped = await original();
  return {
    ...shipped,
    browserEnvironment: () => ({ ...shipped.browserEnvironment(), keyRounds: testKeyRounds }),
  };
});

const tenantId = '01985b4e-0000-7000-8000-0000000000aa';
const preparation = { tenant_id: tenantId, preparation_id: '01985b4e-0000-7000-8000-0000000000bb' };
const badges = { zoe: 'Z0e-badge-of-128-bits_', ben: 'B3n-badge-of-128-bits_' };
const password = 'quiet-otter-11';
/** Came in by a tap on the own picture, so that nobody here knows a username. */
const zoe: User = {
  id: '01985b4e-0000-7000-8000-000000000001',
  tenant_id: tenantId,
  first_name: 'Zoë',
  last_name: 'F',
  email: null,
  username: null,
  role: 'student',
  country: null,
  avatar: 'otter',
};

const inPack = (id: string, name: string, badge: string) => ({
  id,
  handle: `pupil.${name}`,
  first_name: name,
  last_initial: 'F.',
  avatar: 'otter',
  badges: [createHash('sha256').update(badge).digest('hex')],
});

beforeEach(async () => {
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  writeOfflineSession(localStorage, zoe, 'a session');
  useSessionStore.setState({ user: zoe });
  lockSession(zoe);
});

afterEach(async () => {
  await forgetPreparation(browserEnvironment(), preparation);
  await forgiveTries(browserEnvironment(), { tenant_id: tenantId, account: zoe.id });
  localStorage.clear();
  useSessionStore.setState(useSessionStore.getInitialState());
});

async function prepare(): Promise<void> {
  const students = [inPack(zoe.id, 'zoe', badges.zoe), inPack(`${zoe.id.slice(0, -1)}2`, 'ben', badges.ben)];
  const maple = {
    id: '01985b4e-0000-7000-8000-0000000000cc',
    class_id: 'MAPXE247',
    name: 'Maple',
    class_theme: '#04abf6',
    students,
  };
  await keepPack(browserEnvironment(), {
    ...preparation,
    token: 't'.repeat(43),
    asked_at: '2026-09-07T08:00:00.000Z',
    pack: { version: '1', classes: [maple], without_class: [] },
  });
}

const show = (shown: ShownCredentials) => unlock(zoe, shown, new AbortController().signal);
const isLocked = () => useSessionStore.getState().isLocked;

describe('a locked session whose school is out of reach', () => {
  it('opens to the card of its child, of which nothing is kept', async () => {
    await prepare();
    await show({ username: 'zoe-otter-42', password: badges.zoe });
    expect(isLocked()).toBe(false);
    expect(await credentialOwners(browserEnvironment())).toEqual([]);
  });

  it('opens to the password of its child, whose username nobody here knows', async () => {
    await prepare();
    await rememberPassword(browserEnvironment(), zoe, password);
    await show({ username: null, password });
    expect(isLocked()).toBe(false);
  });

  it('does not open to another child, and after some tries to nobody without the own card', async () => {
    await prepare();
    const tryAsBen = () => show({ username: 'ben-fox-7', password: badges.ben });
    for (let tries = 0; tries < 5; tries += 1) await expect(tryAsBen()).rejects.toThrow('wrong');
    await expect(tryAsBen()).rejects.toThrow('too_many');
    expect(isLocked()).toBe(true);
    await show({ username: 'zoe-otter-42', password: badges.zoe });
    expect(isLocked()).toBe(false);
  });

  it('waits for the school on a tablet that is not prepared', async () => {
    await expect(show({ username: 'zoe-otter-42', password: badges.zoe })).rejects.toThrow('not_prepared');
    expect(isLocked()).toBe(true);
  });

  it('does not open to an answer that comes when somebody else is signed in', async () => {
    await prepare();
    const pending = show({ username: 'zoe-otter-42', password: badges.zoe });
    writeOfflineSession(localStorage, { ...zoe, id: `${zoe.id.slice(0, -1)}2` }, 'another session');
    localStorage.setItem('locked', `${zoe.id.slice(0, -1)}2`);
    await pending;
    expect(localStorage.getItem('locked')).toBe(`${zoe.id.slice(0, -1)}2`);
  });
});
