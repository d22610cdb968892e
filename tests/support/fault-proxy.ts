import { once } from 'node:events';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { headers } from '#contract/kit/http.ts';
import { Problem, requestProblems, type ProblemDefinition } from '#contract/kit/problem.ts';

/**
 * What the way to the server does to one request.
 * - `drop_before`: the server never hears of it.
 * - `drop_after`: the server did it, and the answer is lost.
 * - `delay`: the server did it; the answer comes late, or after the caller gave up.
 * - `truncate`: the connection ends in the middle of the answer.
 * - `portal`: somebody else's page, as of a captive portal, under the status of a success.
 * - `gateway_error`: a web server before ours says that it cannot reach ours.
 * - `unauthenticated`, `too_large`, `too_many`, `unavailable`: refusals in the words of our own server.
 */
export type Fault =
  | 'drop_before'
  | 'drop_after'
  | 'delay'
  | 'truncate'
  | 'portal'
  | 'gateway_error'
  | 'unauthenticated'
  | 'too_large'
  | 'too_many'
  | 'unavailable';

export interface ProxiedRequest {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const refusals: Partial<Record<Fault, ProblemDefinition>> = {
  unauthenticated: requestProblems.unauthenticated,
  too_large: requestProblems.too_large,
  too_many: requestProblems.too_many,
  unavailable: requestProblems.unavailable,
};

const html = { 'content-type': 'text/html; charset=utf-8' };
const portalPage = '<!doctype html><title>Welcome</title><p>Please accept the terms of this network.</p>';
const gatewayPage = '<html><head><title>502 Bad Gateway</title></head><body>502 Bad Gateway</body></html>';

/** Milliseconds by which a late answer comes late. */
const lateness = 700;

/**
 * An HTTP proxy before one server, with a port of its own over all restarts of that server. The host header stays, so that
 * `http://greenfield.localhost:<port>` reaches the same school; what is not disturbed is passed through as it streams.
 */
export class FaultProxy {
  readonly port: number;
  /** Says what happens to a request; null lets it through. Asked when the request is here as a whole. */
  decide: (request: ProxiedRequest) => Fault | null = () => null;
  /** Waited for before a request goes on: a test that wants to act while one is on its way holds it up here. */
  gate: (request: ProxiedRequest) => Promise<void> | null = () => null;
  /** What happened to the requests of the API, for the message of a test that fails. */
  readonly journal: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #underWay = new Set<ServerResponse>();

  constructor(server: Server, port: number, targetPort: number) {
    this.#server = server;
    this.port = port;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#underWay.add(response);
      response.on('close', () => this.#underWay.delete(response));
      this.#handle(request, response, targetPort).catch((error: unknown) => {
        // The caller went away in the middle of its request; nobody is left to answer.
        if (!request.readableAborted && !response.destroyed) response.destroy(error as Error);
      });
    });
  }

  /** How many requests wait for their answer; a stream of events that runs is none of them. */
  get underWay(): number {
    return [...this.#underWay].filter((response) => !isEventStream(response)).length;
  }

  /** `origin('greenfield')` of a school, seen through this proxy. */
  origin(subdomain: string): string {
    return `http://${subdomain}.localhost:${this.port}`;
  }

  /** Resolves when no more than so many requests wait for their answer. */
  async quiet(rest = 0): Promise<void> {
    while (this.underWay > rest) await sleep(10);
  }

  /** As in the gym: the app is here, the school is not. */
  goOffline(): void {
    this.decide = ({ url }) => (url.startsWith('/api/') ? 'drop_before' : null);
  }

  /** Every connection ends, in the middle of whatever is on its way. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  goOnline(): void {
    this.decide = () => null;
  }

  /** Holds up what comes for such an address. `arrived`: the first of it is here. `letGo`: all of it may go on. */
  holdUp(piece: string): { arrived: Promise<void>; letGo: () => void } {
    const arrived = turn();
    const gone = turn();
    this.gate = ({ url }) => {
      if (!url.includes(piece)) return null;
      arrived.resolve();
      return gone.promise;
    };
    return { arrived: arrived.promise, letGo: gone.resolve };
  }

  /** For the next test. */
  reset(): void {
    this.goOnline();
    this.gate = () => null;
    this.journal.length = 0;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.hangUp();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse, targetPort: number): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = 'GET', url = '/' } = request;
    const proxied = { method, url, headers: request.headers, body: Buffer.concat(chunks) };
    const fault = this.decide(proxied);
    if (url.startsWith('/api/')) this.journal.push(`${method} ${url} ${fault ?? ''}`.trim());
    await this.gate(proxied);
    if (response.destroyed) return;
    const refusal = fault && refusals[fault];
    if (fault === 'drop_before') response.destroy();
    else if (fault === 'portal') response.writeHead(200, html).end(portalPage);
    else if (fault === 'gateway_error') response.writeHead(502, html).end(gatewayPage);
    else if (refusal) refuse(proxied, response, refusal);
    else await pass(proxied, response, targetPort, fault);
  }
}

/** A promise and what keeps it. */
function turn(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}

function isEventStream(response: ServerResponse): boolean {
  return String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');
}

/** Refuses as our own server does, under the id that the caller gave. */
function refuse(request: ProxiedRequest, response: ServerResponse, definition: ProblemDefinition): void {
  const requestId = String(request.headers[headers.requestId] ?? '');
  const isForLater = definition.status === 429 || definition.status === 503;
  response
    .writeHead(definition.status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      [headers.product]: '1',
      [headers.requestId]: requestId,
      ...(isForLater && { 'retry-after': '1' }),
    })
    .end(JSON.stringify(new Problem(definition).body(requestId)));
}

/** Hands the request to the server and its answer back, or what the fault leaves of it. */
async function pass(
  { method, url, headers: sent, body }: ProxiedRequest,
  response: ServerResponse,
  port: number,
  fault: Fault | null,
): Promise<void> {
  const outgoing = forward({ host: '127.0.0.1', port, method, path: url, headers: sent, agent: false });
  // Whoever gave up must not keep the server busy; one that shall be applied unheard goes on.
  if (fault === null) response.on('close', () => outgoing.destroy());
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  outgoing.end(body);
  let answer: IncomingMessage;
  try {
    [answer] = await answered;
  } catch {
    // The server is gone, or went while it was at it.
    if (!response.destroyed) response.writeHead(502, html).end(gatewayPage);
    return;
  }
  outgoing.on('error', () => response.destroy());
  answer.on('error', () => response.destroy());
  const { statusCode = 502, headers: received } = answer;
  if (fault === null) {
    response.statusCode = statusCode;
    for (const [name, value] of Object.entries(received)) response.setHeader(name, value ?? '');
    answer.pipe(response);
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of answer) {
    chunks.push(chunk as Buffer);
    // A stream never ends by itself: what is done to it is done to how it begins.
    if (received['content-type']?.startsWith('text/event-stream')) break;
  }
  const whole = Buffer.concat(chunks);
  if (fault === 'drop_after') {
    response.destroy();
  } else if (fault === 'truncate') {
    response.writeHead(statusCode, received);
    response.write(whole.subarray(0, Math.floor(whole.length / 2)), () => response.destroy());
  } else {
    await sleep(lateness);
    if (!response.destroyed) response.writeHead(statusCode, received).end(whole);
  }
}

/** Starts a proxy before the server at this port of 127.0.0.1. Call `close()` at the end. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return new FaultProxy(server, address.port, targetPort);
}
