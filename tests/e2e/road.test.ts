import { request as httpRequest } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint, EndpointInput, EndpointResponse } from '#contract/kit/endpoint.ts';
import { classStaff } from '#contract/kit/roles.ts';
import { fullName } from '#contract/students/students.rules.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { createApiClient } from '#src/sync/api-client.ts';
import { launchPersistent, newPage, type RecordedPage } from '../support/browser.ts';
import { pastedClassList, pastedNames } from '../support/class-list.ts';
import { asStudents } from '../support/class-rows.ts';
import { untilOfficeIsKept } from '../support/kept-parts.ts';
import { signInAt } from '../support/sign-in.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';

const password = 'Quill-demo-1';
/** What Chromium writes to the console while the server is stopped; the app itself writes nothing. */
const stoppedServer =
  /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED/u;

let server: ServerProcess;
let folder: string;
let tablet: BrowserContext;
let opened: RecordedPage;

beforeAll(async () => {
  server = await startServerProcess({ seed: 'demo' });
  folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-tablet-'));
  tablet = await launchPersistent(folder);
});

afterAll(async () => {
  await tablet.close();
  await server.dispose();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(({ onTestFailed, task }) => {
  onTestFailed(async () => {
    await opened.page.screenshot({
      path: `test-results/${task.name.replaceAll(/\W+/gu, '-')}.png`,
      fullPage: true,
    });
  });
});

/** Chromium finds `*.localhost` by itself; Node asks the system, which may not. */
const fetchFromAnywhere: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const { host, pathname, search } = new URL(request.url);
  const { port } = server;
  const headers = { ...Object.fromEntries(request.headers), host };
  const body = await request.text();
  return await new Promise<Response>((resolve, reject) => {
    const { method } = request;
    const sent = httpRequest(
      { host: '127.0.0.1', port, method, path: pathname + search, headers },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const received = new Headers();
          for (const [name, value] of Object.entries(answer.headers)) received.set(name, String(value));
          resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 0, headers: received }));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
};

/** A colleague's call from another machine, past the tablet. */
async function ask<E extends Endpoint>(
  school: string,
  email: string,
  endpoint: E,
  input: EndpointInput<E>,
): Promise<EndpointResponse<E>> {
  let access: string | null = null;
  const client = createApiClient({
    origin: server.origin(school),
    fetch: fetchFromAnywhere,
    tokens: { access: () => access, refresh: async () => 'refused' },
  });
  ({ access } = await client.call(api.identity.signIn, { body: { username: email, password } }));
  return await client.call(endpoint, input);
}

// The app asks this as nobody, for its picker; another client of the API sends the token of whoever it is.
const listAsStaff = { ...api.students.listInClass, roles: classStaff } as const;

async function mapleOnServer(): Promise<readonly Student[]> {
  const { results } = await ask('greenfield', 'admin@greenfield.test', listAsStaff, {
    params: { classCode: 'MAPXE247' },
    query: { limit: 1000 },
  });
  return asStudents(results.students);
}

async function openClasses(page: Page): Promise<void> {
  await page.goto(`${server.origin('greenfield')}/dashboard?option=Teacher%20Dashboard`);
  await page.getByRole('list', { name: 'Classes' }).waitFor();
}

function chip(page: Page, text: string | RegExp) {
  return page.getByRole('button', { name: text }).and(page.locator('[aria-haspopup="dialog"]'));
}

/** The tablet's app closed and opened again, with nothing left in memory. */
async function openCold(): Promise<Page> {
  await tablet.close();
  tablet = await launchPersistent(folder);
  opened = await newPage(tablet);
  return opened.page;
}

describe('a teacher on flaky school Wi-Fi', () => {
  it('signs in and sees the own classes, and nothing of the colleague’s or the other school’s', async () => {
    opened = await newPage(tablet);
    const { page } = opened;
    await signInAt(page, server.origin('greenfield'), 'teacher@greenfield.test', { remember: true });
    await page
      .getByRole('link', { name: /dashboard/iu })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Classes' }).waitFor();
    const classes = page.getByRole('list', { name: 'Classes' });
    await classes.getByRole('link', { name: 'Maple' }).waitFor();
    expect(await classes.getByRole('link').allTextContents()).toEqual(['Cedar', 'Maple']);
    expect(await classes.textContent()).toContain('28 students');
    expect(await classes.textContent()).toContain('31 students');
    await chip(page, /All sent/u).waitFor();
    // A service worker is active only when it has everything that a cold start without a network needs.
    const state = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
    expect(['activating', 'activated']).toContain(state);
    await untilOfficeIsKept(page);
    opened.assertQuiet();
  });

  it('opens the app cold with the server gone, and changes the roster', async () => {
    await server.stop();
    const page = await openCold();
    await openClasses(page);
    await page.getByRole('link', { name: 'Maple' }).click();
    await page.getByRole('heading', { name: 'Maple' }).waitFor();

    await page.getByRole('button', { name: 'Add Students' }).first().click();
    await page.getByLabel('Names').fill(pastedClassList);
    await page.getByRole('button', { name: 'Add 30 students' }).click();
    await page.getByText('Students added successfully!').waitFor();
    await page.getByText('58 students').first().waitFor();

    await page.getByPlaceholder(/^Search/u).fill('zoe');
    await page.getByRole('button', { name: 'Actions for Zoë Fern' }).click();
    await page.getByRole('menuitemradio', { name: 'Community' }).click();
    await page
      .getByText('All previous and future posts become community-visible instead of private.')
      .waitFor();
    await page.getByRole('button', { name: 'Change to community' }).click();
    await page.getByText('Privacy preference updated successfully!').waitFor();

    await page.getByRole('button', { name: 'Actions for Zoë Fern' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Last name').fill('Fern-Hill');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Student updated successfully').waitFor();
    await page.getByText('Zoë Fern-Hill').first().waitFor();
    await chip(page, /3 waiting, no network/u).waitFor();
    expect(await page.getByRole('button', { name: /^Actions for/u }).count()).toBe(1);
  });

  it('still has every change after the app was closed and opened cold again', async () => {
    const page = await openCold();
    await openClasses(page);
    await page.getByRole('link', { name: 'Maple' }).click();
    // The list says how many there are as well.
    await page.getByRole('heading', { name: 'Maple' }).waitFor();
    await page.getByText('58 students').first().waitFor();
    await chip(page, /3 waiting, no network/u).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('30 students added to Maple').waitFor();
    const changes = await dialog.getByRole('listitem').allTextContents();
    expect(changes).toHaveLength(3);
    expect(changes[0]).toContain('30 students added to Maple');
    expect(changes[1]).toContain('Zoë Fern set to community');
    expect(changes[2]).toContain('Zoë Fern renamed to Zoë Fern-Hill');
    await page.keyboard.press('Escape');
    // Closing, it gives the keyboard back to the button that opened it, in the midst of what is typed elsewhere.
    await dialog.waitFor({ state: 'hidden' });
    await page.getByPlaceholder(/^Search/u).fill('zoe fern');
    await page.getByText('Zoë Fern-Hill').first().waitFor();
    opened.forgive(stoppedServer);
    opened.assertQuiet();
  });

  it('sees it all arrive by itself when the server is back: everything, in order, once', async () => {
    await server.start();
    const { page } = opened;
    await chip(page, /All sent/u).waitFor();
    const students = await mapleOnServer();
    expect(students).toHaveLength(58);
    expect(students.slice(28).map(fullName)).toEqual(pastedNames);
    expect(students[0]).toMatchObject({
      last_name: 'Fern-Hill',
      privacy_preference: 'community',
      username: 'zoe-otter-42',
    });
    expect(new Set(students.map((student) => student.username)).size).toBe(58);
    await page.getByPlaceholder(/^Search/u).fill('Khai');
    await page.getByText('Nguyễn Thị Minh Khai').first().waitFor();
    await page.getByText('Being made').waitFor({ state: 'detached' });
    opened.forgive(stoppedServer);
    opened.assertQuiet();
  });

  it('leaves the other school as it was', async () => {
    const { results } = await ask('riverside', 'admin@riverside.test', listAsStaff, {
      params: { classCode: 'WYLXW438' },
      query: { limit: 1000 },
    });
    expect(results.students).toHaveLength(20);
    expect(asStudents(results.students).every((student) => student.privacy_preference === 'private')).toBe(
      true,
    );
    const other = await newPage(tablet);
    await signInAt(other.page, server.origin('riverside'), 'teacher@riverside.test');
    await other.page.goto(`${server.origin('riverside')}/dashboard`);
    const classes = other.page.getByRole('list', { name: 'Classes' });
    await classes.getByRole('link', { name: 'Willow' }).waitFor();
    expect(await classes.getByRole('link').allTextContents()).toEqual(['Willow']);
    other.assertQuiet();
  });
});
