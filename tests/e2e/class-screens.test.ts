import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile({ hasWorkers: false });

describe('what a teacher has before them', () => {
  let context: BrowserContext;
  let opened: RecordedPage;
  let page: Page;

  beforeAll(async () => {
    context = await site.newContext({ reducedMotion: 'reduce' });
    opened = await newPage(context);
    ({ page } = opened);
    await signInAt(page, site.origin('greenfield'), 'teacher@greenfield.test');
  });

  afterAll(() => context.close());

  async function openMaple(): Promise<void> {
    await page.goto(`${site.origin('greenfield')}/dashboard?option=Teacher%20Dashboard`);
    await page.getByRole('link', { name: 'Maple' }).click();
    await actionsOfFirst().waitFor();
  }

  const actionsOfFirst = () => page.getByRole('button', { name: /^Actions for/u }).first();

  async function closeDialog(key: 'Escape' | 'Cancel'): Promise<void> {
    if (key === 'Escape') await page.keyboard.press(key);
    else await page.getByRole('button', { name: key }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  async function selectTwo(): Promise<void> {
    for (const place of [0, 1])
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/u })
        .nth(place)
        .check();
  }

  it('is well made: the way in, the classes, a class', async () => {
    await expectWellMade(page);
    await page.goto(`${site.origin('greenfield')}/dashboard?option=Teacher%20Dashboard`);
    await page.getByRole('link', { name: 'Maple' }).waitFor();
    await expectWellMade(page);
    await page.getByRole('link', { name: 'Maple' }).click();
    await actionsOfFirst().waitFor();
    await expectWellMade(page);
    opened.assertQuiet();
  });

  it('is well made: what is done with a child', async () => {
    await openMaple();
    await actionsOfFirst().click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('First name').waitFor();
    await expectWellMade(page);
    await closeDialog('Escape');

    await actionsOfFirst().click();
    await page.getByRole('menuitemradio', { name: 'Public' }).click();
    await page.getByRole('button', { name: 'Change to public' }).waitFor();
    await expectWellMade(page);
    await closeDialog('Escape');

    opened.assertQuiet();
  });

  it('stays under a finger while the buttons of the class come', async () => {
    let come: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      come = resolve;
    });
    const ofOffice = /\/classes\.page[\w.-]*\.js$/u;
    await page.route(ofOffice, async (route) => {
      await held;
      await route.continue();
    });
    await page.setViewportSize({ width: 340, height: 740 });
    await openMaple();
    await actionsOfFirst().click();
    const rename = page.getByRole('menuitem', { name: 'Rename' });
    await rename.hover();
    const before = await rename.boundingBox();
    await page.mouse.down();
    come();
    await page.getByRole('button', { name: 'Manage Maple' }).waitFor();
    expect(await rename.boundingBox()).toEqual(before);
    await page.mouse.up();
    await page.getByLabel('First name').waitFor();
    await closeDialog('Escape');
    await page.unroute(ofOffice);
    opened.assertQuiet();
  });

  it('is well made: login cards', async () => {
    await openMaple();
    await actionsOfFirst().click();
    await page.getByRole('menuitem', { name: 'Login card' }).click();
    await page.getByRole('button', { name: 'Download card' }).click();
    await page.getByRole('list', { name: /^Login cards of/u }).waitFor();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Replace card' }).click();
    await page.getByRole('button', { name: 'Replace and download' }).waitFor();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await closeDialog('Escape');
    await page.getByRole('button', { name: /^More about the login cards/u }).click();
    await page.getByRole('menuitem', { name: 'Replace all cards of the class' }).click();
    await page.getByRole('button', { name: 'Replace and print' }).waitFor();
    await expectWellMade(page);
    await closeDialog('Cancel');

    opened.assertQuiet();
  });

  it('is well made: what is done with several children', async () => {
    await openMaple();
    await selectTwo();
    await page.getByText('2 selected').waitFor();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Archive 2 students?' });
    await question.waitFor();
    await expectWellMade(page);
    await question.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('2 students archived').waitFor();
    await page.getByText('Archived (2)').click();
    await page.getByRole('table', { name: 'Archived students of Maple' }).waitFor();
    await expectWellMade(page);
    await selectTwo();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Show the class' }).click();

    opened.assertQuiet();
  });

  it('is well made: adding children', async () => {
    await openMaple();
    await page.getByRole('button', { name: 'Add Students' }).first().click();
    await page.getByLabel('Names').fill('Zoë Fern, ليلى حداد');
    await page.getByRole('button', { name: 'Add 2 students' }).waitFor();
    await expectWellMade(page);
    opened.assertQuiet();
  });
});

describe('with the keyboard alone', () => {
  it('a teacher signs in, opens a class and changes a child’s privacy', async () => {
    const context = await site.newContext({ viewport: { width: 1280, height: 800 } });
    const opened = await newPage(context);
    const { page } = opened;
    await page.goto(`${site.origin('greenfield')}/login`);
    await page.getByRole('button', { name: 'Teacher or administrator' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.getAttribute('autocomplete') === 'username');
    await page.keyboard.type('teacher@greenfield.test');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Quill-demo-1');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin('greenfield')}/`);
    await page.getByRole('link', { name: /Open your dashboard/u }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Cedar' }).focus();
    await page.keyboard.press('Enter');
    const actions = page.getByRole('button', { name: /^Actions for/u }).first();
    await actions.waitFor();
    const name = (await actions.getAttribute('aria-label'))?.replace('Actions for ', '') ?? '';
    await actions.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitemradio', { name: 'Community' }).focus();
    await page.keyboard.press('Enter');
    const confirm = page.getByRole('button', { name: 'Change to community' });
    await confirm.waitFor();
    await confirm.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Privacy preference updated successfully!').waitFor();
    const row = page.getByRole('row').filter({ hasText: name });
    expect(await row.textContent()).toContain('Community');
    opened.assertQuiet();
    await context.close();
  });
});
