import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerUnknownAddresses, serveWeb } from './web.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-web-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<title>The page</title>');
  await writeFile(path.join(folder, 'service-worker.js'), '// the worker');
  await writeFile(path.join(folder, 'assets/class-list-Bx1.js'), '// code');
  app = Fastify();
  await serveWeb(app, folder);
  answerUnknownAddresses(app, true);
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

function get(url: string, accept = 'text/html,*/*') {
  return app.inject({ method: 'GET', url, headers: { accept } });
}

describe('the web app', () => {
  it('is the page at every address that a person may open, fresh each time', async () => {
    for (const url of ['/', '/login', '/admin-school/classes?page=2']) {
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain('The page');
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
  });

  it('is no burden to the answer that carries it', async () => {
    const warned: string[] = [];
    const note = ({ name, message }: Error) => warned.push(`${name}: ${message}`);
    process.on('warning', note);
    await get('/admin-school/classes');
    // Node says it in the next turn.
    await new Promise(setImmediate);
    process.off('warning', note);
    expect(warned).toEqual([]);
  });

  it('tells nobody the address behind /login/, which may open something', async () => {
    expect((await get('/login/v_something')).headers['referrer-policy']).toBe('no-referrer');
    expect((await get('/login')).headers['referrer-policy']).toBeUndefined();
  });

  it('keeps pages at an address that only their owner was given out of search engines', async () => {
    for (const at of ['/certificates/x', '/trackorder/x', '/invoice/order/x', '/preview', '/preview?x'])
      expect((await get(at)).headers['x-robots-tag']).toBe('noindex');
    expect((await get('/charities/wells')).headers['x-robots-tag']).toBeUndefined();
  });

  it('has assets that are kept for ever, and a service worker that is not', async () => {
    const asset = await get('/assets/class-list-Bx1.js');
    expect(asset.statusCode).toBe(200);
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/service-worker.js')).headers['cache-control']).toBe('no-cache');
  });

  it.each(['/assets/class-list-Bx0.js', '/assets/class-list-Bx0.css', '/assets/class-list', '/nothing.js'])(
    'is never the answer for a file that is missing: %s',
    async (url) => {
      for (const accept of ['*/*', 'text/html,*/*']) {
        const answer = await get(url, accept);
        expect(answer.statusCode).toBe(404);
        expect(answer.body).toBe('Not found');
        expect(answer.headers['content-type']).toContain('text/plain');
        // Kept by a cache, it would outlive the moment in which a file is replaced.
        expect(answer.headers['cache-control']).toBe('no-store');
      }
    },
  );

  it.each([
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets//class-list-Bx1.js',
    '/assets%5Cclass-list-Bx1.js',
    '/assets/%00.js',
    '/assets/.',
    '/assets/',
    '/assets',
  ])('leads nowhere by %s', async (url) => {
    const answer = await get(url, '*/*');
    expect([answer.statusCode, answer.body]).toEqual([404, 'Not found']);
  });
});
