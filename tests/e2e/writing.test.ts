import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOfWorker, launchPersistent, newPage, type RecordedPage } from '../support/browser.ts';
import { openSchoolBehindProxy, type SchoolBehindProxy } from '../support/school-behind-proxy.ts';
import { chooseStaff, signInAt } from '../support/sign-in.ts';
import { expectWellMade } from '../support/well-made.ts';

const bound = 60_000;
const cutOff = /^Failed to load resource: |net::ERR_/u;

let school: SchoolBehindProxy;
let folder: string;
let context: BrowserContext;
let child: RecordedPage;
let page: Page;
let staff: BrowserContext;
let teacher: RecordedPage;

beforeAll(async () => {
  school = await openSchoolBehindProxy();
  folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-writing-'));
  await openTablet();
  staff = await (await browserOfWorker()).newContext({ reducedMotion: 'reduce' });
  teacher = await newPage(staff);
});

afterAll(async () => {
  await context?.close();
  await staff?.close();
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

/** What of the editor this device has not got. */
function missingParts(): Promise<string[]> {
  return page.evaluate(async () => {
    const list = (await (await fetch('/writing.json')).json()) as string[];
    const missing: string[] = [];
    for (const address of list)
      if (!(await caches.match(address, { cacheName: 'writing', ignoreVary: true }))) missing.push(address);
    return missing;
  });
}

const chapter = (number: number) => page.getByRole('textbox', { name: `Chapter ${number}`, exact: true });
const says = (words: string) => page.getByText(words, { exact: true });
const step = (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name });

async function write(number: number, words: string): Promise<void> {
  await chapter(number).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}

describe('a story', () => {
  it('is begun and written without a network, over a browser that is closed, and handed in', async () => {
    await page.goto(`${school.origin}/login`);
    await chooseStaff(page);
    await page.getByLabel('Email or username').fill('zoe-otter-42');
    await page.getByLabel('Password', { exact: true }).fill('sunny-otter-42');
    await page.getByLabel('Keep me signed in on this device').check();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${school.origin}/`);
    await page.goto(`${school.origin}/uploadblogsteps`);
    await says('You have no stories yet').waitFor();
    await expectWellMade(page);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect.poll(missingParts).toEqual([]);

    school.proxy.goOffline();
    await page.getByRole('textbox', { name: 'What is your new story called?' }).fill('The kite');
    await page.getByRole('button', { name: 'Write a new story' }).click();
    await page.getByRole('heading', { level: 1, name: 'The kite' }).waitFor();
    await step('Write').click();
    await write(1, 'Once there was a kyte.');
    await says('Saved on this tablet').waitFor();
    await page.getByRole('button', { name: 'New chapter' }).click();
    await write(2, 'It flew away.');
    await says('Saved on this tablet').waitFor();
    await closeTablet();

    await openTablet();
    await page.goto(`${school.origin}/uploadblogsteps`);
    await page.getByRole('link', { name: /The kite/u }).click();
    await step('Write').click();
    await chapter(1).getByText('Once there was a kyte.').waitFor();
    await page.getByRole('button', { name: 'Chapter 2' }).click();
    await write(2, ' The end.');
    await says('Saved on this tablet').waitFor();
    await expectWellMade(page);
    await step('Send').click();
    await page.getByRole('button', { name: 'Hand it in' }).click();
    await says('Your teacher has it now').waitFor();
    school.proxy.goOnline();
  });

  it('is given back with a comment, mended without a network, approved and published, and read', async () => {
    const at = teacher.page;
    await signInAt(at, school.origin, 'teacher@greenfield.test');
    const listed = at.getByRole('link', { name: /The kite/u });
    await expect
      .poll(
        async () => {
          await at.goto(`${school.origin}/dashboard?option=Stories`);
          await listed.or(at.getByText('No story is waiting for you')).first().waitFor();
          return await listed.count();
        },
        { timeout: bound },
      )
      .toBe(1);
    await expectWellMade(at);
    await listed.click();
    await at.getByText('It flew away. The end.').waitFor();
    await at.getByLabel('A word about chapter 1').fill('Look at the word kyte.');
    await at.getByLabel('Your kind words').fill('A lovely story!');
    await expectWellMade(at);
    await at.getByRole('button', { name: 'Give it back' }).click();
    await at.getByText('The story went back to its author.').waitFor();

    await page.getByText('A lovely story!').waitFor({ timeout: bound });
    school.proxy.goOffline();
    await step('Write').click();
    await says('Look at the word kyte.').waitFor();
    await chapter(1).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Once there was a kite.');
    await says('Saved on this tablet').waitFor();
    await step('Send').click();
    await page.getByRole('button', { name: 'Hand it in' }).click();
    await says('Your teacher has it now').waitFor();
    school.proxy.goOnline();

    await expect
      .poll(
        async () => {
          await at.goto(`${school.origin}/dashboard?option=Stories`);
          await listed.or(at.getByText('No story is waiting for you')).first().waitFor();
          return await listed.count();
        },
        { timeout: bound },
      )
      .toBe(1);
    await listed.click();
    await at.getByText('Once there was a kite.').waitFor();
    await at.getByRole('button', { name: 'Approve' }).click();
    await at.getByRole('button', { name: 'Publish' }).click();
    await at.getByRole('button', { name: 'Take it off the shelf' }).waitFor();
    await page.getByText('In the library', { exact: true }).first().waitFor({ timeout: bound });

    await at.goto(`${school.origin}/library/the-kite/1`);
    await at.getByText('Once there was a kite.').waitFor();
    teacher.forgive(cutOff);
    teacher.assertQuiet();
    child.forgive(cutOff);
    child.assertQuiet();
  });
});
