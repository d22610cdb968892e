import { describe, it } from 'vitest';
import { newPage } from '../support/browser.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile({ hasWorkers: false });

describe('the tablets', () => {
  it('of a teacher are well made, as are their dialogs', async () => {
    const context = await site.newContext({ reducedMotion: 'reduce' });
    const opened = await newPage(context);
    const { page } = opened;
    await signInAt(page, site.origin('greenfield'), 'teacher@greenfield.test');
    await page.goto(`${site.origin('greenfield')}/dashboard?option=Teacher%20Dashboard`);
    await page.getByRole('link', { name: 'Tablets' }).click();
    const row = page.getByRole('row').filter({ hasText: 'This tablet' });
    await row.getByText('Safe to put away').waitFor();
    await expectWellMade(page);

    await row.getByRole('button', { name: /^Actions for/u }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Our tablet');
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: /^Our tablet/u }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Prepare this tablet' }).click();
    await page.getByRole('checkbox', { name: 'Maple' }).check();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Prepare', exact: true }).click();
    await row.getByText(/^Cards as of/u).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectWellMade(page);
    await page.reload();
    await row.getByText(/^Cards as of/u).waitFor();
    await row.getByRole('button', { name: /^Actions for/u }).click();
    await page.getByRole('menuitem', { name: 'Take preparation back' }).click();
    await page.getByRole('button', { name: 'Take back' }).waitFor();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: /Show changes$/u }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'This tablet' }).waitFor();
    await expectWellMade(page);
    opened.assertQuiet();
    await context.close();
  });

  it('of a school are well made', async () => {
    const context = await site.newContext({ reducedMotion: 'reduce' });
    const opened = await newPage(context);
    const { page } = opened;
    await signInAt(page, site.origin('greenfield'), 'admin@greenfield.test');
    await page.goto(`${site.origin('greenfield')}/admin-school/tablets`);
    await page.getByRole('row').filter({ hasText: 'This tablet' }).waitFor();
    await expectWellMade(page);
    opened.assertQuiet();
    await context.close();
  });
});
