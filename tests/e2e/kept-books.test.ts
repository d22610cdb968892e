import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOfWorker, launchPersistent, newPage, type RecordedPage } from '../support/browser.ts';
import { readDevice } from '../support/read-device.ts';
import { openSchoolBehindProxy, type SchoolBehindProxy } from '../support/school-behind-proxy.ts';
import { chooseStaff, signInAt } from '../support/sign-in.ts';
import { expectWellMade } from '../support/well-made.ts';

const bound = 60_000;
const cutOff = /^Failed to load resource: |net::ERR_/u;
const story = 'the-day-the-bus-broke-down';

let school: SchoolBehindProxy;
let folder: string;
let context: BrowserContext;
let child: RecordedPage;
let page: Page;

beforeAll(async () => {
  school = await openSchoolBehindProxy();
  folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-kept-'));
  await openTablet();
});

afterAll(async () => {
  await context?.close();
  await school?.close();
  await rm(folder, { recursive: true, force: true });
});

async function openTablet(): Promise<void> {
  context = await launchPersistent(folder, { reducedMotion: 'reduce' });
  child = await newPage(context);
  ({ page } = child);
}

async function closeTablet(): Promise<void> {
  child.forgive(cutOff);
  child.assertQuiet();
  await context.close();
}

async function signInAsChild(): Promise<void> {
  await page.goto(`${school.origin}/login`);
  await chooseStaff(page);
  await page.getByLabel('Email or username').fill('zoe-otter-42');
  await page.getByLabel('Password', { exact: true }).fill('sunny-otter-42');
  await page.getByLabel('Keep me signed in on this device').check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${school.origin}/`);
}

async function signOut(): Promise<void> {
  await page.getByRole('button', { name: /^Your menu/u }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
}

/** What of the reader this device has not got. */
function missingParts(): Promise<string[]> {
  return page.evaluate(async () => {
    const missing: string[] = [];
    for (const part of ['library', 'reader']) {
      const list = (await (await fetch(`/${part}.json`)).json()) as string[];
      for (const address of list)
        if (!(await caches.match(address, { cacheName: part, ignoreVary: true }))) missing.push(address);
    }
    return missing;
  });
}

const kept = () => page.getByRole('list', { name: 'Kept on this tablet' }).getByRole('listitem');

describe('a story that is kept on a tablet', () => {
  it('opens without a network where one stopped, as one likes pages, in a browser that was closed', async () => {
    await signInAsChild();
    await page.goto(`${school.origin}/library/${story}`);
    await page.getByRole('button', { name: 'Keep on this tablet' }).click();
    await page.getByText('All that you keep here').waitFor();
    await expectWellMade(page);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect.poll(missingParts, { timeout: bound }).toEqual([]);

    school.proxy.goOffline();
    await page.getByRole('link', { name: 'Read', exact: true }).click();
    await page.getByText('We were going to the museum').waitFor();
    const picture = page.getByRole('img', { name: 'A yellow bus stands beside a field.' });
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);

    await page.getByRole('button', { name: 'How pages look' }).click();
    const panel = page.getByRole('dialog', { name: 'How pages look' });
    await panel.getByRole('radio', { name: 'Dark' }).check();
    await panel.getByRole('button', { name: 'Larger letters' }).click();
    await expectWellMade(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Bookmark' }).click();
    // No voice comes with this browser, and it says so.
    await page.getByRole('button', { name: 'Read to me' }).click();
    await page.getByText('This tablet has no voice, so it cannot read to you.').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('I found a horseshoe.').waitFor();
    await page.getByRole('link', { name: 'Close the book' }).click();
    await page.getByRole('link', { name: 'Bookmark' }).or(page.getByText('Bang')).first().waitFor();
    await closeTablet();

    await openTablet();
    await page.goto(`${school.origin}/library/${story}/2`);
    await page.getByText('I found a horseshoe.').waitFor();
    const ink = await page
      .getByText('I found a horseshoe.')
      .evaluate((words) => getComputedStyle(words).color);
    expect(ink).toBe('rgb(239, 231, 218)');
    await page.goto(`${school.origin}/library/${story}`);
    await page.getByRole('link', { name: 'Read again' }).waitFor();
    await page.getByRole('navigation', { name: 'Bookmarks' }).getByRole('link', { name: 'Bang' }).waitFor();

    await page.goto(`${school.origin}/library`);
    await page
      .getByRole('region', { name: 'On this tablet' })
      .getByRole('link', { name: /The Day the Bus Broke Down/u })
      .waitFor();
    await page.goto(`${school.origin}/on-this-tablet`);
    await expect.poll(() => kept().count()).toBe(1);
    await expectWellMade(page);
  });

  it('is gone with the next pull after it was taken off the shelf', async () => {
    const staff = await (await browserOfWorker()).newContext({ reducedMotion: 'reduce' });
    const teacher = await newPage(staff);
    const direct = school.server.origin('greenfield');
    await signInAt(teacher.page, direct, 'lead@greenfield.test');
    const status = await teacher.page.evaluate(async (slug) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('accessToken') ?? ''}`,
        'content-type': 'application/json',
      };
      const { id } = (await (await fetch(`/api/works/${slug}/`, { headers })).json()) as { id: string };
      const body = JSON.stringify({ reason: 'Let us look at it once more.' });
      return (await fetch(`/api/works/${id}/withdraw/`, { method: 'POST', headers, body })).status;
    }, story);
    expect(status).toBe(200);
    await staff.close();
    // Nobody told the tablet yet.
    expect(await kept().count()).toBe(1);

    school.proxy.goOnline();
    await page.getByText('You keep nothing here yet').waitFor({ timeout: bound });
    school.proxy.goOffline();
    await page.goto(`${school.origin}/library/${story}/1`);
    await page.getByText('There is no network right now').waitFor();
    expect(await page.getByText('We were going to the museum').count()).toBe(0);
    school.proxy.goOnline();
  });

  it('is nobody else’s on the same tablet, stays for its reader, and goes when they take it off', async () => {
    await page.goto(`${school.origin}/library/dragons-do-not-like-soup`);
    await page.getByRole('button', { name: 'Keep on this tablet' }).click();
    await page.getByText('All that you keep here').waitFor();
    await signOut();
    await signInAt(page, school.origin, 'teacher@greenfield.test');
    await page.goto(`${school.origin}/on-this-tablet`);
    await page.getByText('You keep nothing here yet').waitFor();
    await page.getByText(/^Others keep/u).waitFor();
    // Neither shown nor to be read in what the device holds.
    const device = await readDevice(page);
    expect(device).toContain('kept ');
    expect(device).not.toContain('they toast them on their own');
    expect(device).not.toContain('Dragons Do Not Like Soup');
    await signOut();

    await signInAsChild();
    await page.goto(`${school.origin}/on-this-tablet`);
    await expect.poll(() => kept().count()).toBe(1);
    await page.getByRole('button', { name: 'Take Dragons Do Not Like Soup off this tablet' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take off' }).click();
    await page.getByText('You keep nothing here yet').waitFor();
    child.forgive(cutOff);
    child.assertQuiet();
  });
});
