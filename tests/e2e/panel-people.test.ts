import { beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile({ hasWorkers: false });

describe('the people of all schools', () => {
  let opened: RecordedPage;

  beforeAll(async () => {
    opened = await newPage(await site.newContext({ viewport: { width: 1280, height: 900 } }));
    await signInAt(opened.page, site.origin(), 'platform@quillshelf.test');
  });

  it('are found, signed out with a reason, and changed in their own school', async () => {
    const { page } = opened;
    await page.goto(`${site.origin()}/admin-panel/all-users?q=weiss`);
    await page.getByRole('rowheader').getByRole('link', { name: 'Clara Weiss' }).click();
    await page.waitForURL(/\/admin-panel\/userprofile\/[-\da-f]+$/u);
    await page.getByRole('heading', { name: 'Audit' }).waitFor();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Sign out everywhere…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign Clara Weiss out everywhere?' });
    await dialog.getByLabel('Reason').fill('Lost a laptop');
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByText('Clara Weiss is signed out everywhere').waitFor();
    await page.getByText('signed a colleague out everywhere').waitFor();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('First name').fill('Klara');
    await page.getByRole('combobox', { name: 'Country' }).selectOption('DE');
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('User updated successfully!').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Klara Weiss' }).waitFor();
    expect(await page.getByRole('table', { name: 'Audit' }).innerText()).toContain('changed the account');
    opened.assertQuiet();
  });

  it('are added to a school, and stand in charts that are tables, too', async () => {
    const { page } = opened;
    await page.goto(`${site.origin()}/admin-panel/user`);
    await page.getByRole('button', { name: 'Choose a school' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Riverside School' }).click();
    await page.getByLabel('First name').fill('Nora');
    await page.getByLabel('Last name').fill('Lind');
    await page.getByRole('textbox', { name: 'Email' }).fill('nora@riverside.test');
    await page.getByRole('combobox', { name: 'Country' }).selectOption('SE');
    await page.getByRole('button', { name: 'Add user' }).click();
    await page.getByText('User added successfully!').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Nora Lind' }).waitFor();
    expect(await page.getByRole('main').innerText()).toContain('Riverside School');
    await page.goto(`${site.origin()}/admin-panel/users-dashboard`);
    const roles = page.getByRole('figure', { name: /People by role/u });
    await roles.locator('svg').first().waitFor();
    await expectWellMade(page);
    await roles.getByRole('button', { name: 'Show as a table' }).click();
    await roles.getByRole('columnheader', { name: 'Administrators' }).waitFor();
    opened.assertQuiet();
  });
});
