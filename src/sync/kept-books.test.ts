import { Dexie, liveQuery } from 'dexie';
import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rawStorage } from '#tests/support/raw-storage.ts';
import { openTab, TestDevice, TestTime } from '#tests/support/sync-environment.ts';
import { ids } from '#tests/support/sync-scripted-server.ts';
import {
  dropBook,
  dropBooksOf,
  keepBook,
  listBooks,
  measureOthers,
  readBook,
  readPicture,
} from './kept-books.ts';

const zoe = { tenant_id: ids.tenant, user_id: ids.zoe };
const next = { tenant_id: ids.tenant, user_id: ids.teacher };
const hash = 'a'.repeat(64);
const other = 'b'.repeat(64);
const hen = {
  id: ids.maple,
  card: { title: 'The Quillfeather hen' },
  words: ['A hen of Quillfeather.'],
  pictures: [{ sha256: hash, content: new Blob(['<svg>Quillfeather</svg>'], { type: 'image/svg+xml' }) }],
};

function openTablet() {
  const device = new TestDevice();
  const { environment } = openTab(device, new TestTime());
  return { device, environment };
}

/** From now on nothing fits whose name ends so. */
function fillAt(ending: string): void {
  const real = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function full(
    this: IDBObjectStore,
    ...given: Parameters<IDBObjectStore['put']>
  ) {
    const [value] = given as [{ name?: string }];
    if (value.name?.endsWith(ending) === true) throw new DOMException('', 'QuotaExceededError');
    return real.apply(this, given);
  });
}

afterEach(() => vi.restoreAllMocks());

describe('a book that is kept on a tablet', () => {
  it('is there with its words, its pictures and its size, until it is taken off', async () => {
    const { environment } = openTablet();
    await keepBook(environment, zoe, hen);
    await keepBook(environment, zoe, { ...hen, id: ids.cedar, pictures: [] });
    const books = await listBooks(environment, zoe);
    const found = books.find(({ id }) => id === hen.id);
    expect(found).toMatchObject({ card: hen.card, bytes: JSON.stringify(hen.words).length + 23 });
    expect(books).toHaveLength(2);
    expect(await readBook(environment, zoe, hen.id)).toEqual(hen.words);
    const picture = await readPicture(environment, zoe, hen.id, hash);
    expect(picture?.type).toBe('image/svg+xml');
    expect(await picture?.text()).toBe('<svg>Quillfeather</svg>');

    await dropBook(environment, zoe, hen.id);
    expect((await listBooks(environment, zoe)).map(({ id }) => id)).toEqual([ids.cedar]);
    expect(await readBook(environment, zoe, hen.id)).toBeUndefined();
    expect(await readPicture(environment, zoe, hen.id, hash)).toBeNull();
  });

  it('is heard of by whoever looks, when it comes and when it goes', async () => {
    const { device, environment } = openTablet();
    // Where the browser has none, nothing is asked.
    Object.assign(Dexie.dependencies, { indexedDB: device.indexedDb });
    const seen: string[][] = [];
    const looking = liveQuery(async () => await listBooks(environment, zoe)).subscribe((books) => {
      seen.push(books.map(({ id }) => id));
    });
    await vi.waitFor(() => expect(seen).toEqual([[]]));
    await keepBook(environment, next, hen);
    await keepBook(environment, zoe, hen);
    await vi.waitFor(() => expect(seen.at(-1)).toEqual([hen.id]));
    await dropBook(environment, zoe, hen.id);
    await vi.waitFor(() => expect(seen.at(-1)).toEqual([]));
    await keepBook(environment, zoe, { ...hen, id: ids.cedar });
    await vi.waitFor(() => expect(seen.at(-1)).toEqual([ids.cedar]));
    looking.unsubscribe();
  });

  it('that cannot be read any more is not listed, and makes room for the next one', async () => {
    const { device, environment } = openTablet();
    await keepBook(environment, zoe, hen);
    vi.spyOn(environment.crypto, 'decrypt').mockRejectedValue(new DOMException('', 'OperationError'));
    expect(await listBooks(environment, zoe)).toEqual([]);
    expect(await rawStorage(device)).toContain(hen.id);
    await keepBook(environment, zoe, { ...hen, id: ids.cedar });
    expect(await rawStorage(device)).not.toContain(hen.id);
  });

  it('goes with its school, whoever kept it, and what is kept of another school stays', async () => {
    const { device, environment } = openTablet();
    const elsewhere = { ...zoe, tenant_id: ids.cedar };
    await keepBook(environment, zoe, hen);
    await keepBook(environment, next, hen);
    await keepBook(environment, elsewhere, { ...hen, pictures: [] });
    await dropBooksOf(environment, ids.tenant);
    for (const owner of [zoe, next]) expect(await listBooks(environment, owner)).toEqual([]);
    expect(await readBook(environment, elsewhere, hen.id)).toEqual(hen.words);
    expect(await rawStorage(device)).not.toContain(hash);
  });

  it('is no other child’s, who sees no more of it than how much it is', async () => {
    const { device, environment } = openTablet();
    await keepBook(environment, zoe, hen);
    expect(await listBooks(environment, next)).toEqual([]);
    expect(await readBook(environment, next, hen.id)).toBeUndefined();
    expect(await readPicture(environment, next, hen.id, hash)).toBeNull();
    const [book] = await listBooks(environment, zoe);
    expect(await measureOthers(environment, next)).toEqual({ count: 1, bytes: book?.bytes });
    expect(await measureOthers(environment, zoe)).toEqual({ count: 0, bytes: 0 });
    expect(await rawStorage(device)).not.toContain('Quillfeather');
  });

  it('takes the place of the one that was kept before, pictures and all', async () => {
    const { environment } = openTablet();
    await keepBook(environment, zoe, hen);
    await keepBook(environment, zoe, { ...hen, words: ['Another.'], pictures: [] });
    expect(await listBooks(environment, zoe)).toHaveLength(1);
    expect(await readBook(environment, zoe, hen.id)).toEqual(['Another.']);
    expect(await readPicture(environment, zoe, hen.id, hash)).toBeNull();
  });

  it('is not there by half where the tablet is full', async () => {
    const { environment } = openTablet();
    fillAt(hash);
    await expect(keepBook(environment, zoe, hen)).rejects.toThrow('This tablet is full');
    vi.restoreAllMocks();
    expect(await listBooks(environment, zoe)).toEqual([]);
    expect(await readBook(environment, zoe, hen.id)).toBeUndefined();
  });

  it.each([
    ['a picture of it', other],
    ['its words', 'words'],
    ['the work itself', hen.id],
  ])(
    'stays as it was where there is no room for another of its revisions: %s does not fit',
    async (_what, ending) => {
      const { device, environment } = openTablet();
      await keepBook(environment, zoe, hen);
      const [kept] = await listBooks(environment, zoe);
      const stored = await rawStorage(device);
      fillAt(ending);
      const revised = {
        ...hen,
        words: ['Another.'],
        pictures: [{ sha256: other, content: new Blob(['<svg/>']) }],
      };
      await expect(keepBook(environment, zoe, revised)).rejects.toThrow('This tablet is full');
      vi.restoreAllMocks();
      expect(await listBooks(environment, zoe)).toEqual([kept]);
      expect(await readBook(environment, zoe, hen.id)).toEqual(hen.words);
      expect(await (await readPicture(environment, zoe, hen.id, hash))?.text()).toBe(
        '<svg>Quillfeather</svg>',
      );
      expect(await rawStorage(device)).toBe(stored);
    },
  );
});
