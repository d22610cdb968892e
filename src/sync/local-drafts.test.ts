import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rawStorage } from '#tests/support/raw-storage.ts';
import { openTab, TestDevice, TestTime } from '#tests/support/sync-environment.ts';
import { ids } from '#tests/support/sync-scripted-server.ts';
import { dropLocalDraft, forgetLocalDrafts, keepLocalDraft, readLocalDraft } from './local-drafts.ts';

const rosa = { tenant_id: ids.tenant, user_id: ids.teacher };
const next = { tenant_id: ids.tenant, user_id: ids.zoe };
const day = 86_400_000;

function openTablet() {
  const device = new TestDevice();
  const time = new TestTime();
  return { device, time, environment: openTab(device, time).environment };
}

afterEach(() => vi.restoreAllMocks());

describe('what a person would miss after a reload', () => {
  it('is there again, the last of it, with when that was', async () => {
    const { environment, time } = openTablet();
    await keepLocalDraft(environment, rosa, 'invite', { email: 'a@b.test' });
    await time.advance(1000);
    await keepLocalDraft(environment, rosa, 'invite', { email: 'nora@b.test' });
    await keepLocalDraft(environment, rosa, 'other', [1]);
    expect(await readLocalDraft(environment, rosa, 'invite')).toEqual({
      value: { email: 'nora@b.test' },
      kept_at: time.now(),
    });
    await dropLocalDraft(environment, rosa, 'invite');
    expect(await readLocalDraft(environment, rosa, 'invite')).toBeNull();
    expect(await readLocalDraft(environment, rosa, 'other')).toMatchObject({ value: [1] });
  });

  it('can be read neither by the next person nor in the raw storage', async () => {
    const { device, environment } = openTablet();
    await keepLocalDraft(environment, rosa, 'add-students', 'Zacharias Quillfeather');
    expect(await readLocalDraft(environment, next, 'add-students')).toBeNull();
    expect(await rawStorage(device)).not.toContain('Quillfeather');
  });

  it('does not open where it is put under another person’s name', async () => {
    const { device, environment } = openTablet();
    await keepLocalDraft(environment, rosa, 'invite', 'mine');
    await new Promise<void>((resolve) => {
      device.indexedDb.open('quillshelf:device').onsuccess = ({ target }) => {
        const database = (target as IDBOpenDBRequest).result;
        const facts = database.transaction('facts', 'readwrite').objectStore('facts');
        facts.get(`keepsake ${rosa.tenant_id} ${rosa.user_id} invite`).onsuccess = (found) => {
          const { value } = (found.target as IDBRequest<{ value: unknown }>).result;
          facts.put({ name: `keepsake ${next.tenant_id} ${next.user_id} invite`, value }).onsuccess = () => {
            database.close();
            resolve();
          };
        };
      };
    });
    expect(await readLocalDraft(environment, next, 'invite')).toBeNull();
    expect(await readLocalDraft(environment, rosa, 'invite')).toMatchObject({ value: 'mine' });
  });

  it('is forgotten whole when a session ends, and nobody else’s with it', async () => {
    const { device, environment } = openTablet();
    await keepLocalDraft(environment, rosa, 'invite', 1);
    await keepLocalDraft(environment, rosa, 'members', 2);
    await keepLocalDraft(environment, next, 'invite', 3);
    await forgetLocalDrafts(environment, rosa);
    expect(await readLocalDraft(environment, rosa, 'invite')).toBeNull();
    expect(await readLocalDraft(environment, rosa, 'members')).toBeNull();
    expect(await readLocalDraft(environment, next, 'invite')).toMatchObject({ value: 3 });
    expect(await rawStorage(device)).not.toContain(`keepsake ${rosa.tenant_id} ${rosa.user_id}`);
  });

  it('is over after a week, and goes', async () => {
    const { device, environment, time } = openTablet();
    await keepLocalDraft(environment, rosa, 'invite', 1);
    await time.advance(7 * day);
    expect(await readLocalDraft(environment, rosa, 'invite')).toMatchObject({ value: 1 });
    await time.advance(1000);
    expect(await readLocalDraft(environment, rosa, 'invite')).toBeNull();
    expect(await rawStorage(device)).not.toContain('keepsake');
  });

  it('leaves the room of a full tablet to changes, and no older one in its place', async () => {
    const { environment } = openTablet();
    await keepLocalDraft(environment, rosa, 'invite', 'older');
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await keepLocalDraft(environment, rosa, 'invite', 'newer');
    vi.restoreAllMocks();
    expect(await readLocalDraft(environment, rosa, 'invite')).toBeNull();
  });
});
