import { request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemoServer } from '../support/demo-server.ts';
import { EventReader } from '../support/event-reader.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

/*
 * A server of several that is told to end, as a process of its own. No browser is needed, but the built program is.
 */

let server: ServerProcess;

beforeAll(async () => {
  server = await startDemoServer({ environment: { DRAIN_SECONDS: '2', LOG_LEVEL: 'info' } });
});

afterAll(() => server.dispose());

const host = 'greenfield.localhost';
const credentials = JSON.stringify({ username: 'teacher@greenfield.test', password: 'Quill-demo-1' });

interface Answer {
  status: number;
  text: string;
}

/** A call whose body is not sent yet. */
function begin(method: string, path: string): { asked: ClientRequest; answer: Promise<Answer> } {
  const asked = request({
    host: '127.0.0.1',
    port: server.port,
    method,
    path,
    agent: false,
    headers: { host, 'content-type': 'application/json' },
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    asked.on('error', reject);
    asked.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
  return { asked, answer };
}

async function call(method: string, path: string, body?: string): Promise<Answer> {
  const { asked, answer } = begin(method, path);
  asked.end(body);
  return await answer;
}

const statusOf = async (path: string) => (await call('GET', path)).status;

describe('a server that is told to end', () => {
  it('says so first, goes on answering, ends its streams with a word when to come again, and finishes calls', async () => {
    const signedIn = await call('POST', '/api/auth/token/', credentials);
    const { access } = JSON.parse(signedIn.text) as { access: string };
    const stream = await EventReader.open(server.port, { host, access });
    await stream.until(() => stream.heartbeats > 0, 'the stream was open');
    const slow = begin('POST', '/api/auth/token/');
    slow.asked.write(credentials.slice(0, 20));
    expect(await statusOf('/api/readyz')).toBe(200);

    const stopped = server.stop();
    await until(async () => expect(await statusOf('/api/readyz')).toBe(503));
    expect(await statusOf('/api/livez')).toBe(200);
    expect(await statusOf('/api/healthz')).toBe(200);
    expect((await call('POST', '/api/auth/token/', credentials)).status).toBe(200);
    expect(stream.isEnded).toBe(false);

    await stream.until(() => stream.isEnded, 'the stream ended');
    expect(stream.retryAfter).toBeGreaterThan(0);
    await until(() => expect(call('GET', '/api/livez')).rejects.toThrow('ECONNREFUSED'));
    slow.asked.end(credentials.slice(20));
    expect((await slow.answer).status).toBe(200);
    expect(await stopped).toBe(0);
    const lines = server.logs.filter((line) => line.startsWith('{'));
    expect(lines.filter((line) => /"level":[45]0/u.test(line))).toEqual([]);
    expect(lines.some((line) => line.includes('"endpoint":"identity.signIn"'))).toBe(true);
  });
});
