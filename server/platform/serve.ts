import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { apiPrefix, headers } from '#contract/kit/http.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { refuseWhileBusy, type PoolLoad } from './admission.ts';
import { browserOf } from './browser.ts';
import { withChanges } from './changes.ts';
import type { Clock } from './clock.ts';
import type { Drain } from './drain.ts';
import { inTenant, type Database, type TenantTransaction } from './database.ts';
import { EventStreams } from './event-stream.ts';
import { HungUpError, sendError } from './failures.ts';
import { onceFor, type FindPushed, type KeyedOutcome } from './idempotency.ts';
import { hostName, type Addressed } from './host.ts';
import { readMultipart } from './multipart.ts';
import { originFor } from './origin.ts';
import type { Rate } from './rates.ts';
import type { Panel } from './panel.ts';
import type { Actor, CsvFile, HostTenant, OpenHandler, Route } from './route.ts';
import { noteOf } from './request-log.ts';
import { authorize, parseInput, parseResponse, type RawInput } from './validation.ts';

/** What `serve()` needs from the modules, handed in by `app.ts`. */
export interface ServeOptions {
  database: Database;
  /** How busy its connections are; left out: nobody is refused at the door. */
  load?: PoolLoad | undefined;
  /** How much one person may ask for; left out: whatever they want. */
  requests?: Rate | undefined;
  /** For endpoints that read by it; left out: they are not available. */
  panel?: Panel | undefined;
  clock: Clock;
  /** All that the contract declares. */
  endpoints: readonly Endpoint[];
  routes: readonly Route[];
  /** The tenant of a host. @throws Problem when there is none, or where the endpoint rests while it is suspended */
  findTenant(host: string | undefined, endpoint: Endpoint): Promise<HostTenant & Addressed>;
  /** Domain under which tenants have their subdomains. */
  baseDomain: string;
  /** Who the bearer of an access token is; null when the token is not good on this tenant (any more). */
  findActor(transaction: TenantTransaction, tenant: HostTenant, accessToken: string): Promise<Actor | null>;
  findPushed: FindPushed;
  /** @throws Problem where a tenant may not grow now, for endpoints that say so */
  refuseGrowth(transaction: TenantTransaction, tenant: HostTenant, now: Date): Promise<void>;
  /** Scheme and port of links; left out: those of the request. */
  publicUrl?: string | null;
  /** Milliseconds between two signs of life on a stream. */
  heartbeat?: number;
  /** Ends the streams before the server stops; left out: they end when it does. */
  drain?: Drain;
}

const IdempotencyKey = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/**
 * The only code that knows HTTP: it finds the tenant, opens the transaction, checks the role, validates, keeps the
 * idempotency keys, runs the handler, validates the answer, and turns a `Problem` into the one error body.
 * @throws Error at start when an endpoint of the contract has no handler, or has two
 */
export function serve(app: FastifyInstance, options: ServeOptions): void {
  refuseGaps(options.endpoints, options.routes);
  app.setErrorHandler(sendError);
  const streams = new EventStreams(options.heartbeat);
  options.drain?.add((milliseconds) => streams.endInGroups(milliseconds));
  // Before the server waits for its connections to end, which those with a stream never would.
  app.addHook('preClose', async () => streams.close());
  for (const each of options.routes) {
    app.route({
      method: each.endpoint.method,
      url: apiPrefix + each.endpoint.path,
      config: { endpoint: each.endpoint.name, isStream: each.kind === 'stream' },
      // A HEAD request would open a stream that nobody reads.
      ...((each.kind === 'stream' || each.kind === 'csv') && { exposeHeadRoute: false }),
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store').header(headers.product, '1');
        return each.kind === 'stream'
          ? await answerWithEvents(each, request, reply, options, streams)
          : await answer(each, request, reply, options);
      },
    });
  }
}

function refuseGaps(endpoints: readonly Endpoint[], routes: readonly Route[]): void {
  const served = routes.map((each) => each.endpoint);
  const missing = endpoints.filter((endpoint) => !served.includes(endpoint));
  const twice = served.filter((endpoint, place) => served.indexOf(endpoint) !== place);
  if (missing.length > 0) throw new Error(`No handler for: ${missing.map(({ name }) => name).join(', ')}`);
  if (twice.length > 0)
    throw new Error(`More than one handler for: ${twice.map(({ name }) => name).join(', ')}`);
}

async function answer(
  each: Exclude<Route, { kind: 'stream' }>,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ServeOptions,
): Promise<unknown> {
  const { endpoint } = each;
  refuseOtherSites(request);
  // What answers on any address asks the database for nothing: a busy server stays in the balancer.
  if (endpoint.hosts !== 'any') refuseWhileBusy(options.load, endpoint.holdsWork === true ? 'push' : 'other');
  const tenant = await tenantFor(endpoint, request, options);
  const token = bearerToken(request);
  let isCounted = false;
  const findActor = async (transaction: TenantTransaction, of: HostTenant) => {
    const actor = token ? await options.findActor(transaction, of, token) : null;
    if (actor) noteOf(request, { role: actor.role });
    if (actor && !isCounted) options.requests?.pass(actor.id);
    isCounted = true;
    // Whoever sent it would take a visitor's answer for their own.
    if (token && !actor && endpoint.knowsCaller) throw new Problem(requestProblems.unauthenticated);
    // What answers anyone knows champions as visitors: they are no staff of a school here.
    return endpoint.roles === 'anyone' && actor?.champion ? null : actor;
  };
  // Nobody sends files to us who may not, and no transaction waits for them.
  if (endpoint.sends === 'multipart' && tenant) {
    const sender = await inTenant(options.database, tenant.id, (transaction) =>
      findActor(transaction, tenant),
    );
    authorize(endpoint, sender);
  }
  const raw = await rawInput(endpoint, request);
  const now = options.clock.now();

  // Links in e-mail lead there.
  const origin = tenant && originFor(tenant, request, options);

  /** Outside of any transaction. */
  const runOpen = async (handle: OpenHandler): Promise<unknown> => {
    const actor =
      tenant && token
        ? await inTenant(options.database, tenant.id, (transaction) => findActor(transaction, tenant))
        : null;
    authorize(endpoint, actor);
    const input = parseInput(endpoint, raw);
    if (endpoint.grows === true && tenant && each.kind === 'open')
      await inTenant(options.database, tenant.id, (transaction) =>
        options.refuseGrowth(transaction, tenant, now),
      );
    return await handle(input, {
      tenant,
      actor,
      now,
      requestId: request.id,
      browser: browserOf(request, reply),
      origin,
      signal: hangUpOf(reply),
    });
  };

  if (each.kind === 'open') return parseResponse(endpoint, await runOpen(each.handle));

  const prepared = each.kind === 'transaction' && each.prepare && (await runOpen(each.prepare));
  if (!tenant) throw new Error(`${endpoint.name} answers on any address, so it needs an open route`);
  const outcome = await inTenant(options.database, tenant.id, async (transaction): Promise<KeyedOutcome> => {
    const actor = await findActor(transaction, tenant);
    authorize(endpoint, actor);
    const input = parseInput(endpoint, raw);
    const run = async (): Promise<unknown> => {
      if (endpoint.grows === true) await options.refuseGrowth(transaction, tenant, now);
      const reads = readsOf(endpoint, options);
      const result = await withChanges(transaction, tenant.id, (changes) =>
        each.handle(
          input,
          { transaction, tenant, actor, changes, now, base: undefined, origin, ...reads },
          prepared,
        ),
      );
      return each.kind === 'csv' ? result : parseResponse(endpoint, result);
    };
    const key = idempotencyKey(endpoint, request);
    if (!key || !actor) return { answer: await run() };
    const person = { tenant_id: actor.tenant_id, user_id: actor.id };
    const { findPushed } = options;
    return await onceFor(transaction, { person, key, endpoint, input, findPushed }, run);
  });
  if ('refused' in outcome) throw outcome.refused;
  return each.kind === 'csv' ? sendCsv(reply, outcome.answer as CsvFile) : outcome.answer;
}

/** Piece by piece, as fast as the caller takes them. Where one cannot be read, the connection breaks off. */
function sendCsv(reply: FastifyReply, { name, pieces }: CsvFile): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(pieces));
}

function readsOf({ reads }: Endpoint, { panel }: ServeOptions): { panel?: Panel } {
  if (reads !== 'panel') return {};
  if (!panel) throw new Problem(requestProblems.unavailable);
  return { panel };
}

async function answerWithEvents(
  { endpoint, handle }: Extract<Route, { kind: 'stream' }>,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ServeOptions,
  streams: EventStreams,
): Promise<FastifyReply> {
  refuseOtherSites(request);
  refuseWhileBusy(options.load, 'other');
  const tenant = await tenantFor(endpoint, request, options);
  const token = bearerToken(request);
  if (!tenant) throw new Error(`${endpoint.name} answers on any address, so it cannot be a stream`);
  const actor = await inTenant(options.database, tenant.id, async (transaction) =>
    token ? await options.findActor(transaction, tenant, token) : null,
  );
  authorize(endpoint, actor);
  if (!actor || !token) throw new Error(`${endpoint.name} is a stream, so it is for those who are signed in`);
  const input = parseInput(endpoint, await rawInput(endpoint, request));
  const stream = streams.open();
  handle(input, {
    tenant,
    actor,
    signal: stream.signal,
    accessToken: token,
    send: (event) => stream.send(parseResponse(endpoint, event)),
    end: () => stream.end(),
  });
  return (
    reply
      .type('text/event-stream')
      .header('cache-control', 'no-store, no-transform')
      // Asks nginx and its kin to hand on each event as it comes.
      .header('x-accel-buffering', 'no')
      .send(stream.readable)
  );
}

/** Aborted when the caller hangs up before the answer is sent. */
function hangUpOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!raw.writableEnded) controller.abort(new HungUpError());
  };
  if (raw.destroyed) abort();
  else raw.once('close', abort);
  return controller.signal;
}

/** Null only for an endpoint that answers on any address. */
async function tenantFor(
  endpoint: Endpoint,
  request: FastifyRequest,
  options: ServeOptions,
): Promise<(HostTenant & Addressed) | null> {
  const tenant = endpoint.hosts === 'any' ? null : await options.findTenant(request.host, endpoint);
  if (tenant) noteOf(request, { tenant_id: tenant.id });
  const isServed =
    !tenant || endpoint.hosts === 'all' || tenant.is_platform === (endpoint.hosts === 'platform');
  if (!isServed) throw new Problem(requestProblems.not_found);
  return tenant;
}

async function rawInput(endpoint: Endpoint, request: FastifyRequest): Promise<RawInput> {
  const { params, query, body } = request;
  if (endpoint.sends === 'multipart') return { params, query, body: await readMultipart(endpoint, request) };
  if (request.isMultipart()) throw new Problem(requestProblems.unsupported_type);
  return { params, query, body };
}

/**
 * Browsers say where a request comes from; one that another site made is refused, whatever it carries. Older ones (Safari
 * before 16.4) say it by `Origin` alone. Programs that are no browsers say nothing.
 */
function refuseOtherSites(request: FastifyRequest): void {
  if (request.method === 'GET') return;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isOurs =
    site === undefined
      ? origin === undefined ||
        (URL.canParse(origin) && hostName(new URL(origin).host) === hostName(request.host))
      : site === 'same-origin' || site === 'none';
  if (!isOurs) throw new Problem(requestProblems.cross_site);
}

function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}

function idempotencyKey(endpoint: Endpoint, request: FastifyRequest): string | null {
  const header = request.headers[headers.idempotencyKey];
  if (header === undefined || endpoint.method === 'GET') return null;
  if (!v.is(IdempotencyKey, header)) throw new Problem(requestProblems.malformed);
  return header;
}
