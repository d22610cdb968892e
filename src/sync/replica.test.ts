import { describe, expect, it } from 'vitest';
import { updatePrivacy, updatePrivacyInput } from '#src/features/students/students.mutations.ts';
import { preferenceOf, replicaOfFile } from '#tests/support/replica-of-file.ts';
import { ready, sync } from '#tests/support/scripted-replicas.ts';
import { openTab } from '#tests/support/sync-environment.ts';
import { ids, maple, problem, refusal, student } from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError } from './api-client.ts';
import { NewerDataError } from './connection.ts';

const { now, openOffline } = replicaOfFile();

async function rawStorage(): Promise<string> {
  const texts: string[] = [];
  for (const { name } of await now.device.indexedDb.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = now.device.indexedDb.open(name ?? '');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error(`${name} did not open`));
    });
    for (const store of database.objectStoreNames) {
      if (store === 'rows') continue;
      const rows = await new Promise<unknown[]>((resolve) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result);
      });
      texts.push(
        JSON.stringify(rows, (_key, value: unknown) =>
          value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : value,
        ),
      );
    }
    database.close();
  }
  return texts.join('\n');
}

describe('law 1: a change that was saved survives a crash', () => {
  it('is there after the tab was thrown away the moment it was saved', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    const again = await now.open();
    await ready(again);
    expect(preferenceOf(again)).toBe('public');
    expect(again.changes()).toMatchObject([{ state: 'waiting', text: 'Zoë Fern set to public' }]);
  });

  it('of a change in several calls all are there, side by side and in their order', async () => {
    const replica = await openOffline();
    const inputs = [ids.zoe, ids.max].map((id) => updatePrivacyInput(id, 'public'));
    const [stored] = await Promise.all([
      replica.enqueueTogether(updatePrivacy, inputs),
      replica.enqueue(updatePrivacy, updatePrivacyInput(ids.cedar, 'public')),
    ]);
    expect(preferenceOf(replica)).toBe('public');
    const again = await now.open();
    await ready(again);
    expect(
      again
        .changes()
        .slice(0, 2)
        .map(({ mutation_id }) => mutation_id),
    ).toEqual(stored);
    expect(again.changes().map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(preferenceOf(again)).toBe('public');
  });

  it('of a change in several calls none is there where the device could not store them', async () => {
    const replica = await openOffline();
    const inputs = [ids.zoe, ids.max].map((id) => updatePrivacyInput(id, 'public'));
    replica.close();
    await expect(replica.enqueueTogether(updatePrivacy, inputs)).rejects.toThrow();
    const again = await now.open();
    await ready(again);
    expect(again.changes()).toEqual([]);
    expect(preferenceOf(again)).not.toBe('public');
  });
});

describe('law 2 and 3: once and in order', () => {
  it('sends waiting changes in the order they were made, also when they were made at the same moment', async () => {
    const replica = await openOffline();
    const wanted = [ids.zoe, ids.max, ids.cedar, ids.maple];
    await Promise.all(wanted.map((id) => replica.enqueue(updatePrivacy, updatePrivacyInput(id, 'public'))));
    now.server.failures = [];
    now.server.pushes.length = 0;
    await sync(replica);
    const sent = [
      ...new Map(now.server.pushes.flatMap(({ calls }) => calls).map((call) => [call.seq, call])).values(),
    ];
    expect(sent.map((call) => (call.input.params as { id: string }).id)).toEqual(wanted);
    expect(sent.map((call) => call.seq)).toEqual(
      sent.map((call) => call.seq).toSorted((one, other) => one - other),
    );
  });

  it('sends the same call under the same number and id after a lost answer', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await sync(replica);
    now.server.failures = [];
    await sync(replica);
    const [first, ...others] = now.server.pushes.map((push) => push.calls[0]);
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) expect(other).toEqual(first);
    expect(replica.changes()).toEqual([]);
  });

  it('takes another name when the server says that somebody else uses this one, and sends everything again', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    now.server.failures = [];
    now.server.pushes.length = 0;
    let forked = false;
    now.server.decide = () => {
      if (forked) return 'applied';
      forked = true;
      return 'fork';
    };
    await sync(replica);
    const [before, after] = now.server.pushes;
    expect(after?.client_id).not.toBe(before?.client_id);
    expect(after?.calls[0]?.mutation_id).toBe(before?.calls[0]?.mutation_id);
    expect(replica.status()).toMatchObject({ state: 'all_sent', waiting: 0 });
  });
});

describe('law 5: nothing of a person lies open in the storage', () => {
  it('keeps the words of a change sealed', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'community'));
    const stored = await rawStorage();
    expect(stored).toContain('students.updatePrivacy');
    expect(stored).not.toContain('Zoë');
    expect(stored).not.toContain(ids.zoe);
    expect(stored).not.toContain('community');
  });

  it('forgets the snapshot at sign-out and keeps what was not sent', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await replica.forgetSnapshot();
    replica.close();
    const again = await now.open();
    expect(again.isPopulated()).toBe(false);
    expect(await ready(again)).toEqual([]);
    expect(again.changes()).toHaveLength(1);
  });
});

describe('law 6: every change ends where its owner can see it', () => {
  it('keeps a refused change with the reason, and shows the old truth again', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    now.server.failures = [];
    now.server.decide = () => 'refused';
    await sync(replica);
    expect(preferenceOf(replica)).toBe('private');
    expect(replica.status()).toMatchObject({ state: 'needs_you', refused: 1, waiting: 0 });
    expect(replica.changes()).toMatchObject([
      { state: 'refused', problem: refusal, text: 'Zoë Fern set to public' },
    ]);

    now.server.decide = null;
    const [change] = replica.changes();
    await replica.retry(change?.mutation_id ?? '');
    await sync(replica);
    expect(preferenceOf(replica)).toBe('public');
    expect(replica.changes()).toEqual([]);
  });

  it('compares a change that is taken up again with what stands there now, so that “use mine” holds', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    now.server.failures = [];
    now.server.decide = () => 'refused';
    now.server.students = new Map([[maple, [student(ids.zoe, 'Zoë', { privacy_preference: 'community' })]]]);
    await sync(replica);
    now.server.decide = null;
    now.server.pushes.length = 0;
    await replica.retry(replica.changes()[0]?.mutation_id ?? '');
    await sync(replica);
    expect(now.server.pushes[0]?.calls[0]?.base).toEqual({ privacy_preference: 'community' });
    expect(replica.changes()).toEqual([]);
  });

  it('lets a person discard a change, and only then is it gone', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await replica.discard(replica.changes()[0]?.mutation_id ?? '');
    expect(replica.changes()).toEqual([]);
    expect(preferenceOf(replica)).toBe('private');
  });

  it('keeps a call that this server does not know yet', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    now.server.failures = [];
    now.server.decide = () => 'needs_update';
    await sync(replica);
    expect(replica.changes()).toMatchObject([{ state: 'needs_update' }]);
  });

  it.each([
    ['a call that the answer leaves out', 'missing'],
    ['a call that the server could not decide', 'retry'],
  ] as const)('keeps %s and sends it again later', async (_what, outcome) => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    now.server.failures = [];
    now.server.decide = () => outcome;
    await sync(replica);
    expect(replica.status()).toMatchObject({ waiting: 1 });
    now.server.decide = null;
    await now.time.advance(20_000);
    expect(replica.status()).toMatchObject({ state: 'all_sent', waiting: 0 });
  });

  it('waits for a sign-in when the session was refused, and loses nothing', async () => {
    const replica = await openOffline();
    now.server.failures = Array.from({ length: 20 }, () => problem(401, 'request.unauthenticated'));
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await sync(replica);
    expect(replica.status()).toMatchObject({ state: 'waiting_for_sign_in', waiting: 1 });
  });

  it.each([400, 409, 429, 500, 503])(
    'keeps the change when the request itself is answered with %i',
    async (status) => {
      const replica = await openOffline();
      now.server.failures = [problem(status)];
      await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
      await sync(replica);
      await now.time.advance(25_000);
      expect(replica.status()).toMatchObject({ state: 'all_sent', waiting: 0 });
      expect(preferenceOf(replica)).toBe('public');
    },
  );
});

describe('the browser is asked to wake the worker', () => {
  it('when a change was stored, and again when the page is left while it waits', async () => {
    const tab = openTab(now.device, now.time);
    const replica = await now.open(tab);
    replica.start();
    await sync(replica);
    now.server.failures = Array.from({ length: 50 }, () => new NoNetworkError('cut', false));
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    expect(tab.wakeUps).toBe(1);
    tab.leave();
    expect(tab.wakeUps).toBe(2);
  });

  it('not when a page is left that has nothing to send, nor when it was closed before', async () => {
    const tab = openTab(now.device, now.time);
    const replica = await now.open(tab);
    replica.start();
    await sync(replica);
    tab.leave();
    expect(tab.wakeUps).toBe(0);
    now.server.failures = [new NoNetworkError('cut', false)];
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    replica.close();
    tab.leave();
    expect(tab.wakeUps).toBe(1);
  });
});

describe('a device that an newer version of the app was on', () => {
  it('is not written to by an older one', async () => {
    const replica = await now.open();
    await sync(replica);
    replica.close();
    const name = `quillshelf:${ids.tenant}:${ids.teacher}`;
    await new Promise<void>((resolve, reject) => {
      const request = now.device.indexedDb.open(name, 990);
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
      request.onerror = () => reject(new Error('The newer version did not open'));
    });
    await expect(now.open()).rejects.toBeInstanceOf(NewerDataError);
  });
});
