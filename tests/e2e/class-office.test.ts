import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();
let opened: RecordedPage;
let page: Page;

beforeAll(async () => {
  opened = await newPage(await site.newContext({ reducedMotion: 'reduce' }));
  ({ page } = opened);
  await signInAt(page, site.origin('greenfield'), 'admin@greenfield.test');
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });

async function choose(className: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Manage ${className}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

describe('the head of a school, for its classes', () => {
  it('makes one, says who leads it, and gets a class code for it', async () => {
    await page.goto(`${site.origin('greenfield')}/admin-school/classes`);
    await page.getByRole('button', { name: 'Create class' }).click();
    const making = dialog('Create a class');
    await making.getByLabel('Lead teacher').selectOption('Clara Weiss');
    await making.getByLabel('Name').fill('Elm');
    await making.getByRole('radio', { name: 'Violet' }).check();
    await making.getByText(/^Violet. White letters on it are easy to read$/u).waitFor();
    await expectWellMade(page);
    await making.getByRole('button', { name: 'Create class' }).click();
    await heading('Elm').waitFor();
    await page.getByText(/^[BCDFGHJKMNPQRTVWXY23479]{8}$/u).waitFor();
    await page.getByText('Clara Weiss').waitFor();
  });

  it('changes name and colour, those who teach it, and the class code', async () => {
    await choose('Elm', 'Edit name and colour');
    await dialog('Edit Elm').getByLabel('Name').fill('Elder');
    await expectWellMade(page);
    await dialog('Edit Elm').getByRole('button', { name: 'Save' }).click();
    await heading('Elder').waitFor();

    await choose('Elder', 'Teachers');
    const teachers = dialog('Teachers of Elder');
    await teachers.getByRole('checkbox', { name: /^David Osei/u }).check();
    await expectWellMade(page);
    await teachers.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Clara Weiss, David Osei').waitFor();

    const code = page.getByText(/^[BCDFGHJKMNPQRTVWXY23479]{8}$/u);
    const before = await code.innerText();
    await choose('Elder', 'New class code');
    await dialog('A new class code for Elder?')
      .getByText(`The code ${before} stops working at once`)
      .waitFor();
    await page.getByRole('button', { name: 'Make a new code' }).click();
    await expect.poll(() => code.innerText()).not.toBe(before);
  });

  it('archives it and brings it back, without a network too', async () => {
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.context().setOffline(true);
    await choose('Elder', 'Archive class');
    await dialog('Archive Elder?').getByRole('button', { name: 'Archive' }).click();
    await page.getByText(/^Archived today/u).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Manage Elder' }).waitFor();
    await choose('Elder', 'Archive class');
    await dialog('Archive Elder?').getByRole('button', { name: 'Archive' }).click();
    await page.getByText(/^Archived today/u).waitFor();
    await expectWellMade(page);
    await page.getByRole('link', { name: 'Classes' }).last().click();
    await page.getByRole('link', { name: 'Archived' }).click();
    await heading('Archived classes').waitFor();
    await page.getByRole('link', { name: 'Elder' }).waitFor();
    await expectWellMade(page);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'All sent. Show changes' }).waitFor();
    await page.getByRole('button', { name: 'Restore Elder' }).click();
    await page.getByText('No class is archived').waitFor();
    await page.getByRole('link', { name: 'Classes' }).last().click();
    await page.getByRole('link', { name: 'Elder' }).click();
    await heading('Elder').waitFor();
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    await page.goto(`${site.origin('greenfield')}/admin-school/classdetails/${id}`);
    await heading('Elder').waitFor();
    opened.forgive(/ERR_INTERNET_DISCONNECTED/u);
    opened.assertQuiet();
  });

  it('sees an Arabic name where all other titles stand', async () => {
    await page.goto(`${site.origin('greenfield')}/admin-school/classes`);
    await page.getByRole('button', { name: 'Create class' }).click();
    await dialog('Create a class').getByLabel('Name').fill('صف الأرنب');
    await dialog('Create a class').getByRole('button', { name: 'Create class' }).click();
    await heading('صف الأرنب').waitFor();
    const fromEdge = await heading('صف الأرنب').evaluate((title) => {
      const words = document.createRange();
      words.selectNodeContents(title);
      const room = title.parentElement?.getBoundingClientRect().left ?? Number.NaN;
      return words.getBoundingClientRect().left - room;
    });
    expect(Math.round(fromEdge)).toBe(0);
    opened.assertQuiet();
  });
});
