import fc from 'fast-check';
import { expect } from 'vitest';
import * as v from 'valibot';
import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { ProblemBody } from '#contract/kit/problem.ts';
import { PushRequest, type PushAnswer } from '#contract/sync/sync.schema.ts';
import { multipartOf, openApiWorld, sendTo, urlOf, type ApiWorld, type Caller } from './api-world.ts';
import { fingerprinter, type Fingerprint } from './fingerprint.ts';
import { hostileTexts } from './hostile-texts.ts';

/** A number in a JSON text that JavaScript itself would not write; see `toJson`. */
const beyondAllNumbers = '@@1e400@@';

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const hostileKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  '',
  '\u0000',
  'id',
];

const hostileNumbers = [0, -0, -1, 0.5, 1e21, -1e308, 2 ** 31, 2 ** 32, 2 ** 53, Number.MIN_VALUE];

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...hostileNumbers, beyondAllNumbers) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: 1 }, { length: 3 }),
  },
  { weight: 1, arbitrary: fc.constantFrom(nested(50), nested(1000)) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Ids that are right, somebody else's, the other school's, or nobody's. */
function knownIds({ greenfield, riverside }: ApiWorld): fc.Arbitrary<string> {
  const ids = [greenfield, greenfield, riverside].flatMap((school) => [
    school.tenant.id,
    school.teacher.id,
    school.schoolAdmin.id,
    school.ownClass.id,
    school.otherClass.id,
    ...school.students.map((student) => student.id),
    school.otherStudents[0]?.id ?? '',
    school.studentWithoutClass.id,
  ]);
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() });
}

interface Node {
  type: string;
  entries?: Record<string, Node>;
  item?: Node;
  wrapped?: Node;
  options?: readonly unknown[];
  key?: Node;
  value?: Node;
  literal?: unknown;
  requirement?: unknown;
  pipe?: readonly Node[];
}

/** Files that are not what they say, and some that are. */
const hostileFile: fc.Arbitrary<File> = fc
  .record({
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .constantFrom('', 'First Name,Last Name\nZoë,Fern', '<svg onload="alert(1)"/>', '%PDF-1.7')
        .map((text) => new TextEncoder().encode(text)),
      // The first bytes of a picture or a recording, and then something else.
      fc
        .constantFrom(
          '89504e470d0a1a0a',
          'ffd8ffe0',
          '52494646ffffffff57454250',
          '47494638396100',
          '1a45dfa3',
          '4f67675300',
        )
        .map((hex) => Uint8Array.from(Buffer.from(`${hex}0000000d49484452`, 'hex'))),
    ),
    name: fc.constantFrom(
      'me.png',
      '',
      '../../etc/passwd',
      'a"b\r\nx: y.csv',
      'ẞ'.repeat(300),
      'x.csv\u0000.png',
    ),
    type: fc.constantFrom(
      'image/png',
      'image/jpeg',
      'image/webp',
      'text/csv',
      'image/svg+xml',
      'audio/webm',
      'audio/mp4',
      '',
      'x/y',
    ),
  })
  .map(({ bytes, name, type }) => new File([bytes], name, { type }));

/** Values that mostly fit a schema of the contract: where the hostile ones are planted. */
class Fitting {
  readonly #ids: fc.Arbitrary<string>;
  readonly #pushes: fc.Arbitrary<unknown>;

  constructor(world: ApiWorld) {
    this.#ids = knownIds(world);
    const inputs = endpoints
      .filter((endpoint) => endpoint.offline === 'queued')
      .map((endpoint) =>
        fc.record({
          name: fc.constant(endpoint.name as string),
          input: maybePlanted(fc.record({ params: this.of(endpoint.params), body: this.of(endpoint.body) })),
        }),
      );
    const call = fc
      .tuple(
        fc.oneof(...inputs),
        fc.record({ mutation_id: fc.uuid(), v: fc.constant(1) }),
        fc.option(
          fc.dictionary(fc.constantFrom('first_name', 'last_name', 'privacy_preference'), hostileValue),
          { nil: undefined },
        ),
      )
      .map(([named, frame, base]) => ({ ...frame, ...named, ...(base && { base }) }));
    // Ordered and the caller's own, or it would end before a single call is looked at.
    this.#pushes = fc.record({
      client_id: fc.uuid(),
      user_id: fc.constant(world.greenfield.schoolAdmin.id),
      calls: fc
        .array(call, { minLength: 1, maxLength: 6 })
        .map((calls) => calls.map((each, place) => ({ seq: place + 1, ...each }))),
      cursor: fc.constantFrom(null, undefined),
    });
  }

  of(schema: unknown): fc.Arbitrary<unknown> {
    if (schema === undefined) return fc.constant(undefined);
    if (schema === PushRequest) return this.#pushes;
    const node = schema as Node;
    const checks = node.pipe ?? [];
    switch (node.type) {
      case 'object':
      case 'strict_object':
        return fc.record(
          Object.fromEntries(Object.entries(node.entries ?? {}).map(([key, entry]) => [key, this.of(entry)])),
        );
      case 'string': {
        if (checks.some((check) => check.type === 'uuid')) return this.#ids;
        const pattern = checks.find((check) => check.requirement instanceof RegExp)?.requirement;
        if (pattern instanceof RegExp) return fc.stringMatching(pattern);
        return fc.constantFrom(
          'Ada',
          'Zoë Fern',
          'MAPXE247',
          'teacher@greenfield.test',
          'zoe-otter-42',
          '20',
          '美咲',
        );
      }
      case 'number':
        return fc.integer({ min: 0, max: 100 });
      case 'blob':
        return hostileFile;
      case 'boolean':
        return fc.boolean();
      case 'picklist':
        return fc.constantFrom(...(node.options ?? []));
      case 'literal':
        return fc.constant(node.literal);
      case 'unknown':
        return hostileValue;
      case 'array':
        return fc.array(this.of(node.item), { maxLength: 4 });
      case 'record':
        return fc.dictionary(this.of(node.key) as fc.Arbitrary<string>, this.of(node.value), { maxKeys: 4 });
      case 'optional':
      case 'nullish':
        return fc.option(this.of(node.wrapped), { nil: undefined });
      case 'nullable':
        return fc.option(this.of(node.wrapped), { nil: null });
      case 'union':
      case 'variant':
        return fc.oneof(...(node.options ?? []).map((option) => this.of(option)));
      default:
        throw new Error(`The fuzzer does not know the schema type ${node.type} yet`);
    }
  }
}

type Path = (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (value instanceof Blob) return [path];
  if (typeof value !== 'object' || value === null || path.length > 6) return [path];
  const entries = Array.isArray(value) ? value.slice(0, 5).entries() : Object.entries(value);
  return [path, ...[...entries].flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

type Change = { how: 'replace' | 'remove' | 'wrap' | 'repeat' | 'add'; with: unknown; key: string };

/** The value with one thing in it changed; nothing of the original is touched. */
function changed(value: unknown, path: Path, change: Change): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change.how === 'wrap' ? [value] : planted(value, change);
  if (Array.isArray(value)) {
    const copy = [...(value as unknown[])];
    const index = Number(step);
    if (rest.length === 0 && change.how === 'remove') copy.splice(index, 1);
    else copy[index] = changed(copy[index], rest, change);
    return copy;
  }
  const entries = Object.entries(value as object).flatMap(([key, inner]): [string, unknown][] => {
    if (key !== step) return [[key, inner]];
    if (rest.length === 0 && change.how === 'remove') return [];
    return [[key, changed(inner, rest, change)]];
  });
  return Object.fromEntries(entries);
}

/** A long list of the same, as long as it may still be sent: what is repeated may be long itself, or such a list. */
function repeated(first: unknown): unknown[] {
  const size = toJson(first).length + 1;
  return Array.from({ length: Math.max(1, Math.min(600, Math.floor(longestList / size))) }, () => first);
}

/** Letters, some times of what the server takes. */
const longestList = 8_000_000;

function planted(value: unknown, { how, with: hostile, key }: Change): unknown {
  if (how === 'repeat' && Array.isArray(value)) return repeated(value[0]);
  // Not `{ ...value, [key]: … }`, which would set the prototype where the key is `__proto__`.
  if (how === 'add' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.fromEntries([...Object.entries(value), [key, hostile]]);
  }
  return hostile;
}

const change: fc.Arbitrary<Change & { place: number }> = fc.record({
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'wrap', 'repeat', 'add'),
  with: hostileValue,
  key: fc.constantFrom(...hostileKeys),
  place: fc.nat(),
});

/** One to three hostile things in a value that fits. */
function withPlanted(fitting: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(fitting, fc.array(change, { minLength: 1, maxLength: 3 })).map(([value, changes]) =>
    changes.reduce<unknown>((result, each) => {
      const paths = pathsIn(result);
      return changed(result, paths[each.place % paths.length] ?? [], each);
    }, value),
  );
}

function maybePlanted(fitting: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 1, arbitrary: fitting }, { weight: 2, arbitrary: withPlanted(fitting) });
}

function toJson(value: unknown): string {
  return (JSON.stringify(value) ?? '').replaceAll(`"${beyondAllNumbers}"`, '1e400');
}

/** A request as it goes over the wire. */
interface WireRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: string | undefined;
  /** Sent as multipart in place of a payload. */
  form?: unknown;
  signedIn: boolean;
}

const brokenBodies = [
  '',
  '{',
  '[',
  'null',
  'true',
  '""',
  '0',
  '1e400',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}{"a":1}',
  '\u0000',
  '\ufeff{}',
  '{"__proto__":{"role":"school_admin"}}',
  '{"constructor":{"prototype":{"role":"school_admin"}}}',
  '['.repeat(20_000) + ']'.repeat(20_000),
  '{"a":'.repeat(5000) + '1' + '}'.repeat(5000),
  `{"students":"${'x'.repeat(1_100_000)}"}`,
  '{"username":"a","username":"b","password":"\\u0000"}',
];

const brokenMultipart: readonly { payload: string; type: string }[] = [
  { payload: '', type: 'multipart/form-data; boundary=x' },
  { payload: '{}', type: 'application/json' },
  { payload: 'a=1', type: 'multipart/form-data' },
  { payload: '--x', type: 'multipart/form-data; boundary=x' },
  { payload: '--x--', type: 'multipart/form-data; boundary=x' },
  ...[
    'content-disposition: form-data; name="first_name"\r\n\r\nZoë',
    'content-disposition: form-data; name="first_name"\r\n\r\nZoë\r\n--y--',
    'content-disposition: form-data; name="__proto__"\r\n\r\nZoë\r\n--x--',
    'content-disposition: form-data; name="a"\r\ncontent-type: application/json\r\n\r\n{\r\n--x--',
    'content-disposition: form-data; name="a"\r\ncontent-type: application/json\r\n\r\n{"__proto__":1}\r\n--x--',
    'content-disposition: form-data\r\n\r\n\r\n--x--',
    'nothing at all\r\n\r\n\r\n--x--',
    'content-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\nunfinished',
    `content-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n${'x'.repeat(6_000_000)}\r\n--x--`,
    `content-disposition: form-data; name="first_name"\r\n\r\n${'x'.repeat(300_000)}\r\n--x--`,
    `${'content-disposition: form-data; name="a"\r\n\r\nb\r\n--x\r\n'.repeat(300)}\r\n--x--`,
    `${'content-disposition: form-data; name="a"; filename="a"\r\n\r\nb\r\n--x\r\n'.repeat(30)}\r\n--x--`,
  ].map((part) => ({ payload: `--x\r\n${part}`, type: 'multipart/form-data; boundary=x' })),
];

const brokenPaths = [
  '%00',
  '%ff',
  '%C0%AF',
  '%E0%A4%A',
  '%',
  '..%2f..%2f',
  '%2e%2e',
  '%20',
  '*',
  'a'.repeat(250),
  '%F0%9F%98%80',
];

const brokenQueries = [
  'limit=',
  'limit=1&limit=2',
  'limit[]=1',
  'limit=1e3&offset=-0',
  'limit=NaN',
  'limit=Infinity',
  'limit=1000&offset=1000000',
  'offset=0x10',
  'search=%00',
  'search=%ff',
  'search=a&search=b',
  `search=${'x'.repeat(5000)}`,
  '__proto__=1&constructor=2',
  '__proto__[limit]=1',
  '=&&==&%',
];

/** Requests of one endpoint, each with something wrong in its body, its path, its query or its headers. */
function hostileRequests(endpoint: Endpoint, world: ApiWorld): fc.Arbitrary<WireRequest> {
  const fitting = new Fitting(world);
  const parts = fc.record({
    params: fitting.of(endpoint.params),
    query: fitting.of(endpoint.query),
    body: endpoint.body ? fitting.of(endpoint.body) : fc.constant(undefined),
  });
  const json = { 'content-type': 'application/json' };
  const base = parts.map(({ params, query, body }): WireRequest => ({
    method: endpoint.method,
    url: urlOf(endpoint, { params, query }),
    ...(endpoint.sends === 'multipart'
      ? { headers: {}, payload: undefined, form: body }
      : { headers: endpoint.body ? json : {}, payload: endpoint.body ? toJson(body) : undefined }),
    signedIn: true,
  }));
  const pathOf = (segment: string) => {
    // A step up is taken on the way here already, and leads to another endpoint, which may have an answer.
    const stays = /^(?:\.|%2e){1,2}$/iu.test(segment) ? `${segment}%20` : segment;
    return urlOf(endpoint, {}).replaceAll(/(?<=\/)(?=\/)/gu, stays);
  };
  const kinds: fc.Arbitrary<WireRequest>[] = [
    fc.tuple(base, fc.constantFrom(...brokenQueries)).map(([request, query]) => ({
      ...request,
      url: `${request.url.split('?')[0]}?${query}`,
    })),
    fc
      .tuple(
        base,
        fc.constantFrom(
          'text/plain',
          'application/x-www-form-urlencoded',
          'application/json; charset=utf-16',
          'multipart/form-data',
          'multipart/form-data; boundary=x',
          'x',
          '',
        ),
      )
      .map(([request, type]) => ({ ...request, headers: { ...request.headers, 'content-type': type } })),
    fc
      .tuple(
        base,
        fc.dictionary(
          fc.constantFrom('idempotency-key', 'x-request-id', 'accept', 'if-none-match'),
          fc.string({ unit: 'grapheme-ascii' }),
        ),
      )
      .map(([request, headers]) => ({ ...request, headers: { ...request.headers, ...headers } })),
    fc.tuple(base, fc.string({ unit: 'grapheme-ascii' })).map(([request, token]) => ({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
      signedIn: false,
    })),
  ];
  if (endpoint.params) {
    kinds.push(
      fc
        .tuple(base, fc.constantFrom(...brokenPaths))
        .map(([request, segment]) => ({ ...request, url: pathOf(segment) })),
      fc.tuple(base, hostileValue).map(([request, value]) => ({
        ...request,
        url: pathOf(encodeURIComponent(toJson(value).slice(0, 400).toWellFormed())),
      })),
      fc.tuple(base, fc.constantFrom(...hostileTexts)).map(([request, text]) => ({
        ...request,
        url: pathOf(encodeURIComponent(text.slice(0, 400).toWellFormed())),
      })),
    );
  }
  const body = endpoint.body;
  if (!body) return fc.oneof(...kinds);
  if (endpoint.sends === 'multipart') {
    const hostileForms = fc.oneof(
      { weight: 5, arbitrary: maybePlanted(fitting.of(body)).map((form) => ({ form })) },
      {
        weight: 2,
        arbitrary: fc
          .constantFrom(...brokenMultipart)
          .map(({ payload, type }) => ({ payload, headers: { 'content-type': type }, form: undefined })),
      },
    );
    return fc.oneof(
      { weight: 1, arbitrary: fc.oneof(...kinds) },
      {
        weight: 4,
        arbitrary: fc.tuple(base, hostileForms).map(([request, form]) => ({ ...request, ...form })),
      },
    );
  }
  const inBody = fc.oneof(
    { weight: 5, arbitrary: maybePlanted(fitting.of(body)).map(toJson) },
    { weight: 1, arbitrary: hostileValue.map(toJson) },
    { weight: 1, arbitrary: fc.constantFrom(...brokenBodies) },
  );
  return fc.oneof(
    { weight: 1, arbitrary: fc.oneof(...kinds) },
    {
      weight: 4,
      arbitrary: fc.tuple(base, inBody).map(([request, payload]) => ({ ...request, headers: json, payload })),
    },
  );
}

export interface Fuzzer {
  world: ApiWorld;
  /**
   * Sends so many hostile requests of a seed to an endpoint, or as many as there is time for (milliseconds since 1970), and one at least.
   * Fails with the seed and the smallest request that misbehaves.
   */
  attack(endpoint: Endpoint, options: { runs: number; seed: number; until?: number }): Promise<void>;
  close(): Promise<void>;
}

export async function openFuzzer(): Promise<Fuzzer> {
  const world = await openApiWorld();
  const { greenfield, riverside } = world;
  const teacher = await world.as(greenfield.teacher);
  const admin = await world.as(greenfield.schoolAdmin);
  const trust = await world.as(world.organization.admin);
  const visitor = await world.as('visitor');
  const platform = await world.as(world.platformAdmin);
  const foreign = [riverside.tenant.id, riverside.ownClass.id, riverside.otherClass.id, 'riverside'];
  // What a push or a call with a key writes down in any case: that it came, and what was said to it. And wrong guesses.
  const fingerprint = await fingerprinter(world.testDatabase.administrator, {
    except: ['sync_calls', 'sync_clients', 'idempotency_keys', 'failed_guesses'],
  });
  let last: Fingerprint = await fingerprint();

  function callerOf(endpoint: Endpoint): Caller {
    const { roles } = endpoint;
    if (endpoint.reads === 'panel') return platform;
    if (roles === 'anyone') return visitor;
    if (roles === 'signed-in' || roles.includes('school_admin')) return admin;
    return roles.includes('organization_admin') ? trust : teacher;
  }

  /** What of the other school stands in an answer. */
  async function leakedInto(text: string): Promise<string[]> {
    const found = foreign.filter((canary) => text.includes(canary));
    if (found.length === 0) return [];
    // Whoever sends an id of the other school's as that of a new student, a tablet, an import, a story, a resource or a bookmark has it, and learns
    // nothing by it.
    const { rows: taken } = await world.testDatabase.administrator.query<{ id: string }>(
      `select id from users where tenant_id = $1 and id::text = any($2)
       union all select id from devices where tenant_id = $1 and id::text = any($2)
       union all select id from import_jobs where tenant_id = $1 and id::text = any($2)
       union all select student_id from import_rows where tenant_id = $1 and student_id::text = any($2)
       union all select id from works where tenant_id = $1 and id::text = any($2)
       union all select id from resources where tenant_id = $1 and id::text = any($2)
       union all select id from chapters where tenant_id = $1 and id::text = any($2)
       union all select id from work_revisions where tenant_id = $1 and id::text = any($2)
       union all select unnest(bookmarks) from readings where tenant_id = $1 and bookmarks::text[] && $2`,
      [greenfield.tenant.id, found],
    );
    return found.filter((canary) => !taken.some(({ id }) => id === canary));
  }

  async function check(endpoint: Endpoint, request: WireRequest): Promise<void> {
    const caller = callerOf(endpoint);
    const { headers, ...rest } = request;
    const form = rest.form === undefined ? null : await multipartOf(rest.form);
    const payload = form?.payload ?? rest.payload;
    // Or most would hear only that they are too many.
    await world.testDatabase.administrator.query('delete from failed_guesses');
    const answer = await sendTo(world.app, {
      method: rest.method,
      url: rest.url,
      ...(payload !== undefined && { payload }),
      headers: {
        host: caller.host,
        ...(request.signedIn && caller.access !== null && { authorization: `Bearer ${caller.access}` }),
        ...(form && { 'content-type': form.type }),
        ...headers,
      },
    });
    const text = answer.body;
    expect(answer.statusCode, text).toBeLessThan(500);
    expect(answer.headers).toMatchObject({ 'x-quillshelf': '1', 'x-request-id': expect.any(String) });
    const types = { events: /^text\/event-stream/u, csv: /^text\/csv/u, once: /^application\/json/u };
    const answers = answer.statusCode === 200 ? (endpoint.answers ?? 'once') : 'once';
    expect(answer.headers['content-type'], text).toMatch(types[answers]);
    const body: unknown = answers === 'csv' ? text : JSON.parse(text);
    const before = last;
    last = await fingerprint();
    if (answer.statusCode !== 200) {
      const problem = v.safeParse(v.strictObject(ProblemBody.entries), body);
      expect(problem.issues, text).toBeUndefined();
      expect(problem.output).toMatchObject({ request_id: answer.headers['x-request-id'] });
      expect(last).toEqual(before);
      return;
    }
    expect(v.safeParse(endpoint.response, body).issues, text).toBeUndefined();
    // A list of all schools shows all schools.
    if (endpoint.reads !== 'panel') expect(await leakedInto(text)).toEqual([]);
    if (endpoint.name !== 'sync.push') return;
    const { results } = body as PushAnswer;
    expect(results.filter((result) => result.outcome === 'retry')).toEqual([]);
    if (!results.some((result) => result.outcome === 'applied')) expect(last).toEqual(before);
  }

  return {
    world,
    async attack(endpoint, { runs, seed, until = Number.POSITIVE_INFINITY }) {
      let sent = 0;
      await fc.assert(
        fc.asyncProperty(hostileRequests(endpoint, world), async (request) => {
          if (sent > 0 && Date.now() >= until) return;
          sent += 1;
          await check(endpoint, request);
        }),
        { numRuns: runs, seed },
      );
    },
    close: () => world.close(),
  };
}
