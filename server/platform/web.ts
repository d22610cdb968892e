import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiPrefix } from '#contract/kit/http.ts';
import { sendUnknownCall } from './failures.ts';

const page = 'index.html';
/** Folder of the files whose names hold a hash of their content, those of earlier builds included. */
const assets = 'assets';

/** The pages whose address holds what a link in an e-mail or on a screen carries. */
const opensSomething = /^\/(login|accept-invitation|verification)\//u;

/** Pages at an address that only who was given it knows: no search engine lists them. */
const isUnlisted = /^\/((certificates|invoice|trackorder)\/|preview(?:[/?]|$))/u;

/** Books and stories: those of children are in no search engine, nor are their pictures. */
const isWork = /^\/(?:library\/[^?]|dear-world-book\b)/u;

/** What the server writes into the page for an address, so that it can be read before and without the app. */
export interface WrittenPage {
  status: 200 | 404;
  /** The page with it. */
  html: string;
  /** For search engines; null: nothing is said to them. */
  robots: string | null;
}

/** Null for an address whose page is the app alone. */
export type WritePage = (request: FastifyRequest) => Promise<WrittenPage | null>;

/** Serves the built web app: hashed assets for ever, the page and the service worker fresh each time. */
export async function serveWeb(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    // Its own route reads the whole folder for each file, and assets of earlier builds are thousands.
    serve: false,
    preCompressed: true,
    index: page,
    cacheControl: false,
    setHeaders(reply, file) {
      const hashed = path.relative(webRoot, file).startsWith(`${assets}${path.sep}`);
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    // Neither here nor below is the answer given back: Fastify would wait for its end at each step on the way to the page.
    handler: (request, reply) => {
      const file = `/${request.params['*']}`;
      if (file === '/' && opensPage(request)) reply.callNotFound();
      else if (isPlain(file)) void reply.sendFile(file);
      else reply.callNotFound();
    },
  });
}

/** False for a path that leads back or stands for another one: no file of ours is asked for so. */
function isPlain(file: string): boolean {
  return path.posix.normalize(file) === file && !/[\\\0]/u.test(file);
}

/**
 * What an address answers that nothing is at: the one error body under `/api`, the page or a 404 elsewhere.
 * @param writePage left out: the page is the app alone
 */
export function answerUnknownAddresses(app: FastifyInstance, hasPage: boolean, writePage?: WritePage): void {
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith(`${apiPrefix}/`) || request.url === apiPrefix) {
      void sendUnknownCall(request, reply);
      return;
    }
    // Behind it may stand a link that opens something; it goes along to nobody, not even to ourselves.
    if (opensSomething.test(request.url)) void reply.header('referrer-policy', 'no-referrer');
    if (isUnlisted.test(request.url)) void reply.header('x-robots-tag', 'noindex');
    if (isWork.test(request.url)) void reply.header('x-robots-tag', 'noindex, noimageindex');
    const opens = hasPage && opensPage(request);
    const otherwise = () => (opens ? void reply.sendFile(page) : sendNotFound(reply));
    if (hasPage && writePage && (opens || takesAnything(request)))
      void sendWritten(request, reply, { writePage, otherwise });
    else otherwise();
  });
}

function sendNotFound(reply: FastifyReply): void {
  void reply
    .status(404)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('Not found');
}

/** The page with what is written for its address. Where that fails, the app alone, which asks for it by itself. */
async function sendWritten(
  request: FastifyRequest,
  reply: FastifyReply,
  { writePage, otherwise }: { writePage: WritePage; otherwise: () => void },
): Promise<void> {
  const written = await writePage(request).catch((error: unknown) => {
    request.log.warn({ err: error }, 'a page could not be written');
    return null;
  });
  if (!written) {
    otherwise();
    return;
  }
  if (written.robots !== null) void reply.header('x-robots-tag', written.robots);
  void reply
    .status(written.status)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(written.html);
}

/** True for an address that a person may open. A missing file is never the page, or an old tab would run it as code. */
function opensPage(request: FastifyRequest): boolean {
  const [address = ''] = request.url.split('?');
  const accepts = request.headers.accept ?? '';
  const isFile = path.extname(address) !== '' || address.startsWith(`/${assets}/`);
  return request.method === 'GET' && accepts.includes('text/html') && !isFile;
}

/** Programs that read pages say so; and scripts of a browser, which say for what they ask as well. */
function takesAnything({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers.accept === '*/*' && headers['sec-fetch-dest'] === undefined;
}
