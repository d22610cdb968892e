import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's name of what the route serves. */
    endpoint?: string;
    /** The answer has no end of its own. */
    isStream?: boolean;
  }
}

/** What is found out about a request on its way: ids and codes, never a person. */
interface Notes {
  tenant_id?: string;
  role?: string;
  /** Of the problem that it was answered with. */
  code?: string;
}

const notes = new WeakMap<FastifyRequest, Notes>();

/** Adds to the line about the request. */
export function noteOf(request: FastifyRequest, more: Notes): void {
  notes.set(request, { ...notes.get(request), ...more });
}

/** Of a caller who hung up before there was an answer; no number of HTTP, but known by it. */
const hungUp = 499;

type OnAnswered = (tenantId: string) => void;

function tell(request: FastifyRequest, reply: FastifyReply, onAnswered?: OnAnswered): void {
  const { config, url } = request.routeOptions;
  const status = reply.raw.headersSent ? reply.statusCode : hungUp;
  const endpoint = config.endpoint ?? 'other';
  metrics.httpRequests.inc({ endpoint, status });
  if (config.isStream !== true) metrics.httpSeconds.observe({ endpoint }, reply.elapsedTime / 1000);
  const { tenant_id } = notes.get(request) ?? {};
  if (tenant_id !== undefined) onAnswered?.(tenant_id);
  const length = reply.getHeader('content-length');
  request.log.info(
    {
      // Never the address: words that were searched for or a token may stand there.
      endpoint: config.endpoint ?? url ?? 'none of ours',
      method: request.method,
      status,
      ms: Math.round(reply.elapsedTime),
      ...(length !== undefined && { bytes: Number(length) }),
      ...notes.get(request),
    },
    'answered',
  );
}

/** Counts each request, and writes its one line. */
export function watchRequests(app: FastifyInstance, onAnswered?: OnAnswered): void {
  app.addHook('onRequest', async (request, reply) => {
    // A stream ends when its reader goes, of which Fastify says nothing.
    finished(reply.raw, () => tell(request, reply, onAnswered));
  });
}
