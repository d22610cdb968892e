import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import fastifyMultipart from '@fastify/multipart';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { endpoints } from '#contract/api.ts';
import { apiPrefix, headers } from '#contract/kit/http.ts';
import { contentSecurityPolicy } from '../platform/content-security-policy.ts';
import { refuseLateCalls } from '../platform/drain.ts';
import { answerUnreadable, sendEarlyError } from '../platform/failures.ts';
import { logController, logOptions } from '../platform/log.ts';
import { openApiDocument } from '../platform/open-api.ts';
import { watchRequests } from '../platform/request-log.ts';
import type { AppOptions } from './app-options.ts';

/** Milliseconds in which the largest file arrives over a line of 1 Mbit/s, with room to spare. */
const usualRequestTimeout = 120_000;
/** Seconds. */
const year = 365 * 24 * 60 * 60;

/** Origins that pages may load pictures and recordings from, beside this server. */
export function mediaOrigins({ delivery }: AppOptions): readonly string[] {
  return delivery?.redirects === true && delivery.storeOrigin !== null ? [delivery.storeOrigin] : [];
}

/**
 * The HTTP server without any route: logging, limits, security headers, compression and the documentation of the API.
 * @param noteCall told of each call that found its tenant
 */
export async function createHttp(
  options: AppOptions,
  noteCall: (tenantId: string) => void,
): Promise<FastifyInstance> {
  const { requestTimeout = usualRequestTimeout } = options;
  const app = Fastify({
    logger: {
      level: options.logLevel ?? 'warn',
      ...logOptions,
      ...(options.logTo && { stream: options.logTo }),
    },
    logController: logController(),
    trustProxy: options.trustProxy,
    bodyLimit: 1024 * 1024,
    requestTimeout,
    // Node would take the longer of the two times for the one of the whole request.
    http: {
      headersTimeout: Math.min(requestTimeout, 60_000),
      connectionsCheckingInterval: Math.min(requestTimeout, 30_000),
    },
    clientErrorHandler: answerUnreadable,
    genReqId: (request) => requestId(request.headers[headers.requestId]),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: sendEarlyError,
    return503OnClosing: false,
  });
  // JSON alone is read: a form of another site can send plain text without asking first. It can send files, too; those
  // are read where an endpoint says that it takes them, and such a one wants a token that no other site has.
  app.removeContentTypeParser('text/plain');
  watchRequests(app, noteCall);
  await app.register(fastifyMultipart);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header(headers.requestId, request.id);
    // Of this host alone: what the others of a domain speak is for its owner to say.
    if (request.protocol === 'https') void reply.header('strict-transport-security', `max-age=${year}`);
  });
  refuseLateCalls(app);
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: contentSecurityPolicy(mediaOrigins(options)),
    // Said above where the request came by https; on http://localhost it would lock developers out.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
  });
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('permissions-policy', 'camera=(self), microphone=(self), geolocation=(), payment=()');
  });
  // Small answers cost more to compress than to send.
  await app.register(fastifyCompress, { threshold: 4096, encodings: ['gzip', 'identity'] });
  await app.register(fastifySwagger, {
    mode: 'static',
    specification: { document: openApiDocument(endpoints) as never },
  });
  // Without a policy of its own: the one for all pages stands.
  await app.register(fastifySwaggerUi, { routePrefix: `${apiPrefix}/docs` });
  return app;
}

/** The caller's id where it is one, so that the caller knows the answer again; else one of ours. */
function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[\w-]{8,64}$/u.test(header) ? header : uuidv7();
}
