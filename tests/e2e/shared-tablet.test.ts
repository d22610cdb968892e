import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDevice } from '../support/read-device.ts';
import { openSchoolBehindProxy, type SchoolBehindProxy } from '../support/school-behind-proxy.ts';
import { SchoolTablet } from '../support/school-tablet.ts';
import { signInAt } from '../support/sign-in.ts';
import type { TeacherPage } from '../support/teacher-page.ts';

const clara = 'teacher@greenfield.test';
const david = 'lead@greenfield.test';
/** Words that stand nowhere but in Clara's unsent work. */
const secrets = ['Xanthippe', 'Quarrel', 'Zephyrin'];

let school: SchoolBehindProxy;
let tablet: SchoolTablet;
let tab: TeacherPage;

beforeAll(async () => {
  school = await openSchoolBehindProxy();
  tablet = await SchoolTablet.open(school.origin);
});

afterAll(async () => {
  await tablet.dispose();
  await school.close();
});

/** What a page could read, past the browser: the files in which it keeps databases and storages. */
async function readFiles(folder: string): Promise<string> {
  const texts: string[] = [];
  for (const place of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!place.isFile() || !/IndexedDB|Local Storage|Session Storage/u.test(place.parentPath)) continue;
    const content = await readFile(path.join(place.parentPath, place.name));
    texts.push(content.toString('latin1'), content.toString('utf16le'));
  }
  return texts.join('\n');
}

async function signOut(): Promise<void> {
  await tab.page.getByRole('button', { name: /^Your menu/u }).click();
  await tab.page.getByRole('menuitem', { name: 'Sign out' }).click();
}

describe('a tablet that two teachers share', () => {
  it('says at signing out what has not been sent, and that it waits here', async () => {
    tab = await tablet.signIn(clara);
    school.proxy.goOffline();
    await tab.add(['Xanthippe Quarrel']);
    await tab.rename('Xanthippe Quarrel', 'Quarrelsome');
    await tab.rename('Noah Okafor', 'Zephyrin');
    await tab.chip(/waiting, no network/u).waitFor();
    await signOut();
    await tab.page.getByRole('heading', { name: 'Sign out now?' }).waitFor();
    const question = await tab.page.getByRole('main').textContent();
    expect(question).toContain('3 changes wait on this tablet until you sign in here again');
    expect(question).toContain('nobody else can read them here');
    const stored = await tab.page.evaluate(() => {
      const keys = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? '');
      return keys.map((key): [string, string] => [key, localStorage.getItem(key) ?? '']);
    });
    await tab.page.getByRole('button', { name: 'Sign out' }).click();
    await tab.page.waitForURL('**/login');
    await expect.poll(() => readDevice(tab.page)).toContain('ended_sessions');

    // As a browser does that breaks down before it has written what is in local storage.
    await tab.page.evaluate((entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    }, stored);
    await tab.page.goto(`${school.origin}/dashboard`);
    await tab.page.waitForURL(/\/login/u);
    expect(await tab.page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });

  it('shows and keeps nothing of it that the next one could read', async () => {
    school.proxy.goOnline();
    await signInAt(tab.page, school.origin, david, { remember: true });
    await tab.openClass('Maple');
    await tab.chip(/All sent/u).waitFor();
    await tab.search('Okafor');
    await tab.actionsOf('Noah Okafor').waitFor();
    const device = await readDevice(tab.page);
    expect(device.includes('quillshelf:') && device.includes('Okafor')).toBe(true);
    expect(secrets.filter((secret) => device.includes(secret))).toEqual([]);
    // Clara's own copy of the classes is gone as well: there is one person's, and that is David's, sealed.
    const copies = await tab.page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name = '' }) => name);
      const people = names.filter((name) => name.startsWith('quillshelf:') && name !== 'quillshelf:device');
      const answer = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error ?? new Error('unreadable')));
        });
      return await Promise.all(
        people.map(async (name) => {
          const database = await answer(indexedDB.open(name));
          const count = await answer(database.transaction('rows').objectStore('rows').count());
          database.close();
          return count;
        }),
      );
    });
    expect(copies).toHaveLength(2);
    expect(copies.filter((records) => records > 0)).toHaveLength(1);
    expect(device).not.toContain('"first_name":"Noah"');
  });

  it('sends the next one’s work as the next one’s, and leaves the other’s where it is', async () => {
    await tab.changePrivacy('Noah Okafor', 'community');
    await expect
      .poll(async () => (await school.record.changesBy(david)).map(({ action }) => action))
      .toEqual(['students.privacy_changed']);
    await tab.chip(/All sent/u).waitFor();
    expect(await school.record.changesBy(clara)).toEqual([]);
    await signOut();
    await tab.page.waitForURL('**/login');
    tablet.assertQuiet();
  });

  it('holds nothing readable in its files either', async () => {
    await tablet.stop();
    const files = await readFiles(tablet.folder);
    // The name of a fact of the tablet can be read here, so that it is no wonder of encoding that the rest cannot.
    expect(files.includes('ended_sessions')).toBe(true);
    // Nor what the next one, who has not left, is shown.
    expect([...secrets, 'Okafor'].filter((secret) => files.includes(secret))).toEqual([]);
    await tablet.start();
  });

  it('sends the first one’s work when they sign in again, each change once and in order', async () => {
    tab = await tablet.openTab();
    await signInAt(tab.page, school.origin, clara, { remember: true });
    await tab.openClass('Maple');
    await tab.chip(/All sent/u).waitFor();
    await tab.search('Xanthippe');
    await tab.actionsOf('Xanthippe Quarrelsome').waitFor();
    const students = await school.record.studentsIn('MAPXE247');
    expect(students.filter(({ name }) => name === 'Xanthippe Quarrelsome')).toHaveLength(1);
    expect(students.filter(({ name }) => name === 'Noah Zephyrin')).toMatchObject([{ privacy: 'community' }]);
    expect((await school.record.changesBy(clara)).map(({ action }) => action)).toEqual([
      'students.added',
      'students.renamed',
      'students.renamed',
    ]);
    expect(await school.record.changesBy(david)).toHaveLength(1);
    tablet.assertQuiet();
  });

  it('ends a session at school that was left without a network, though its token may lie in the files', async () => {
    const refresh = await tab.page.evaluate(() => localStorage.getItem('refreshToken') ?? '');
    expect(refresh).toMatch(/^[\w-]{43}$/u);
    school.proxy.goOffline();
    await signOut();
    await tab.page.waitForURL('**/login');
    await expect.poll(() => readDevice(tab.page)).toContain('session_to_end');
    expect(await readDevice(tab.page)).not.toContain(refresh);

    // The tablet is switched off before the network is back, and nobody signs in after that.
    await tablet.stop();
    await tablet.start();
    tab = await tablet.openTab();
    await tab.page.goto(`${school.origin}/login`);
    school.proxy.goOnline();
    await expect.poll(() => readDevice(tab.page)).not.toContain('session_to_end');
    const status = await tab.page.evaluate(async (token) => {
      const answer = await fetch('/api/auth/token/refresh/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh: token }),
      });
      return answer.status;
    }, refresh);
    expect(status).toBe(401);
    tablet.assertQuiet();
  });
});
