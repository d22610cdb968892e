import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { expectReachedByKeyboard } from '../support/by-keyboard.ts';
import { pdfOf } from '../support/pdf-corpus.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile({ hasWorkers: false });
const laptop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;

let teacher: RecordedPage;
let visitor: RecordedPage;
let admin: RecordedPage;

beforeAll(async () => {
  const open = async () => await newPage(await site.newContext(laptop));
  [teacher, visitor, admin] = [await open(), await open(), await open()];
});

afterAll(() => {
  for (const each of [teacher, visitor, admin]) each.assertQuiet();
});

const pdf = pdfOf(['Cut the cake in two']);

describe('a worksheet that a teacher shares', () => {
  it('is found by colleagues in the library, and by visitors once an administrator said so', async () => {
    const { page } = teacher;
    const origin = site.origin('greenfield');
    await signInAt(page, origin, 'teacher@greenfield.test');
    await page.goto(`${origin}/library`);
    await page.getByRole('button', { name: /^Your menu/u }).click();
    await page.getByRole('menuitem', { name: 'Share resources' }).click();
    await page.getByText('You share nothing yet').waitFor();
    await expectWellMade(page);
    await page.setViewportSize(laptop.viewport);
    await page.getByRole('link', { name: 'Share something' }).first().click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Fractions in a minute');
    await page.getByRole('textbox', { name: 'Description' }).fill('A warm-up for the whole class.');
    const file = page.getByLabel('File', { exact: true });
    await file.setInputFiles({
      name: 'cake.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('<html>'),
    });
    await page.getByText('This file cannot be read.').waitFor();
    await file.setInputFiles({ name: 'cake.pdf', mimeType: 'application/pdf', buffer: pdf });
    await page.getByText('cake.pdf').waitFor();
    expect(await page.getByRole('radio', { name: /^Everybody/u }).isDisabled()).toBe(true);
    await expectWellMade(page);
    await page.setViewportSize(laptop.viewport);
    await expectReachedByKeyboard(page);
    await page.getByRole('button', { name: 'Share it' }).click();
    await page.getByRole('rowheader', { name: /Fractions in a minute/u }).waitFor();
    await expectReachedByKeyboard(page);
    await expectWellMade(page);

    const at = visitor.page;
    await at.goto(`${origin}/library`);
    await at.getByRole('region', { name: 'New on the shelf' }).waitFor();
    expect(await at.getByRole('region', { name: 'From the teachers' }).count()).toBe(0);

    const office = admin.page;
    await signInAt(office, origin, 'admin@greenfield.test');
    await office.goto(`${origin}/library`);
    const shelf = office.getByRole('region', { name: 'For teachers' });
    await shelf.getByRole('link', { name: /Fractions in a minute/u }).click();
    const dialog = office.getByRole('dialog', { name: 'Fractions in a minute' });
    const saved = office.waitForEvent('download');
    await dialog.getByRole('button', { name: /^Download \(PDF/u }).click();
    expect(await readFile(await (await saved).path())).toEqual(pdf);
    await expectWellMade(office);
    await office.setViewportSize(laptop.viewport);
    await dialog.getByRole('link', { name: 'Change it' }).click();
    await office.getByRole('radio', { name: /^Everybody/u }).check();
    await office.getByRole('button', { name: 'Save', exact: true }).click();
    await office.getByText('Changed', { exact: true }).waitFor();
    // Back where it was changed from.
    await dialog.waitFor();

    await at.reload();
    const shown = at.getByRole('region', { name: 'From the teachers' });
    await shown.getByRole('link', { name: /Fractions in a minute/u }).click();
    const fetched = at.waitForEvent('download');
    await at.getByRole('button', { name: /^Download \(PDF/u }).click();
    expect((await fetched).suggestedFilename()).toBe('fractions-in-a-minute.pdf');
    await at.goto(`${origin}/library?shelf=teachers`);
    await at.getByRole('link', { name: /Fractions in a minute/u }).waitFor();
    await expectReachedByKeyboard(at);
    await expectWellMade(at);

    await page.getByRole('button', { name: 'Actions for Fractions in a minute' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('You share nothing yet').waitFor();
    await at.reload();
    await at.getByText('Nothing is shared here yet').waitFor();
  });
});
