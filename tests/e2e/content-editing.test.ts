import { beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { expectReachedByKeyboard } from '../support/by-keyboard.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile({ hasWorkers: false });
const laptop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
const words = 'Every drop of rain was a part of the sea once.';

let editor: RecordedPage;
let visitor: RecordedPage;
let withoutScripts: RecordedPage;

beforeAll(async () => {
  editor = await newPage(await site.newContext(laptop));
  visitor = await newPage(await site.newContext(laptop));
  withoutScripts = await newPage(await site.newContext({ ...laptop, javaScriptEnabled: false }));
});

describe('a public page', () => {
  it('is written, published, read by a visitor, and taken off', async () => {
    const { page } = editor;
    const origin = site.origin();
    await signInAt(page, origin, 'platform@quillshelf.test');
    await page.goto(`${origin}/admin-panel/content`);
    await page.getByRole('button', { name: 'New page' }).click();
    const dialog = page.getByRole('dialog', { name: 'New page' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Rain');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('rain');
    await dialog.getByRole('button', { name: 'Make the page' }).click();

    const about = page.getByRole('region', { name: 'About this page' });
    await about.getByRole('textbox', { name: 'Summary' }).fill('Where rain comes from');
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('This page is not ready yet.').waitFor();
    await page.getByRole('button', { name: /^Go to About this page/u }).click();
    await about.getByRole('textbox', { name: 'Chosen by' }).fill('Ada of the Coast');
    await page.getByRole('button', { name: 'Add a block' }).click();
    await page.getByRole('menuitem', { name: 'Text', exact: true }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill(words);
    await page.getByRole('region', { name: 'As readers see it' }).getByText(words).waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
    await expectWellMade(page);
    await page.setViewportSize(laptop.viewport);

    const sharing = page.getByRole('region', { name: 'Preview link' });
    await sharing.getByRole('button', { name: 'Copy link' }).click();
    await sharing.getByText(/^Good until /u).waitFor();
    const link = await sharing.getByRole('textbox', { name: 'Preview link' }).inputValue();
    const answered = await visitor.page.goto(link);
    expect(answered?.headers()['x-robots-tag']).toBe('noindex');
    await visitor.page.getByText(words).waitFor();
    await visitor.page.getByText('This is a preview; not live yet.').waitFor();
    await expectWellMade(visitor.page);
    await visitor.page.setViewportSize(laptop.viewport);

    await expectReachedByKeyboard(page);
    const address = `${origin}/hubs/rain`;
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('The page is live').waitFor();

    for (const reader of [visitor.page, withoutScripts.page]) {
      await reader.goto(address);
      await reader.getByText(words).waitFor();
    }
    visitor.assertQuiet();

    await page.getByRole('button', { name: 'Take off' }).click();
    await page
      .getByRole('dialog', { name: 'Take this page off?' })
      .getByRole('button', { name: 'Take off' })
      .click();
    await page.getByText('The page is off').waitFor();
    const answer = await withoutScripts.page.goto(address);
    expect(answer?.status()).toBe(404);
    expect(await withoutScripts.page.getByText(words).count()).toBe(0);
  });
});

describe('an editor who loses the network', () => {
  it('leaves the page, comes back to the last words, and sees all the way down whether they are saved', async () => {
    const { page } = editor;
    const origin = site.origin();
    await page.goto(`${origin}/admin-panel/content`);
    await page.getByRole('button', { name: 'New page' }).click();
    const dialog = page.getByRole('dialog', { name: 'New page' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Clouds');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('clouds');
    await dialog.getByRole('button', { name: 'Make the page' }).click();
    const summary = page.getByRole('textbox', { name: 'Summary' });
    await summary.fill('What clouds are');
    await page.getByText('Saved', { exact: true }).waitFor();
    const address = page.url();

    await page.context().setOffline(true);
    await summary.fill('What clouds are made of');
    await page.getByText('No network. Your words are kept on this device.').waitFor();
    await page.getByRole('link', { name: 'Public pages' }).first().click();
    // The list asks after the editor's last attempt to save, so that one has failed as well.
    await page.getByText(/^Pages show up here/u).waitFor();
    await page.context().setOffline(false);

    await page.goto(address);
    await page.getByText('What you typed before is still here.').waitFor();
    expect(await summary.inputValue()).toBe('What clouds are made of');
    const saved = page.getByText('Saved', { exact: true });
    await saved.waitFor();

    for (const viewport of [
      { width: 340, height: 640 },
      { width: 1280, height: 500 },
    ]) {
      await page.setViewportSize(viewport);
      await page.getByRole('button', { name: 'Show versions' }).scrollIntoViewIfNeeded();
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
      const box = await saved.boundingBox();
      expect([viewport.width, box !== null && box.y >= 0 && box.y < viewport.height]).toEqual([
        viewport.width,
        true,
      ]);
    }
    await page.reload();
    await summary.waitFor();
    expect(await summary.inputValue()).toBe('What clouds are made of');
  });
});
