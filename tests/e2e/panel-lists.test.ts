import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const laptop = { width: 1280, height: 900 };
const site = siteOfFile({ hasWorkers: false });

describe('the lists of the platform', () => {
  let opened: RecordedPage;

  beforeAll(async () => {
    opened = await newPage(await site.newContext({ viewport: laptop }));
    await signInAt(opened.page, site.origin(), 'platform@quillshelf.test');
  });

  it('say their filters as chips, keep them in views, and are exported with them', async () => {
    const { page } = opened;
    await page.goto(`${site.origin()}/admin-panel/all-users`);
    await page.getByRole('combobox', { name: 'Role' }).selectOption('teacher');
    await page.getByRole('combobox', { name: 'Sign-in' }).selectOption('never');
    await page.getByRole('button', { name: 'Remove filter Sign-in: Never signed in' }).click();
    await page.waitForURL(/\/admin-panel\/all-users\?role=teacher$/u);
    await page.getByRole('rowheader').first().waitFor();
    await expectWellMade(page);
    await page.setViewportSize(laptop);

    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('button', { name: 'Save this view…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('All teachers');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const views = page.getByRole('dialog', { name: 'Saved views' });
    await views.getByRole('link', { name: 'All teachers' }).waitFor();
    await expectWellMade(page);
    await page.setViewportSize(laptop);
    await views.getByRole('button', { name: 'Close' }).click();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^people_[-\d]+\.csv$/u);
    const rows = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(rows[0]).toContain('"Name","Email","Role"');
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.slice(1).filter((row) => !row.includes('"teacher"'))).toEqual([]);

    await page.getByRole('button', { name: 'Show all' }).click();
    await page.waitForURL(/\/admin-panel\/all-users$/u);
    await page.goto(`${site.origin()}/admin-panel/audit`);
    await page.getByRole('rowheader', { name: 'Panel: list exported' }).first().waitFor();
    await page.getByRole('button', { name: 'Saved views' }).click();
    await views.getByRole('link', { name: 'All teachers' }).click();
    await page.waitForURL(/\/admin-panel\/all-users\?role=teacher$/u);
    await page.getByRole('button', { name: 'Remove filter Role: Teacher' }).waitFor();
    opened.assertQuiet();
  });
});
