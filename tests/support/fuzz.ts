import fc from 'fast-check';
import * as v from 'valibot';
import { expect } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { ProblemBody } from '#contract/kit/problem.ts';
import type { PushAnswer } from '#contract/sync/sync.schema.ts';
import { type ApiWorld, type Caller, multipartOf, openApiWorld, sendTo, urlOf } from './api-world.ts';
import { type Fingerprint, fingerprinter } from './fingerprint.ts';
import { Fitting } from './fuzz-fitting.ts';
import { maybePlanted } from './fuzz-planting.ts';
import { hostileValue, toJson } from './fuzz-values.ts';
import { hostileTexts } from './hostile-texts.ts';

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
