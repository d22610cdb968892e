import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyReply, FastifyRequest } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { headers } from '#contract/kit/http.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { isUnavailable } from './database-errors.ts';
import { metrics } from './metrics.ts';
import { noteOf } from './request-log.ts';

/** Seconds after which a call may succeed that found something away; said with each 503 (law 6 of operation). */
const comesAgain = 2;

/** The caller hung up before there was an answer. */
export class HungUpError extends Error {
  override readonly name = 'HungUpError';

  constructor() {
    super('The caller hung up before the answer.');
  }
}

/** Every failure as the one error body, with nothing of our insides in it. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = asProblem(error);
  if (isHangUp(error, request)) request.log.info({ err: error }, 'nobody waited for the answer');
  else if (isUnavailable(error)) request.log.warn({ err: error }, 'a call found the database unavailable');
  else if (isOurFault(error, problem)) request.log.error({ err: error }, 'a call failed');
  const { code, status } = problem.definition;
  noteOf(request, { code });
  // What went wrong here was not refused.
  if (status !== 500) metrics.httpRefused.inc({ reason: code });
  const { retryAfter = status === 503 ? comesAgain : undefined } = problem.options;
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  return reply
    .status(problem.definition.status)
    .header('cache-control', 'no-store')
    .header(headers.product, '1')
    .send(problem.body(request.id));
}

/** What is said on purpose, such as that a server is busy or about to end, is no failure. */
function isOurFault(error: unknown, { definition: { status } }: Problem): boolean {
  return status >= 500 && !(status === 503 && error instanceof Problem);
}

/**
 * True for what goes wrong because a page was left or a network went away while an answer was made. That is nobody's
 * error; whatever else goes wrong meanwhile is, whether or not somebody still waits.
 */
function isHangUp(error: unknown, { raw }: FastifyRequest): boolean {
  if (error instanceof HungUpError) return true;
  // A source of ours that ends too early is closed prematurely, too.
  if (!raw.socket.destroyed || !(error instanceof Error) || !('code' in error)) return false;
  // What was sent stopped in the middle: Node says that in this one word.
  const isHalfSent = error.code === 'ECONNRESET' && error.message === 'aborted';
  return isHalfSent || error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

const frameworkProblems: Record<number, Problem> = {
  403: new Problem(requestProblems.forbidden),
  404: new Problem(requestProblems.not_found),
  413: new Problem(requestProblems.too_large),
  414: new Problem(requestProblems.malformed),
  415: new Problem(requestProblems.unsupported_type),
  429: new Problem(requestProblems.too_many),
};

/** What the framework or a plugin refuses keeps its status; where we have no words of our own for it, it could not be read. */
function frameworkProblem(status: number): Problem {
  const isRefusal = status >= 400 && status < 500;
  return (
    frameworkProblems[status] ??
    new Problem(isRefusal ? { ...requestProblems.malformed, status } : requestProblems.internal)
  );
}

/** Something that we asked over the network is away. */
const away = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** True where the same call may succeed a little later. */
function isPassing(error: unknown): boolean {
  return isUnavailable(error) || (error instanceof Error && 'code' in error && away.has(String(error.code)));
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isPassing(error)) return new Problem(requestProblems.unavailable);
  return frameworkProblem(error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500);
}

/** For what Fastify refuses before any hook has run, such as an address that cannot be decoded: the same body, and never taken for a page. */
export function sendEarlyError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void reply.header(headers.requestId, request.id).header('x-content-type-options', 'nosniff');
  void sendError(error, request, reply);
}

/**
 * For what Node cannot read as a request, or what does not arrive in time. It is not known which host or call it was for, so
 * the answer is not marked as ours, and a device that waits for one takes it for a bad line.
 */
export function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }[error.code] ?? 400;
  const definition = status === 408 ? requestProblems.too_slow : requestProblems.malformed;
  const body = JSON.stringify(new Problem({ ...definition, status }).body(uuidv7()));
  if (socket.writable)
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
        'Connection: close',
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    );
  socket.destroySoon();
}

/** The answer to an address under `/api` that no endpoint has. */
export function sendUnknownCall(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(new Problem(requestProblems.not_found), request, reply);
}
