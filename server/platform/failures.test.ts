import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { until } from '#tests/support/until.ts';
import { browserOf } from './browser.ts';
import { sendError } from './failures.ts';

interface Line {
  level: number;
  msg: string;
  err?: { code?: string };
}

let lines: Line[];
let app: ReturnType<typeof open>;

const info = 30;
const error = 50;

function open() {
  const made = Fastify({
    logger: {
      level: 'info',
      stream: { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
      // What is said of a request would ask for its address, and Node keeps that: an installation's log says less.
      serializers: { req: () => ({}) },
    },
  });
  made.setErrorHandler(sendError);
  return made;
}

beforeEach(() => {
  lines = [];
  app = open();
});

afterEach(() => app.close());

/** Serves one address by itself. */
async function listen(handle: (request: FastifyRequest, reply: FastifyReply) => unknown): Promise<void> {
  app.route({
    method: ['GET', 'POST'],
    url: '/',
    handler: async (request, reply) => await handle(request, reply),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
}

/** Somebody who asks by hand, and may hang up. */
async function ask(request: string): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  return socket;
}

async function askAndHangUp(request: string): Promise<void> {
  const arrived = once(app.server, 'request');
  const socket = await ask(request);
  await arrived;
  socket.destroy();
}

const get = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';
const post = 'POST / HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n';
/** What the log holds besides the lines that each request has. */
const said = () =>
  lines
    .map(({ level, msg }) => ({ level, msg }))
    .filter(({ level, msg }) => level > info || msg === nobodyWaited.msg);
const nobodyWaited = { level: info, msg: 'nobody waited for the answer' };

describe('somebody who hangs up', () => {
  it('while the answer is made is nobody’s error', async () => {
    await listen((_request, reply) => reply.send(new Readable({ read: () => undefined })));
    await askAndHangUp(`${post}Content-Length: 2\r\n\r\n{}`);
    await until(() => expect(said()).toEqual([nobodyWaited]));
  });

  it('in the middle of what they send is nobody’s error', async () => {
    await listen(() => 'never');
    await askAndHangUp(`${post}Content-Length: 100\r\n\r\n{"a":`);
    await until(() => expect(said()).toEqual([nobodyWaited]));
  });

  it('before it is known where they are is nobody’s error, and nothing is done for them', async () => {
    let reached = false;
    await listen(async (request, reply) => {
      await once(request.raw.socket, 'close');
      browserOf(request, reply);
      reached = true;
    });
    await askAndHangUp(get);
    await until(() => expect(said()).toEqual([nobodyWaited]));
    expect(reached).toBe(false);
  });

  it('hides no error of ours', async () => {
    await listen(async (request) => {
      await once(request.raw.socket, 'close');
      throw new TypeError('a mistake');
    });
    await askAndHangUp(get);
    await until(() => expect(said()).toEqual([{ level: error, msg: 'a call failed' }]));
  });
});

it('an answer that breaks off by itself while somebody waits is an error', async () => {
  await listen((_request, reply) => {
    const source = new Readable({ read: () => void source.destroy() });
    return reply.send(source);
  });
  const socket = await ask(get);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(String(answer)).toMatch(/^HTTP\/1\.1 500 /u);
  const [failure] = lines.filter(({ level }) => level > info);
  expect(failure).toMatchObject({ level: error, err: { code: 'ERR_STREAM_PREMATURE_CLOSE' } });
});

describe('what the framework or a plugin refuses', () => {
  const refuse = async (statusCode: number) => {
    app.get('/', () => Promise.reject(Object.assign(new Error('of the inside'), { statusCode })));
    const answer = await app.inject('/');
    return {
      status: answer.statusCode,
      headers: answer.headers,
      ...answer.json<{ code: string; error: string }>(),
    };
  };

  it.each([
    [400, 'request.malformed', 'The request could not be read.'],
    [403, 'request.forbidden', 'You are not allowed to do this.'],
    [404, 'request.not_found', 'Not found.'],
    [405, 'request.malformed', 'The request could not be read.'],
    [408, 'request.malformed', 'The request could not be read.'],
    [413, 'request.too_large', 'The request is too large.'],
    [415, 'request.unsupported_type', 'Please send JSON.'],
    [429, 'request.too_many', 'Too many tries. Please wait a moment and try again.'],
    [499, 'request.malformed', 'The request could not be read.'],
  ])('with %i keeps that status, and says it in plain words', async (status, code, words) => {
    expect(await refuse(status)).toMatchObject({
      status,
      code,
      error: words,
      headers: { 'cache-control': 'no-store', 'x-quillshelf': '1' },
    });
    expect(said()).toEqual([]);
  });

  it.each([200, 302, 399, 500, 502, 600, Number.NaN])('with %d is an error of ours', async (status) => {
    expect(await refuse(status)).toMatchObject({ status: 500, code: 'request.internal' });
    expect(said()).toEqual([{ level: error, msg: 'a call failed' }]);
  });
});

it('says with each 503 when to come again, whoever thought of it', async () => {
  await listen(() => {
    throw new Problem(requestProblems.unavailable);
  });
  const answer = await app.inject({ url: '/' });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
});
