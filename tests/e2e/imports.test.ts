import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchPersistent, newPage, type RecordedPage } from '../support/browser.ts';
import { localDrafts } from '../support/local-drafts-here.ts';
import { csvOfRows } from '../support/large-csv.ts';
import { openSchoolBehindProxy, type SchoolBehindProxy } from '../support/school-behind-proxy.ts';
import { signInAt } from '../support/sign-in.ts';
import { expectWellMade } from '../support/well-made.ts';

const email = 'teacher@greenfield.test';
const classCode = 'MAPXE247';
const cutOff = /^Failed to load resource: |net::ERR_/u;

let school: SchoolBehindProxy;
let folder: string;
let tablet: BrowserContext;
let opened: RecordedPage;
let page: Page;
let classHref: string;
let before: string[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-imports-'));
  school = await openSchoolBehindProxy();
  before = await namesAtSchool();
});

afterAll(async () => {
  await tablet.close();
  await school.close();
  await rm(folder, { recursive: true, force: true });
});

async function takeTablet(): Promise<void> {
  tablet = await launchPersistent(folder, { reducedMotion: 'reduce' });
  opened = await newPage(tablet);
  ({ page } = opened);
}

/** Of the class, as the school has it, without those who are archived; in the order of the alphabet. */
async function namesAtSchool(): Promise<string[]> {
  const students = await school.record.studentsIn(classCode);
  return students
    .filter(({ archived }) => !archived)
    .map(({ name }) => name)
    .toSorted();
}

const choose = (name: string, content: string | Uint8Array) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

const job = () => page.getByRole('article').first();

async function addThousand(): Promise<void> {
  await choose('everybody.csv', csvOfRows(1000));
  await page.getByRole('button', { name: 'Add 1,000 students' }).click();
  const question = page.getByRole('dialog');
  await question.getByText(/This file adds 1,000, which makes 1,\d{3}\./u).waitFor();
  await question.getByRole('button', { name: 'Add them' }).click();
  await page.getByText('Students added successfully!').waitFor();
}

describe('a list of students in a file', () => {
  it('is refused where it is none, and otherwise looked through row by row', async () => {
    await takeTablet();
    await signInAt(page, school.origin, email, { remember: true });
    await page.goto(`${school.origin}/dashboard?option=Teacher%20Dashboard`);
    await page.getByRole('list', { name: 'Classes' }).getByRole('link', { name: 'Maple' }).click();
    await page.getByRole('heading', { name: 'Maple', level: 1 }).waitFor();
    classHref = page.url();
    await page.getByRole('button', { name: 'Add Students' }).first().click();
    await page.getByRole('link', { name: 'Import from a file' }).click();
    await page.getByRole('heading', { name: 'Choose a CSV file' }).waitFor();
    await expectWellMade(page, { part: 'main' });
    await choose('list.csv', '%PDF-1.7\n1 0 obj\n');
    await page.getByRole('alert').getByText('Please upload a valid CSV file.').waitFor();
    const [known = ''] = before;
    const [firstName = '', ...lastName] = known.split(' ');
    await choose(
      'autumn.csv',
      `First Name,Last Name,Class\n,Fern,3a\n=cmd|x,Hill,3a\n${firstName.toUpperCase()},${lastName.join(' ')},3a\nAda,Oak,3a\n`,
    );
    await page.getByRole('button', { name: 'Add 1 student', exact: true }).waitFor();
    for (const text of [
      'autumn.csv: 4 rows. The first line names the columns. Not used: Class.',
      'Please enter first name',
      'This looks like a formula, not a name',
      'A child of this name is in the class',
    ])
      await page.getByText(text).waitFor();
    await expectWellMade(page, { part: 'main' });
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByText('Only with problems (3)').click();
    await page.getByRole('textbox', { name: 'Row 2: first name' }).fill('Bo');
    await expect.poll(() => localDrafts(page)).toContainEqual(expect.stringContaining('import-edits'));
    await page.reload();
    await page.getByText('What you had begun with this file is still here.').waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Row 2: first name' }).inputValue()).toBe('Bo');
    await page.getByRole('button', { name: 'Remove row 3' }).click();
    await page.getByRole('button', { name: 'The same child' }).click();
    await page.getByRole('button', { name: 'Add 2 students', exact: true }).click();
    await page
      .getByText('CSV file uploaded successfully! All student accounts have been registered.')
      .waitFor();
    expect(await namesAtSchool()).toEqual([...before, 'Bo Fern', 'Ada Oak'].toSorted());
    await expect.poll(() => localDrafts(page)).toEqual([]);
    await expectWellMade(page, { part: 'main' });
    await page.setViewportSize({ width: 1280, height: 800 });

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Print the new cards' }).click();
    expect((await saved).suggestedFilename()).toBe('Class_Maple_LoginDetails.pdf');
    await page.getByText('2 cards.').waitFor();
    opened.assertQuiet();
  });

  it('of 1,000, added without a network on a tablet that is then restarted, arrives whole and once; undone; and again', async () => {
    const standing = await namesAtSchool();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const list = (await (await fetch('/office.json')).json()) as string[];
          const kept = await Promise.all(list.map((address) => caches.match(address, { ignoreVary: true })));
          return kept.filter((response) => response === undefined).length;
        }),
      )
      .toBe(0);
    await school.server.stop();
    await page.goto(`${classHref}&import=1`);
    await addThousand();
    await job().getByText('1,000 students wait on this tablet to be sent').waitFor();

    await tablet.close();
    await takeTablet();
    await page.goto(`${classHref}&import=1`);
    await job().getByText('1,000 students wait on this tablet to be sent').waitFor();
    await school.server.start();
    await job().getByText('1,000 students registered at the school.').waitFor();
    const names = await namesAtSchool();
    expect(names).toHaveLength(standing.length + 1000);
    expect(new Set(names).size).toBe(names.length);

    await job().getByRole('button', { name: 'Undo this import' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^1,000 students leave the class list/u)
      .waitFor();
    await page.getByRole('button', { name: 'Undo the import' }).click();
    await job().getByText('This import is undone.').waitFor();
    await expect.poll(namesAtSchool).toEqual(standing);

    await addThousand();
    await job()
      .getByText('CSV file uploaded successfully! All student accounts have been registered.')
      .waitFor();
    expect(await namesAtSchool()).toEqual(names);
    opened.forgive(cutOff);
    opened.assertQuiet();
  });
});
