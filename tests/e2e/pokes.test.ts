import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page, Request } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchPersistent, newPage, type RecordedPage } from '../support/browser.ts';
import { startDemoServer } from '../support/demo-server.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { signInAt } from '../support/sign-in.ts';

let server: ServerProcess;
let folder: string;
let tablet: BrowserContext;
let first: RecordedPage;
let second: RecordedPage;

/** Streams that a tab asked for and that have not ended yet. */
const streams = new Map<Page, Set<Request>>();

beforeAll(async () => {
  server = await startDemoServer();
  folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-tablet-'));
  tablet = await launchPersistent(folder);
  first = await openTab();
  await signInAt(first.page, server.origin('greenfield'), 'teacher@greenfield.test', { remember: true });
  await openClasses(first.page);
});

afterAll(async () => {
  await tablet.close();
  await server.dispose();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(({ onTestFailed, task }) => {
  onTestFailed(async () => {
    const { page } = second;
    await page.screenshot({
      path: `test-results/${task.name.replaceAll(/\W+/gu, '-')}.png`,
      fullPage: true,
    });
  });
});

async function openTab(): Promise<RecordedPage> {
  const opened = await newPage(tablet);
  const open = new Set<Request>();
  streams.set(opened.page, open);
  opened.page.on('request', (request) => {
    if (request.url().endsWith('/api/sync/events/')) open.add(request);
  });
  opened.page.on('requestfinished', (request) => open.delete(request));
  opened.page.on('requestfailed', (request) => open.delete(request));
  return opened;
}

async function openClasses(page: Page): Promise<void> {
  await page.goto(`${server.origin('greenfield')}/dashboard?option=Teacher%20Dashboard`);
  await page.getByRole('list', { name: 'Classes' }).waitFor();
}

const streamsOf = ({ page }: RecordedPage) => streams.get(page)?.size ?? 0;

/** A call from another machine. */
async function ask(method: string, address: string, access: string | null, body?: unknown): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        host: '127.0.0.1',
        port: server.port,
        method,
        path: address,
        headers: {
          host: `greenfield.localhost:${server.port}`,
          'content-type': 'application/json',
          ...(access !== null && { authorization: `Bearer ${access}` }),
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => {
          text += piece;
        });
        answer.on('end', () => resolve(JSON.parse(text)));
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function renameSomebody(first_name: string): Promise<void> {
  const { access } = (await ask('POST', '/api/auth/token/', null, {
    username: 'admin@greenfield.test',
    password: 'Quill-demo-1',
  })) as { access: string };
  const { results } = (await ask('GET', '/api/list-student-in-class/MAPXE247/', access)) as {
    results: { students: { id: string }[] };
  };
  await ask('PUT', `/api/student-name-update/${results.students[0]?.id ?? ''}/`, access, {
    first_name,
    last_name: 'Poked',
  });
}

describe('two tabs of a tablet', () => {
  it('share one stream, and both show what a colleague changed', async () => {
    await expect.poll(() => streamsOf(first)).toBe(1);
    second = await openTab();
    await openClasses(second.page);
    for (const { page } of [first, second]) {
      await page.getByRole('list', { name: 'Classes' }).getByRole('link', { name: 'Maple' }).click();
    }
    await renameSomebody('Aaron');
    for (const { page } of [first, second]) await page.getByText('Aaron Poked').first().waitFor();
    expect([first, second].map(streamsOf)).toEqual([1, 0]);
  });

  it('hand it on when the one that has it is closed', async () => {
    await first.page.close();
    await expect.poll(() => streamsOf(second)).toBe(1);
    await renameSomebody('Abby');
    await second.page.getByText('Abby Poked').first().waitFor();
    second.assertQuiet();
  });

  it('do not keep the server from stopping', async () => {
    expect(streamsOf(second)).toBe(1);
    expect(await server.stop()).toBe(0);
    await expect.poll(() => streamsOf(second)).toBe(0);
  });
});
