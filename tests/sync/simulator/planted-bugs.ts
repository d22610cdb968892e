import { uuidv7 } from 'uuidv7';
import type { PullAnswer, PushAnswer, PushRequest } from '#contract/sync/sync.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { openReplica } from '#src/sync/open-replica.ts';
import type { Plant } from './plant.ts';
import {
  afterEachChange,
  believeRowsAreHere,
  claimRest,
  clear,
  enqueuing,
  environment,
  opening,
  pokes,
  pulls,
  pushes,
  success,
  writeShownRows,
} from './plants.ts';

/** A bug as somebody might write it one day, put between the real parts, and the law that it breaks. */
export interface PlantedBug {
  readonly name: string;
  readonly law: number;
  readonly plant: Plant;
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
