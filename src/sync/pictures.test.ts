import { IDBObjectStore } from 'fake-indexeddb';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { picturesIn } from '#contract/works/document.rules.ts';
import type { Block, WorkDocument } from '#contract/works/document.schema.ts';
import { beginStory, beginStoryInput, saveChapter } from '#src/desk/writing.mutations.ts';
import { rawStorage } from '#tests/support/raw-storage.ts';
import { ScriptedReplicas, sync } from '#tests/support/scripted-replicas.ts';
import { openTab } from '#tests/support/sync-environment.ts';
import { problem } from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError } from './api-client.ts';
import { DeviceFullError } from './quota.ts';
import type { Replica } from './replica.ts';
import { triesBeforeGivingUp } from './verdict.ts';

let replicas: ScriptedReplicas;
let server: ScriptedReplicas['server'];
let open: ScriptedReplicas['open'];

beforeEach(() => {
  replicas = new ScriptedReplicas();
  ({ server, open } = replicas);
});

afterEach(() => {
  vi.restoreAllMocks();
  replicas.close();
});

const secret = 'the pixels of a child’s photograph';
const photograph = (text = secret) => new Uint8Array(new TextEncoder().encode(text));
const story = beginStoryInput('The kite', 'en');
const { id: workId, chapter_id: chapterId } = story.body;
const gone = () => new NoNetworkError('cut', false);

const keep = (replica: Replica, text?: string) =>
  replica.keepPicture({ workId, media_type: 'image/jpeg', bytes: photograph(text) });

function showing(...sha256s: readonly string[]): WorkDocument {
  const blocks = sha256s.map((sha256): Block => ({
    type: 'picture',
    attrs: { sha256, alt: '', width: 'full' },
  }));
  return { type: 'doc', content: [{ type: 'paragraph' }, ...blocks] };
}

function save(replica: Replica, ...sha256s: readonly string[]) {
  const body = { version: uuidv7(), based_on: null, title: '', document: showing(...sha256s) };
  return replica.enqueue(saveChapter, { params: { workId, chapterId }, body });
}

/** Names of what arrived, in their order, and for words how many pictures they show. */
function arrived() {
  return server.pushes.flatMap(({ calls }) =>
    calls.map(({ name, input }) => {
      const { document } = (input['body'] ?? {}) as { document?: WorkDocument };
      return document ? `${name} ${picturesIn(document).length}` : name;
    }),
  );
}

const statesOf = (replica: Replica) => replica.pictures().map(({ state }) => state);

describe('a picture that is kept on a device', () => {
  it('survives a crash the moment it was kept, and nobody reads it in the raw storage', async () => {
    const replica = await open();
    const sha256 = await keep(replica);
    const again = await open();
    expect(again.pictures()).toMatchObject([{ state: 'kept', media_type: 'image/jpeg' }]);
    expect(await (await again.openPicture(sha256))?.text()).toBe(secret);
    const raw = await rawStorage(replicas.device);
    expect(raw).toContain(sha256);
    expect(raw).not.toContain(secret);
  });

  it('is kept once, in whichever tab', async () => {
    const [one, other] = [await open(), await open()];
    const [first, second] = await Promise.all([keep(one), keep(other)]);
    expect(first).toBe(second);
    expect((await open()).pictures()).toHaveLength(1);
  });

  it('is not said to be kept where the device is full', async () => {
    const replica = await open();
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
      if (this.name === 'picture_bytes') throw new DOMException('No more room', 'QuotaExceededError');
      return put.apply(this, given);
    });
    await expect(keep(replica)).rejects.toThrow(DeviceFullError);
    vi.restoreAllMocks();
    expect((await open()).pictures()).toEqual([]);
  });

  it('makes room for words once the school has it', async () => {
    const replica = await open();
    await replica.enqueue(beginStory, story);
    await save(replica, await keep(replica));
    await sync(replica);
    expect(statesOf(replica)).toEqual(['sent']);
    let isFull = true;
    const put = IDBObjectStore.prototype.add;
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...given) {
      if (this.name === 'outbox' && isFull) {
        isFull = false;
        throw new DOMException('No more room', 'QuotaExceededError');
      }
      return put.apply(this, given);
    });
    await save(replica);
    vi.restoreAllMocks();
    expect((await open()).pictures()).toEqual([]);
  });

  it('goes from the device with its owner, once the school has it', async () => {
    const replica = await open();
    await replica.enqueue(beginStory, story);
    await save(replica, await keep(replica, 'sent'));
    await sync(replica);
    server.pictureFailures = Array.from({ length: 9 }, gone);
    const unsent = await keep(replica, 'unsent');
    await save(replica, unsent);
    await sync(replica);
    await replica.forgetSnapshot();
    const again = await open();
    expect(again.pictures().map(({ id }) => id)).toEqual([`${workId}/${unsent}`]);
    expect(await (await again.openPicture(unsent))?.text()).toBe('unsent');
  });

  it('goes with its owner where no change ever named it: somebody took it out again', async () => {
    const replica = await open();
    server.failures = Array.from({ length: 99 }, gone);
    await keep(replica, 'taken out again');
    const named = await keep(replica, 'named');
    await save(replica, named);
    await replica.forgetSnapshot();
    expect((await open()).pictures().map(({ id }) => id)).toEqual([`${workId}/${named}`]);
  });
});

describe('a picture on its way to school', () => {
  it('arrives once, before the words that show it and after what was done before them', async () => {
    const seen: string[] = [];
    const watching: typeof server.call = async (endpoint, input, options) => {
      if (server.failures.length === 0) seen.push(endpoint.name);
      return await server.call(endpoint, input, options);
    };
    const replica = await open(openTab(replicas.device, replicas.time), { call: watching });
    server.failures = Array.from({ length: 50 }, gone);
    await replica.enqueue(beginStory, story);
    const first = await keep(replica, 'one');
    const second = await keep(replica, 'two');
    await save(replica, first, second);
    await sync(replica);
    server.failures = [];
    server.pushes.length = 0;
    await sync(replica);
    expect(server.pictures).toEqual([first, second]);
    expect(seen.filter((name) => name !== 'sync.pull' && name !== 'sync.check')).toEqual([
      'sync.push',
      'pictures.send',
      'pictures.send',
      'sync.push',
    ]);
    expect(arrived()).toEqual(['writing.begin', 'writing.saveChapter 2']);
    expect(statesOf(replica)).toEqual(['sent', 'sent']);
    expect(replica.status()).toMatchObject({ state: 'all_sent', waiting: 0 });
    await sync(replica);
    expect(server.pictures).toHaveLength(2);
  });

  it('holds back its words for as long as there is no network, and they still become one', async () => {
    const replica = await open();
    await replica.enqueue(beginStory, story);
    const sha256 = await keep(replica);
    server.pictureFailures = [gone()];
    const { mutation_id } = await save(replica, sha256);
    await sync(replica);
    expect(arrived()).toEqual(['writing.begin']);
    expect(replica.status()).toMatchObject({ state: 'waiting_for_network', waiting: 1 });
    const before = replica.changes().at(-1);
    expect(before).toMatchObject({ mutation_id, state: 'waiting' });
    await replicas.time.advance(20_000);
    await sync(replica);
    expect(server.pictures).toEqual([sha256, sha256]);
    expect(arrived()).toEqual(['writing.begin', 'writing.saveChapter 1']);
  });

  it('is sent by whichever tab comes first, also one that never heard of it', async () => {
    const other = await open(replicas.deafTab());
    const writing = await open(replicas.deafTab(), { call: () => Promise.reject(gone()) });
    await writing.enqueue(beginStory, story);
    const sha256 = await keep(writing);
    await save(writing, sha256);
    await sync(writing);
    writing.close();
    await sync(other);
    expect(server.pictures).toEqual([sha256]);
    expect(arrived()).toEqual(['writing.begin', 'writing.saveChapter 1']);
    expect(statesOf(other)).toEqual(['sent']);
  });

  it('is not sent where its words never were: somebody took it out again', async () => {
    const replica = await open();
    await replica.enqueue(beginStory, story);
    await keep(replica);
    await save(replica);
    await sync(replica);
    expect(server.pictures).toEqual([]);
    expect(replica.status()).toMatchObject({ state: 'all_sent' });
  });

  it('lets its words go where the school refuses it, and is told and kept', async () => {
    const replica = await open();
    await replica.enqueue(beginStory, story);
    const sha256 = await keep(replica);
    server.pictureFailures = [problem(400, 'pictures.unreadable')];
    await save(replica, sha256);
    await sync(replica);
    expect(arrived()).toEqual(['writing.begin', 'writing.saveChapter 1']);
    expect(replica.pictures()).toMatchObject([
      { state: 'refused', problem: { code: 'pictures.unreadable' } },
    ]);
    expect(replica.status()).toMatchObject({ state: 'needs_you', refused: 1, waiting: 0 });
    const again = await open();
    const [item] = again.changes();
    expect(item).toMatchObject({ state: 'refused', problem: { code: 'pictures.unreadable' } });
    expect(await (await again.openPicture(sha256))?.text()).toBe(secret);

    await again.retry(item?.mutation_id ?? '');
    await sync(again);
    expect(server.pictures).toEqual([sha256, sha256]);
    expect(again.status()).toMatchObject({ state: 'all_sent', refused: 0 });
  });

  it('lets its words go where the school is full, asks nothing of the child, and goes when there is room', async () => {
    const replica = await open();
    await replica.enqueue(beginStory, story);
    server.pictureFailures = [problem(409, 'quota.full')];
    await save(replica, await keep(replica));
    await sync(replica);
    expect(arrived()).toEqual(['writing.begin', 'writing.saveChapter 1']);
    expect(statesOf(replica)).toEqual(['full']);
    expect(replica.status()).toMatchObject({ state: 'saved_here', refused: 0, waiting: 1 });
    await sync(replica);
    expect(server.pictures).toHaveLength(1);

    await save(replica, await keep(replica, 'another photograph'));
    await sync(replica);
    await sync(replica);
    expect(replica.status()).toMatchObject({ state: 'all_sent', waiting: 0 });
    expect(server.pictures).toHaveLength(3);
  });

  it('says why one stays that was too much for a week, and lets its words go', async () => {
    const replica = await open();
    await replica.enqueue(beginStory, story);
    server.pictureFailures = [problem(409, 'quota.week')];
    await save(replica, await keep(replica));
    await sync(replica);
    expect(arrived()).toEqual(['writing.begin', 'writing.saveChapter 1']);
    expect(replica.pictures().map(({ state, problem: why }) => [state, why?.code])).toEqual([
      ['full', 'quota.week'],
    ]);
  });

  it('that found the school full is sent when the app is opened again', async () => {
    const replica = await open();
    await replica.enqueue(beginStory, story);
    server.pictureFailures = [problem(409, 'quota.full')];
    const sha256 = await keep(replica);
    await save(replica, sha256);
    await sync(replica);
    const again = await open();
    again.start();
    await sync(again);
    expect(server.pictures).toEqual([sha256, sha256]);
    expect(again.status()).toMatchObject({ state: 'all_sent', waiting: 0 });
  });

  it('is not shown as it was before, where that takes longer to open', async () => {
    const replica = await open();
    await replica.enqueue(beginStory, story);
    server.pictureFailures = [problem(409, 'quota.full')];
    await save(replica, await keep(replica));
    await sync(replica);
    const again = await open();
    const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
    vi.spyOn(crypto.subtle, 'decrypt').mockImplementationOnce(async (...given) => {
      while (statesOf(again)[0] !== 'sent') await new Promise((resolve) => setImmediate(resolve));
      return await decrypt(...given);
    });
    again.start();
    await sync(again);
    expect(statesOf(again)).toEqual(['sent']);
  });

  it.each<[string, () => Error]>([
    ['does not get through in time', () => new NoNetworkError('slow', true)],
    ['makes the school fail', () => problem(500)],
  ])('lets its words go once it %s however often', async (_what, failure) => {
    const replica = await open();
    await replica.enqueue(beginStory, story);
    const sha256 = await keep(replica);
    server.pictureFailures = Array.from({ length: triesBeforeGivingUp }, failure);
    await save(replica, sha256);
    while (server.pictures.length < triesBeforeGivingUp) {
      expect(arrived()).not.toContain('writing.saveChapter 1');
      await sync(replica);
    }
    await sync(replica);
    expect(arrived()).toContain('writing.saveChapter 1');
    expect(replica.pictures()).toMatchObject([{ state: 'refused', problem: null }]);
  });

  it('is left alone, with its words, for as long as the school asks', async () => {
    const replica = await open();
    await replica.enqueue(beginStory, story);
    server.pictureFailures = [problem(429, 'request.too_many', 60)];
    await save(replica, await keep(replica));
    await sync(replica);
    await replicas.time.advance(30_000);
    expect(server.pictures).toHaveLength(1);
    await replicas.time.advance(31_000);
    expect(server.pictures).toHaveLength(2);
    expect(statesOf(replica)).toEqual(['sent']);
  });

  it.each<[string, () => Promise<never>]>([
    ['cannot be had', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))],
    ['does not come', () => new Promise<never>(() => undefined)],
  ])(
    'waits with its words where the code to send it %s, and all that is new comes meanwhile',
    async (_what, none) => {
      const tab = openTab(replicas.device, replicas.time);
      const { loadPictureSending } = tab.environment;
      tab.environment.loadPictureSending = none;
      const replica = await open(tab);
      await sync(replica);
      await replica.enqueue(beginStory, story);
      const sha256 = await keep(replica);
      await save(replica, sha256);
      replica.syncNow();
      await replicas.time.advance(20_000);
      const pulls = server.pulls.length;
      await replicas.time.advance(60_000);
      expect(server.pulls.length).toBeGreaterThan(pulls);
      expect(arrived()).toEqual(['writing.begin']);
      expect(replica.status()).toMatchObject({ waiting: 1, reachable: true });

      tab.environment.loadPictureSending = loadPictureSending;
      await replicas.time.advance(60_000);
      expect(server.pictures).toEqual([sha256]);
      expect(arrived()).toEqual(['writing.begin', 'writing.saveChapter 1']);
    },
  );

  it('can be given up, which asks nothing of anybody any more', async () => {
    const replica = await open();
    await replica.enqueue(beginStory, story);
    const sha256 = await keep(replica);
    server.pictureFailures = [problem(400, 'pictures.unreadable')];
    await save(replica, sha256);
    await sync(replica);
    await replica.discard(`${workId}/${sha256}`);
    expect(replica.changes()).toEqual([]);
    expect(await replica.openPicture(sha256)).toBeNull();
    expect(replica.status()).toMatchObject({ state: 'all_sent' });
  });
});
