import { uuidv7 } from 'uuidv7';
import { headers } from '#contract/kit/http.ts';
import type { Cursor, Poke, PullAnswer, PushAnswer, PushRequest } from '#contract/sync/sync.schema.ts';
import type { ApiClient, StreamClient } from '#src/sync/api-client.ts';
import { openReplica, type ReplicaOptions } from '#src/sync/open-replica.ts';
import type { Replica } from '#src/sync/replica.ts';
import type { MetaRecord, SnapshotRecord } from '#src/sync/replica-stores.ts';
import type { SnapshotState } from '#src/sync/snapshot-state.ts';
import type { Plant } from './history.ts';

/** A bug as somebody might write it one day, put between the real parts, and the law that it breaks. */
export interface PlantedBug {
  readonly name: string;
  readonly law: number;
  readonly plant: Plant;
}

type Open = (options: ReplicaOptions) => Promise<Replica>;
type Exchange = (body: PushRequest) => Promise<PushAnswer>;

function opening(open: Open): Plant {
  return { parts: (parts) => ({ ...parts, open }) };
}

/** Between the screens and the outbox. */
function enqueuing(
  around: (enqueue: Replica['enqueue'], replica: Replica, options: ReplicaOptions) => Replica['enqueue'],
): Plant {
  return opening(async (options) => {
    const replica = await openReplica(options);
    replica.enqueue = around(replica.enqueue.bind(replica), replica, options);
    return replica;
  });
}

function afterEachChange(work: (options: ReplicaOptions, replica: Replica) => Promise<void>): Plant {
  return enqueuing((enqueue, replica, options) => async (definition, input) => {
    const saved = await enqueue(definition, input);
    await work(options, replica);
    return saved;
  });
}

function environment(change: (options: ReplicaOptions) => Partial<ReplicaOptions['environment']>): Plant {
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

function pushes(around: (options: ReplicaOptions, send: Exchange) => Exchange): Plant {
  return requests((options, call) => async (endpoint, input, more) => {
    if (endpoint.name !== 'sync.push') return await call(endpoint, input, more);
    const send: Exchange = (body) => call(endpoint, { body } as never, more) as Promise<PushAnswer>;
    return (await around(options, send)((input as { body: PushRequest }).body)) as never;
  });
}

/** Whatever rows come, alone or with a push. */
function pulls(change: (answer: PullAnswer) => PullAnswer): Plant {
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

function clear(options: ReplicaOptions, store: string): Promise<void> {
  return inStore(options, store, (each) => each.clear());
}

/** Stores what a screen shows of children as if it had been pulled. */
async function writeShownRows(options: ReplicaOptions, replica: Replica): Promise<void> {
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
function success(request: Request, body: string): Response {
  const { calls } = JSON.parse(body) as PushRequest;
  const results = calls.map(({ seq }) => ({ seq, outcome: 'applied' }));
  const requestId = request.headers.get(headers.requestId) ?? '';
  return Response.json(
    { results, pull: null },
    { headers: { [headers.product]: '1', [headers.requestId]: requestId } },
  );
}

/** Hears every poke that comes on the streams of a tab, beside the real parts. */
function pokes(hear: (options: ReplicaOptions, poke: Poke) => Promise<void>): Plant {
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
function believeRowsAreHere(options: ReplicaOptions, { scope, version }: Poke): Promise<void> {
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
function claimRest(options: ReplicaOptions): Promise<void> {
  return inStore(options, 'meta', (store) => {
    const asked = store.get('state') as IDBRequest<MetaRecord | undefined>;
    asked.onsuccess = () => {
      if (asked.result) store.put({ key: 'at_rest', value: asked.result.value });
    };
  });
}

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'an outbox that is emptied before the answer is there',
    law: 1,
    plant: pushes((options, send) => async (body) => {
      await clear(options, 'outbox');
      return await send(body);
    }),
  },
  {
    name: 'an error that is taken for success',
    law: 1,
    plant: {
      parts: (parts) => ({
        ...parts,
        fetch: async (input, init) => {
          const request = new Request(input, init);
          const body = await request.clone().text();
          const answer = await parts.fetch(request);
          return answer.status >= 400 && request.url.endsWith('/sync/push/')
            ? success(request, body)
            : answer;
        },
      }),
    },
  },
  {
    name: 'work that goes with the session when its token is refused',
    law: 1,
    plant: pushes((options, send) => async (body) => {
      try {
        return await send(body);
      } catch (error) {
        await clear(options, 'outbox');
        throw error;
      }
    }),
  },
  {
    name: 'work that goes when somebody signs out',
    law: 1,
    plant: opening(async (options) => {
      const replica = await openReplica(options);
      const forget = replica.forgetSnapshot.bind(replica);
      replica.forgetSnapshot = async () => {
        await forget();
        await clear(options, 'outbox');
      };
      return replica;
    }),
  },
  {
    name: 'a commit that is not on the disk when the screen says saved',
    law: 1,
    plant: { parts: (parts) => ({ ...parts, isStrict: () => false }) },
  },
  {
    name: 'a ledger that forgets what was decided',
    law: 2,
    plant: {
      send: (send, world) => async (request) => {
        const answer = await send(request);
        if (request.url.endsWith('/sync/push/')) await world.forgetDecisions();
        return answer;
      },
    },
  },
  {
    name: 'a call that is sent under another id each time',
    law: 2,
    plant: pushes((_options, send) => (body) => {
      const calls = body.calls.map((call) => ({ ...call, mutation_id: uuidv7(), depends_on: [] }));
      return send({ ...body, calls });
    }),
  },
  {
    name: 'a batch that is sent in the wrong order',
    law: 3,
    plant: pushes((_options, send) => async (body) => {
      const seqs = body.calls.map(({ seq }) => seq);
      const calls = body.calls.toReversed().map((call, place) => ({ ...call, seq: seqs[place] ?? call.seq }));
      const { results, pull } = await send({ ...body, calls });
      return {
        results: results.map((result, place) => ({ ...result, seq: seqs[place] ?? result.seq })),
        pull,
      };
    }),
  },
  {
    name: 'words that do not wait for their pictures',
    law: 3,
    plant: opening(async (options) => {
      const replica = await openReplica(options);
      const enqueue = replica.enqueue.bind(replica);
      replica.enqueue = (definition, input) => enqueue({ ...definition, pictures: () => [] }, input);
      return replica;
    }),
  },
  {
    name: 'rows that are lost while the cursor moves on',
    law: 4,
    plant: pulls((answer) => ({
      ...answer,
      scopes: answer.scopes.map((changes) => (changes.replace ? changes : { ...changes, tables: {} })),
    })),
  },
  {
    name: 'a cursor that is ahead of what was read, as one on updated_at is',
    law: 4,
    plant: pulls((answer) => ({
      ...answer,
      cursor: {
        ...answer.cursor,
        scopes: Object.fromEntries(
          Object.entries(answer.cursor.scopes).map(([scope, version]) => [scope, version + 1]),
        ),
      },
    })),
  },
  {
    name: 'a poke that is taken for the rows that it announces',
    law: 4,
    plant: pokes(believeRowsAreHere),
  },
  {
    name: 'work that is sent as somebody else',
    law: 5,
    plant: {
      parts: (parts, { player }, world) => ({
        ...parts,
        fetch: async (input, init) => {
          const request = new Request(input, init);
          const other = world.players.find(
            (each) => each !== player && each.tenant_id === player.tenant_id && !each.seesWholeSchool,
          );
          if (!other || !request.url.endsWith('/sync/push/')) return await parts.fetch(request);
          const body = { ...((await request.json()) as PushRequest), user_id: other.id };
          const sent = new Headers(request.headers);
          sent.set('authorization', `Bearer ${other.caller.access}`);
          const { method, url } = request;
          return await parts.fetch(url, { method, headers: sent, body: JSON.stringify(body) });
        },
      }),
    },
  },
  {
    name: 'words that are stored as they are',
    law: 5,
    plant: environment(({ environment: { crypto } }) => ({
      crypto: new Proxy(crypto, {
        get(subtle, name) {
          if (name === 'encrypt') return (_how: unknown, _key: unknown, plain: Uint8Array) => plain.buffer;
          if (name === 'decrypt') return (_how: unknown, _key: unknown, plain: ArrayBuffer) => plain;
          const member: unknown = Reflect.get(subtle, name);
          return typeof member === 'function' ? (member.bind(subtle) as unknown) : member;
        },
      }),
    })),
  },
  {
    name: 'a sign-out that leaves the rows on the tablet',
    law: 5,
    plant: opening(async (options) => {
      const replica = await openReplica(options);
      replica.forgetSnapshot = () => Promise.resolve();
      return replica;
    }),
  },
  {
    name: 'a refusal that nobody hears of',
    law: 6,
    plant: pushes((_options, send) => async (body) => {
      const { results, pull } = await send(body);
      return {
        results: results.map(({ seq, outcome }) =>
          outcome === 'refused' ? { seq, outcome: 'applied' } : { seq, outcome },
        ) as PushAnswer['results'],
        pull,
      };
    }),
  },
  {
    name: 'a change that is stored beside the word that nothing waits',
    law: 6,
    plant: afterEachChange(claimRest),
  },
  {
    name: 'a failure after which nothing is tried again',
    law: 7,
    plant: environment(() => ({ setTimer: () => () => undefined })),
  },
  {
    name: 'a lock that is never taken from a tab that stands still',
    law: 7,
    plant: environment(({ environment: { locks } }) => ({
      locks: {
        run: (name, mode, work, signal) => locks.run(name, mode === 'steal' ? 'if_free' : mode, work, signal),
      },
    })),
  },
  {
    name: 'a screen without the changes that wait',
    law: 8,
    plant: opening((options) =>
      openReplica({
        ...options,
        definitions: options.definitions.map((definition) => ({ ...definition, effects: {} })),
      }),
    ),
  },
  {
    name: 'a call that takes up one that waits, and says only its own',
    law: 8,
    plant: enqueuing(
      (enqueue) => (definition, input) =>
        enqueue(definition.fold ? { ...definition, fold: (_earlier, later) => later } : definition, input),
    ),
  },
  {
    name: 'calls that leave the screen before the rows that contain them are there',
    law: 8,
    plant: pushes((_options, send) => async (body) => {
      const { results, pull } = await send(body);
      return { results, pull: pull && { ...pull, scopes: [], cursor: { ...pull.cursor, scopes: {} } } };
    }),
  },
  {
    name: 'an answer of before that is stored as if it were new',
    law: 9,
    plant: opening((options) => {
      const { api } = options;
      const before: PullAnswer[] = [];
      const call: ApiClient['call'] = async (endpoint, input, more) => {
        const answer: unknown = await api.call(endpoint, input, more);
        if (endpoint.name !== 'sync.pull') return answer as never;
        before.push(answer as PullAnswer);
        // Each third time the one before the last comes again.
        return (before.length % 3 === 0 ? before.at(-3) : answer) as never;
      };
      return openReplica({ ...options, api: { call } });
    }),
  },
  {
    name: 'a change that is written into the rows before the school has it',
    law: 9,
    plant: afterEachChange(writeShownRows),
  },
  {
    name: 'a class that is taken away and stays on the tablet',
    law: 10,
    plant: pulls((answer) => ({ ...answer, drop_scopes: [] })),
  },
];
