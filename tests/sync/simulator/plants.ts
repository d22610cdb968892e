import { headers } from '#contract/kit/http.ts';
import type { Cursor, Poke, PullAnswer, PushAnswer, PushRequest } from '#contract/sync/sync.schema.ts';
import type { ApiClient, StreamClient } from '#src/sync/api-client.ts';
import { openReplica, type ReplicaOptions } from '#src/sync/open-replica.ts';
import type { MetaRecord, SnapshotRecord } from '#src/sync/replica-stores.ts';
import type { SnapshotState } from '#src/sync/snapshot-state.ts';
import type { Replica } from '#src/sync/replica.ts';
import type { Plant } from './plant.ts';

type Open = (options: ReplicaOptions) => Promise<Replica>;

type Exchange = (body: PushRequest) => Promise<PushAnswer>;

export function opening(open: Open): Plant {
  return { parts: (parts) => ({ ...parts, open }) };
}

/** Between the screens and the outbox. */
export function enqueuing(
  around: (enqueue: Replica['enqueue'], replica: Replica, options: ReplicaOptions) => Replica['enqueue'],
): Plant {
  return opening(async (options) => {
    const replica = await openReplica(options);
    replica.enqueue = around(replica.enqueue.bind(replica), replica, options);
    return replica;
  });
}

export function afterEachChange(work: (options: ReplicaOptions, replica: Replica) => Promise<void>): Plant {
  return enqueuing((enqueue, replica, options) => async (definition, input) => {
    const saved = await enqueue(definition, input);
    await work(options, replica);
    return saved;
  });
}

export function environment(
  change: (options: ReplicaOptions) => Partial<ReplicaOptions['environment']>,
): Plant {
  return opening((options) =>
    openReplica({ ...options, environment: { ...options.environment, ...change(options) } }),
  );
}

/** Between the core and its requests. */
function requests(around: (options: ReplicaOptions, call: ApiClient['call']) => ApiClient['call']): Plant {
  return opening((options) => {
    const { api } = options;
    return openReplica({ ...options, api: { call: around(options, (...given) => api.call(...given)) } });
  });
}

export function pushes(around: (options: ReplicaOptions, send: Exchange) => Exchange): Plant {
  return requests((options, call) => async (endpoint, input, more) => {
    if (endpoint.name !== 'sync.push') return await call(endpoint, input, more);
    const send: Exchange = (body) => call(endpoint, { body } as never, more) as Promise<PushAnswer>;
    return (await around(options, send)((input as { body: PushRequest }).body)) as never;
  });
}

/** Whatever rows come, alone or with a push. */
export function pulls(change: (answer: PullAnswer) => PullAnswer): Plant {
  return requests((_options, call) => async (endpoint, input, more) => {
    const answer: unknown = await call(endpoint, input, more);
    if (endpoint.name === 'sync.pull') return change(answer as PullAnswer) as never;
    if (endpoint.name !== 'sync.push') return answer as never;
    const { results, pull } = answer as PushAnswer;
    return { results, pull: pull && change(pull) } as never;
  });
}

/** Works on a store behind the core's back. */
async function inStore(
  { environment: { indexedDb }, user }: ReplicaOptions,
  name: string,
  work: (store: IDBObjectStore) => void,
): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const factory = indexedDb.indexedDB;
    const request = factory.open(`quillshelf:${user.tenant_id}:${user.id}`);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('The database did not open'));
  });
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(name, 'readwrite', { durability: 'strict' });
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(new Error('The tab is no more'));
    work(transaction.objectStore(name));
  });
  database.close();
}

export function clear(options: ReplicaOptions, store: string): Promise<void> {
  return inStore(options, store, (each) => each.clear());
}

/** Stores what a screen shows of children as if it had been pulled. */
export async function writeShownRows(options: ReplicaOptions, replica: Replica): Promise<void> {
  await inStore(options, 'rows', (store) => {
    const request = store.getAll();
    request.onsuccess = () => {
      for (const record of request.result as SnapshotRecord[]) {
        if (record.table !== 'students') continue;
        const { status, rows } = replica.read(record.scope, 'students');
        if (status === 'ready') store.put({ ...record, rows });
      }
    };
  });
}

/** An answer as if all had gone well. */
export function success(request: Request, body: string): Response {
  const { calls } = JSON.parse(body) as PushRequest;
  const results = calls.map(({ seq }) => ({ seq, outcome: 'applied' }));
  const requestId = request.headers.get(headers.requestId) ?? '';
  return Response.json(
    { results, pull: null },
    { headers: { [headers.product]: '1', [headers.requestId]: requestId } },
  );
}

/** Hears every poke that comes on the streams of a tab, beside the real parts. */
export function pokes(hear: (options: ReplicaOptions, poke: Poke) => Promise<void>): Plant {
  return opening((options) => {
    const { streams } = options;
    if (!streams) return openReplica(options);
    const open: StreamClient['open'] = async (endpoint, signal) => {
      const [ours, theirs] = (await streams.open(endpoint, signal)).tee();
      void hearAll(ours, (poke) => hear(options, poke));
      return theirs;
    };
    return openReplica({ ...options, streams: { open } });
  });
}

async function hearAll(
  stream: ReadableStream<Uint8Array>,
  hear: (poke: Poke) => Promise<void>,
): Promise<void> {
  try {
    for await (const piece of stream) {
      for (const line of new TextDecoder().decode(piece).split('\n'))
        if (line.startsWith('data:')) await hear(JSON.parse(line.slice('data:'.length)) as Poke);
    }
  } catch {
    // The stream broke, or its tab is no more: then nothing is heard.
  }
}

/** Raises a version in the stored cursor and nothing else. */
export function believeRowsAreHere(options: ReplicaOptions, { scope, version }: Poke): Promise<void> {
  return inStore(options, 'meta', (store) => {
    const asked = store.getAll() as IDBRequest<MetaRecord[]>;
    asked.onsuccess = () => {
      const values = Object.fromEntries(asked.result.map(({ key, value }) => [key, value]));
      const { state, cursor } = values as { state: SnapshotState; cursor?: Cursor | null };
      const had = cursor?.scopes[scope];
      if (!cursor || had === undefined || had >= version) return;
      const scopes = { ...cursor.scopes, [scope]: version };
      store.put({ key: 'cursor', value: { ...cursor, scopes } });
      store.put({ key: 'state', value: { ...state, pulls: state.pulls + 1 } });
      store.delete('at_rest');
    };
  });
}

/** Says that nothing waits, whatever does. */
export function claimRest(options: ReplicaOptions): Promise<void> {
  return inStore(options, 'meta', (store) => {
    const asked = store.get('state') as IDBRequest<MetaRecord | undefined>;
    asked.onsuccess = () => {
      if (asked.result) store.put({ key: 'at_rest', value: asked.result.value });
    };
  });
}
