import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { KyselyPlugin } from 'kysely';
import * as v from 'valibot';
import { inject } from 'vitest';
import { endpoints } from '#contract/api.ts';
import type { Endpoint, EndpointInput, EndpointResponse } from '#contract/kit/endpoint.ts';
import { apiPrefix } from '#contract/kit/http.ts';
import { limits } from '#contract/kit/limits.ts';
import { ProblemBody } from '#contract/kit/problem.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { assemble } from '#server/app.ts';
import type { AppOptions } from '#server/wiring/app-options.ts';
import { readArticles } from '#server/modules/help/articles.ts';
import type { PaymentOptions } from '#server/modules/providers/providers.ts';
import type { PoolLoad } from '#server/platform/admission.ts';
import type { Module } from '#server/platform/module.ts';
import type { MediaStore } from '#server/platform/media-store.ts';
import type { DomainRecords } from '#server/platform/domain-records.ts';
import type { Rates } from '#server/platform/rates.ts';
import type { PictureLimits } from '#server/platform/picture-workers.ts';
import type { FactoryContext, MadeClass, MadeMember, MadeTenant } from '#server/seeds/factories.ts';
import type { StudentDraft } from '#server/modules/students/student-accounts.ts';
import { LogWatch } from './log-watch.ts';
import { expectSteadyTexts } from './prepared-texts.ts';
import { createSessionMint } from './session-mint.ts';
import { TestClock } from './test-clock.ts';
import {
  cheapHasher,
  cheapPasswords,
  createTestDatabase,
  testSecretKey,
  type TestDatabase,
} from './test-database.ts';
import { staffPassword, type Schools } from './three-schools.ts';

/** What stands in lines of the log anyway: some of its words are names of people in tests, too. */
const wordsOfLog = [...endpoints.map(({ path }) => path), 'greenfield.localhost', 'riverside.localhost'];

const articlesRoot = fileURLToPath(new URL('../../server/modules/help/articles', import.meta.url));

/** Somebody who can sign in: with an e-mail address, or with a username and a password of their own. */
export interface Person {
  id: string;
  tenant_id: string;
  email?: string;
  username?: string;
  password?: string;
}

export interface RawAnswer {
  status: number;
  body: unknown;
  headers: Record<string, string | string[] | number | undefined>;
}

/** Somebody who calls: on a host, with or without a token. */
export interface Caller {
  host: string;
  access: string | null;
}

/** One school as tests need it: two classes, each with its own teacher and students, and one person of each staff role. */
export interface TestSchool {
  tenant: MadeTenant;
  host: string;
  teacher: MadeMember;
  otherTeacher: MadeMember;
  teacherAdmin: MadeMember;
  schoolAdmin: MadeMember;
  /** An organization's administrator with a place in this school. */
  organizationAdmin: MadeMember;
  parent: MadeMember;
  /** The first of `students`, as one who can sign in. */
  student: Person & { username: string; password: string };
  /** Run by `teacher`. */
  ownClass: MadeClass;
  /** Run by `otherTeacher`. */
  otherClass: MadeClass;
  students: StudentDraft[];
  otherStudents: StudentDraft[];
  studentWithoutClass: StudentDraft;
}

export interface ApiWorld extends Schools {
  app: FastifyInstance;
  /** What the app is made of. */
  modules: readonly Module<unknown>[];
  clock: TestClock;
  context: FactoryContext;
  testDatabase: TestDatabase;
  signIn(
    host: string,
    username: string,
    typedPassword?: string,
  ): Promise<Caller & { refresh: string; user_id: string }>;
  /** The person's session, opened once per test file without signing in, and again when the test's clock has passed its end. */
  as(person: Person | 'visitor', host?: string): Promise<Caller>;
  request(
    caller: Caller,
    method: string,
    url: string,
    options?: { body?: unknown; headers?: Record<string, string> } | Payload,
  ): Promise<RawAnswer>;
  /** A contract call that has to succeed. */
  call<E extends Endpoint>(
    caller: Caller,
    endpoint: E,
    input: EndpointInput<E>,
  ): Promise<EndpointResponse<E>>;
  /** A contract call that has to be refused. */
  refusal<E extends Endpoint>(
    caller: Caller,
    endpoint: E,
    input: EndpointInput<E>,
  ): Promise<ProblemBody & { status: number }>;
  close(): Promise<void>;
}

/** The path of a contract call with its parameters and query filled in. */
export function urlOf(
  endpoint: Pick<Endpoint, 'path'>,
  input: { params?: unknown; query?: unknown },
): string {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = endpoint.path.replaceAll(/:(\w+)/gu, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, string | number>)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return `${apiPrefix}${path}${query.size > 0 ? `?${query}` : ''}`;
}

/** Switches row-level security off, so that a test sees what the program's own filters hold back. */
async function disableRowLevelSecurity({ administrator }: TestDatabase): Promise<void> {
  const { rows } = await administrator.query<{ name: string }>(
    'select distinct tablename as name from pg_policies where schemaname = current_schema()',
  );
  for (const { name } of rows) {
    await administrator.query(
      `alter table "${name}" no force row level security, disable row level security`,
    );
  }
}

/** The real API on a real database of its own, with the platform, an organization and two schools in it. */
export async function openApiWorld(
  options: {
    /** Between the program and the database, such as one that takes the program's filters away. */
    plugins?: readonly KyselyPlugin[];
    rowLevelSecurity?: boolean;
    /** Of the program with the database; 8 where a test does not say. */
    connections?: number;
    /** Whether a pooler stands between the program and the database. */
    hasPooler?: boolean;
    /** What is said about domains in public. */
    domainRecords?: DomainRecords;
    stagingHosts?: readonly string[];
    /** Of the processes that draw pictures. */
    pictures?: Partial<PictureLimits>;
    clock?: TestClock;
    /** Milliseconds between two looks for due work, where a test waits for it; left out: the test asks for it. */
    lookForWorkEvery?: number;
    /** Who takes money; left out: nobody. */
    payments?: PaymentOptions;
    /** Of the mail server that hands in what came back. */
    mailReturnsKey?: string;
    /** Folder of a built web app. */
    webRoot?: string;
    /** How busy the connections seem to be. */
    load?: PoolLoad;
    /** How much one person and one device may ask for; left out: whatever they want. */
    rates?: Rates;
    /** Devices that may begin anew in a second. */
    resetsPerSecond?: number;
    /** Where bytes are kept beside the database. */
    mediaStore?: MediaStore;
    /** How pictures and recordings leave, beside from the program. */
    delivery?: AppOptions['delivery'];
    /** Takes the lines of a log that tells all it can. */
    log?: { write(line: string): void };
  } = {},
): Promise<ApiWorld> {
  const testDatabase = await createTestDatabase({ ...options, template: 'schools' });
  const schools = inject('schools');
  const { greenfield, riverside, organization } = schools;
  const { clock = new TestClock() } = options;
  const { database } = testDatabase;
  const context: FactoryContext = { database, secretKey: testSecretKey, hasher: cheapHasher };
  const mint = createSessionMint(database);
  if (options.rowLevelSecurity === false) await disableRowLevelSecurity(testDatabase);
  const log = new LogWatch(options.log);
  const { app, modules } = await assemble({
    database: (options.plugins ?? []).reduce((plugged, plugin) => plugged.withPlugin(plugin), database),
    databaseUrl: testDatabase.url,
    directUrl: testDatabase.directUrl,
    panel: testDatabase.panel,
    secretKey: testSecretKey,
    baseDomain: 'localhost',
    trustProxy: false,
    webRoot: options.webRoot ?? null,
    articles: await readArticles(articlesRoot),
    clock,
    // A busy machine is no reason to refuse a picture in a test.
    pictures: { waitMs: 60_000, answerMs: 60_000, ...options.pictures },
    passwordCost: cheapPasswords,
    // A look at any moment would be counted among what a call asks, and take one of its connections.
    lookForWorkEvery: options.lookForWorkEvery ?? 60 * 60 * 1000,
    ...(options.load && { load: options.load }),
    ...(options.rates && { rates: options.rates }),
    ...(options.resetsPerSecond !== undefined && { resetsPerSecond: options.resetsPerSecond }),
    ...(options.mediaStore && { mediaStore: options.mediaStore }),
    ...(options.delivery && { delivery: options.delivery }),
    ...(options.domainRecords && { domainRecords: options.domainRecords }),
    ...(options.stagingHosts && { stagingHosts: options.stagingHosts }),
    ...(options.payments && { payments: options.payments }),
    ...(options.mailReturnsKey !== undefined && { mailReturnsKey: options.mailReturnsKey }),
    logLevel: 'trace',
    logTo: log,
  });
  const hosts = new Map([greenfield, riverside, organization].map(({ tenant, host }) => [tenant.id, host]));
  const sessions = new Map<string, { since: number; until: number; caller: Promise<Caller> }>();

  const world: ApiWorld = {
    ...schools,
    app,
    modules: modules.all,
    clock,
    context,
    testDatabase,
    async request(caller, method, url, sent = {}) {
      const { payload, headers } = 'payload' in sent ? sent : jsonPayload(sent);
      log.plant([caller, payload]);
      const response = await sendTo(app, {
        method,
        url,
        headers: {
          host: caller.host,
          ...(caller.access !== null && { authorization: `Bearer ${caller.access}` }),
          ...headers,
        },
        ...(payload !== undefined && { payload }),
      });
      const json = /json|event-stream/u.test(String(response.headers['content-type']));
      const body = json ? (JSON.parse(response.body) as unknown) : response.body;
      log.plant(body);
      return { status: response.statusCode, body, headers: response.headers };
    },
    async signIn(host, username, typedPassword = staffPassword) {
      const session = await world.call({ host, access: null }, identityEndpoints.signIn, {
        body: { username, password: typedPassword },
      });
      return { host, access: session.access, refresh: session.refresh, user_id: session.user.id };
    },
    async as(person, host) {
      if (person === 'visitor') return { host: host ?? greenfield.host, access: null };
      const home = hosts.get(person.tenant_id) ?? 'localhost';
      const now = clock.now().getTime();
      let session = sessions.get(person.id);
      // A token of a moment that the clock was set back from is refused as well.
      if (!session || session.until <= now || session.since > now) {
        const caller = mint(person, clock.now()).then(({ access }) => ({ host: home, access }));
        session = { caller, since: now, until: now + limits.accessTokenSeconds * 1000 };
        sessions.set(person.id, session);
      }
      const { access } = await session.caller;
      return { access, host: host ?? home };
    },
    async call(caller, endpoint, input) {
      const payload = await payloadOf(endpoint, input);
      const answer = await world.request(caller, endpoint.method, urlOf(endpoint, input), payload);
      if (answer.status !== 200) {
        throw new Error(`${endpoint.name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      }
      return v.parse(endpoint.response, answer.body) as never;
    },
    async refusal(caller, endpoint, input) {
      const payload = await payloadOf(endpoint, input);
      const answer = await world.request(caller, endpoint.method, urlOf(endpoint, input), payload);
      if (answer.status < 400) {
        throw new Error(`${endpoint.name} was not refused: ${JSON.stringify(answer.body)}`);
      }
      return { ...v.parse(ProblemBody, answer.body), status: answer.status };
    },
    async close() {
      await app.close();
      await testDatabase.drop();
      expectSteadyTexts();
      log.expectNobody(wordsOfLog);
    },
  };
  return world;
}

/** The data of a stream's first event. The stream is left then, as by somebody who goes away. */
async function firstEvent(stream: AsyncIterable<Buffer> & { destroy(): void }): Promise<string> {
  let received = '';
  for await (const piece of stream) {
    received += piece.toString();
    const [, data] = /^data: (.*)\n\n/mu.exec(received) ?? [];
    if (data !== undefined) {
      stream.destroy();
      return data;
    }
  }
  throw new Error(`The stream ended without an event: ${received}`);
}

/** Sends a request past the network. Of an answer that is a stream, the body is the data of its first event. */
export async function sendTo(
  app: FastifyInstance,
  request: InjectOptions,
): Promise<{ statusCode: number; headers: RawAnswer['headers']; body: string }> {
  const answer = await app.inject({ ...request, payloadAsStream: true });
  const { statusCode, headers } = answer;
  const isStream = String(headers['content-type']).startsWith('text/event-stream');
  return { statusCode, headers, body: await (isStream ? firstEvent : text)(answer.stream()) };
}

/** A body as it goes over the wire. */
interface Payload {
  payload: string | Buffer | undefined;
  headers: Record<string, string>;
}

function jsonPayload({ body, headers }: { body?: unknown; headers?: Record<string, string> }): Payload {
  return {
    payload: body === undefined ? undefined : JSON.stringify(body),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
  };
}

/** The body of a contract call in the way in which its endpoint wants it. */
export async function payloadOf(
  endpoint: Endpoint,
  input: object,
  headers: Record<string, string> = {},
): Promise<Payload> {
  const body: unknown = 'body' in input ? input.body : undefined;
  if (endpoint.sends !== 'multipart') return jsonPayload({ body, headers });
  const { payload, type } = await multipartOf(body);
  return { payload, headers: { 'content-type': type, ...headers } };
}

/** What a browser sends of a form with files. Of what is no object, nothing. */
export async function multipartOf(body: unknown): Promise<{ payload: Buffer; type: string }> {
  const form = new FormData();
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  for (const [name, value] of fields) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined)
      form.append(name, (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());
  }
  const response = new Response(form);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    type: response.headers.get('content-type') ?? '',
  };
}
