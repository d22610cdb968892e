import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, NewerDataError, openExisting, type DatabaseLayout } from './connection.ts';
import type { Store } from './native-transactions.ts';

interface Note {
  id: string;
  text: string;
}

interface Notes {
  notes: Store<Note, string>;
  numbered: Store<{ seq: number; text: string }, number>;
}

/** Up to that version. */
const versions =
  (last: number): DatabaseLayout['describe'] =>
  (dexie) => {
    dexie.version(1).stores({ notes: 'id' });
    if (last >= 2) dexie.version(2).stores({ numbered: '++seq' });
    if (last >= 3) dexie.version(3).stores({ numbered: null });
  };

const layout: DatabaseLayout = { name: 'notes', takesLater: false, describe: versions(2) };

let factory: IDBFactory;

beforeEach(() => {
  factory = new IDBFactory();
});

function connect(changes: Partial<DatabaseLayout> = {}): Connection<Notes> {
  return new Connection({ indexedDb: { indexedDB: factory, IDBKeyRange } }, { ...layout, ...changes });
}

const put = (connection: Connection<Notes>, id: string, text = id) =>
  connection.write(['notes'], async ({ notes }) => notes.put({ id, text }));

const texts = async (connection: Connection<Notes>) =>
  (await connection.read(['notes'], ({ notes }) => notes.getAll())).map(({ text }) => text);

describe('a database', () => {
  it('is made, and kept by the next version of its layout', async () => {
    const before = connect({ describe: versions(1) });
    await put(before, 'first');
    before.close();
    const after = connect();
    expect(await texts(after)).toEqual(['first']);
    expect(
      await after.run((database) => after.addAll(database, 'numbered', [{ text: 'a' }, { text: 'b' }])),
    ).toEqual([1, 2]);
  });

  it('of a later version is left alone, unless it may be used as it is', async () => {
    const later = connect({ describe: versions(3) });
    await put(later, 'first');
    later.close();
    await expect(connect().open()).rejects.toBeInstanceOf(NewerDataError);
    expect(await texts(connect({ takesLater: true }))).toEqual(['first']);
    expect(await factory.databases()).toEqual([{ name: 'notes', version: 30 }]);
  });

  it('is given up for a later version, and opened again where that only deleted it', async () => {
    const connection = connect();
    await put(connection, 'first');
    await new Promise((resolve) => factory.deleteDatabase('notes').addEventListener('success', resolve));
    expect(await texts(connection)).toEqual([]);
    await connect({ describe: versions(3) }).open();
    await expect(texts(connection)).rejects.toBeInstanceOf(NewerDataError);
  });

  it('is opened again where its connection went, once for all who lost it', async () => {
    const connection = connect();
    await put(connection, 'first');
    const open = vi.spyOn(factory, 'open');
    (await connection.open()).close();
    const reading = [texts(connection), texts(connection), texts(connection)];
    expect(await Promise.all(reading)).toEqual([['first'], ['first'], ['first']]);
    expect(open).toHaveBeenCalledOnce();
    await put(connection, 'second');
    expect(await texts(connection)).toEqual(['first', 'second']);
  });

  it('is tried once more where it did not open', async () => {
    const open = factory.open.bind(factory);
    let tries = 0;
    factory.open = (...given) => {
      tries += 1;
      if (tries === 1) throw new DOMException('Internal error', 'UnknownError');
      return open(...given);
    };
    const connection = connect();
    await put(connection, 'first');
    expect([tries, await texts(connection)]).toEqual([2, ['first']]);
  });

  it('that was closed stays so', async () => {
    const connection = connect();
    const opening = connection.open();
    connection.close();
    await expect(opening).rejects.toThrow('was closed');
    await expect(texts(connection)).rejects.toThrow('was closed');
    const other = connect();
    await put(other, 'first');
    other.close();
    await expect(put(other, 'second')).rejects.toThrow();
    expect(await texts(connect())).toEqual(['first']);
  });

  it('that is not there is not made by who only looks', async () => {
    expect(await openExisting({ indexedDB: factory, IDBKeyRange }, 'notes')).toBeNull();
    expect(await factory.databases()).toEqual([]);
    await put(connect(), 'first');
    const found = await openExisting({ indexedDB: factory, IDBKeyRange }, 'notes');
    expect(found?.verno).toBe(2);
  });
});

describe('what is written together', () => {
  it('is not there at all where the work fails, and the failure is told', async () => {
    const connection = connect();
    await expect(
      connection.write(['notes'], async ({ notes }) => {
        notes.put({ id: 'first', text: 'first' });
        await notes.get('first');
        throw new Error('not today');
      }),
    ).rejects.toThrow('not today');
    expect(await texts(connection)).toEqual([]);
  });

  it('is told as it failed where the database was first to give it up', async () => {
    const connection = connect();
    const database = await connection.open();
    let current: IDBTransaction | null = null;
    const begin = database.transaction.bind(database);
    database.transaction = (...given) => (current = begin(...given));
    const writing = connection.write(['notes'], async ({ notes }) => {
      notes.put({ id: 'first', text: 'first' });
      current?.abort();
      throw new Error('not today');
    });
    await expect(writing).rejects.toThrow('not today');
    database.transaction = begin;
    expect(await texts(connection)).toEqual([]);
  });

  it('is told as what the database gave up for, though what was waited for only did not come', async () => {
    const connection = connect();
    await put(connection, 'first');
    const writing = connection.write(['notes'], async ({ notes }) => {
      notes.add({ id: 'first', text: 'again' }).catch(() => undefined);
      await notes.get('first');
      await notes.get('first');
    });
    await expect(writing).rejects.toMatchObject({ name: 'ConstraintError' });
  });

  it('is not there at all where the database refuses a part of it that nobody waits for', async () => {
    const connection = connect();
    await put(connection, 'first');
    const writing = connection.write(['notes', 'numbered'], async ({ notes, numbered }) => {
      notes.put({ id: 'second', text: 'second' });
      numbered.put({ seq: 1, text: 'one' });
      // The one call that the database can refuse by itself: a key that is there.
      notes.add({ id: 'first', text: 'again' }).catch(() => undefined);
    });
    await expect(writing).rejects.toMatchObject({ name: 'ConstraintError' });
    expect(await texts(connection)).toEqual(['first']);
  });

  it('is not there at all where one of several rows is refused, whichever it is', async () => {
    const connection = connect();
    await put(connection, 'second');
    const rows = ['first', 'second', 'third'].map((id) => ({ id, text: id }));
    const adding = connection.run((database) => connection.addAll(database, 'notes', rows));
    await expect(adding).rejects.toMatchObject({ name: 'ConstraintError' });
    expect(await texts(connection)).toEqual(['second']);
  });

  it('is read in the order of the keys that were asked for, and as of one moment', async () => {
    const connection = connect();
    await connection.write(['notes'], async ({ notes }) => {
      for (const id of ['a', 'b', 'c']) notes.put({ id, text: id });
      notes.delete('b');
    });
    const found = await connection.read(['notes'], ({ notes }) => notes.getMany(['c', 'b', 'a']));
    expect(found.map((note) => note?.text)).toEqual(['c', undefined, 'a']);
    expect(await connection.read(['notes'], ({ notes }) => notes.getMany([]))).toEqual([]);
  });

  it('is there with what its layout writes beside each row that comes, and not beside what goes', async () => {
    const noted: string[] = [];
    const withPuts = {
      stores: ['numbered'],
      before(transaction: IDBTransaction, store: string) {
        noted.push(store);
        transaction.objectStore('numbered').put({ seq: noted.length, text: store });
      },
    };
    const connection = connect({ withPuts });
    await put(connection, 'first');
    await connection.write(['notes'], async ({ notes }) => notes.delete('first'));
    await connection.write(['notes'], ({ notes }) => notes.add({ id: 'second', text: 'second' }));
    const add = (text: string) =>
      connection.run((database) => connection.addAll(database, 'notes', [{ id: 'third', text }]));
    await add('third');
    const refused = add('again');
    await expect(refused).rejects.toMatchObject({ name: 'ConstraintError' });
    expect(noted).toEqual(['notes', 'notes', 'notes', 'notes']);
    const beside = await connection.read(['numbered'], ({ numbered }) => numbered.getAll());
    expect(beside.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });
});
