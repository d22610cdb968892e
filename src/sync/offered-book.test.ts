import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { OfferedBookStore, type OfferedPage } from './offered-book.ts';

const day = 86_400_000;
let now: number;
let indexedDB: IDBFactory;

const open = () => new OfferedBookStore({ now: () => now, indexedDb: { indexedDB, IDBKeyRange } });

const page = (sha256: string): OfferedPage => ({
  sha256,
  media_type: 'image/png',
  bytes: new Uint8Array([1, 2, 3]),
  alt: '',
});

const order = async (store: OfferedBookStore) => (await store.readPages()).map(({ sha256 }) => sha256);

beforeEach(() => {
  now = Date.UTC(2026, 10, 22);
  indexedDB = new IDBFactory();
});

describe('the book that a visitor makes ready', () => {
  it('is still there when the page is opened again, with its pages in their order', async () => {
    const store = open();
    for (const each of ['a', 'b', 'c', 'b']) await store.addPage(page(each));
    await store.describePage('b', 'A boat');
    await store.orderPages(['c', 'b', 'a']);
    await store.keepTicket({ id: '1', ticket: 't', email: 'ada@example.org' });
    await store.keepText('book', { title: 'The Lighthouse' });
    store.close();
    const again = open();
    expect(await order(again)).toEqual(['c', 'b', 'a']);
    expect((await again.readPages())[1]).toMatchObject({ alt: 'A boat', bytes: new Uint8Array([1, 2, 3]) });
    expect(await again.readTicket()).toEqual({ id: '1', ticket: 't', email: 'ada@example.org' });
    expect((await again.readText('book'))?.value).toEqual({ title: 'The Lighthouse' });
  });

  it('loses a page that was taken out, and all of it when it is thrown away', async () => {
    const store = open();
    for (const each of ['a', 'b']) await store.addPage(page(each));
    await store.orderPages(['b']);
    expect(await order(store)).toEqual(['b']);
    await store.keepText('book', { title: 'x' });
    await store.dropText('book');
    expect(await store.readText('book')).toBeNull();
    await store.clear();
    expect([await order(store), await store.readTicket()]).toEqual([[], null]);
  });

  it('is forgotten a month after somebody looked after it last', async () => {
    const store = open();
    await store.addPage(page('a'));
    now += 29 * day;
    await store.describePage('a', 'A boat');
    now += 29 * day;
    await store.forgetOld();
    expect(await order(store)).toEqual(['a']);
    now += 2 * day;
    await store.forgetOld();
    expect(await order(store)).toEqual([]);
  });
});
