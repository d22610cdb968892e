import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { expectReachedByKeyboard } from '../support/by-keyboard.ts';
import { mailsIn } from '../support/mail-folder.ts';
import { pdfOf } from '../support/pdf-corpus.ts';
import { photograph } from '../support/pictures.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile({ hasWorkers: false });
const laptop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;

const email = 'ada@shore.test';
let visitor: RecordedPage;
let elsewhere: RecordedPage;
let admin: RecordedPage;

beforeAll(async () => {
  const open = async () => await newPage(await site.newContext(laptop));
  [visitor, elsewhere, admin] = [await open(), await open(), await open()];
});

afterAll(() => {
  for (const each of [visitor, elsewhere, admin]) each.assertQuiet();
});

const mailAbout = async (subject: RegExp) =>
  (await mailsIn(site.server)).findLast(
    (mail) => mail.to?.some(({ address }) => address === email) && subject.test(mail.subject ?? ''),
  );

describe('a book of a visitor', () => {
  it('stays on the device until it is handed in, and is read by the school before anybody sees it', async () => {
    const { page } = visitor;
    const origin = site.origin('greenfield');
    await page.goto(`${origin}/library`);
    await page.getByRole('link', { name: 'Hand in a book' }).click();
    const files = page.getByLabel('Pictures or a PDF');
    const { bytes } = await photograph('teal', { width: 90, height: 120 });
    await files.setInputFiles([
      { name: 'lighthouse.pdf', mimeType: 'application/pdf', buffer: pdfOf(['A light', 'A boat']) },
      { name: 'sea.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) },
      { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('<html>') },
    ]);
    const pages = page.getByRole('list', { name: 'Pages', exact: true }).getByRole('listitem');
    await page.getByText('broken.png').waitFor();
    await expect.poll(() => pages.count()).toBe(3);
    await page.getByRole('button', { name: 'Move page 3 up' }).click();
    await page.getByRole('textbox', { name: 'What does page 2 show?' }).fill('The sea');
    await page.getByRole('textbox', { name: 'Title' }).fill('The Lighthouse');
    await page.getByRole('textbox', { name: 'Who made it' }).fill('Ada of the Coast');
    await expectWellMade(page);
    await page.setViewportSize(laptop.viewport);
    await expectReachedByKeyboard(page);

    // Kept over a reload, pages and words.
    await page.reload();
    await expect.poll(() => pages.count()).toBe(3);
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('The Lighthouse');

    await page.getByRole('button', { name: 'Send me the link' }).click();
    await page.getByText('Please confirm this').waitFor();
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Shore');
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('checkbox', { name: /^I am an adult/u }).check();
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await page.getByRole('heading', { name: 'Look into your email' }).waitFor();
    await page.getByRole('button', { name: 'I opened the link' }).click();
    await page.getByText('The link was not opened yet.').waitFor();
    await expectWellMade(page);
    await page.setViewportSize(laptop.viewport);

    // On the telephone, say.
    await expect.poll(async () => await mailAbout(/confirm/u)).toBeDefined();
    const [link = ''] = /http\S+#token=\S+/u.exec((await mailAbout(/confirm/u))?.text ?? '') ?? [];
    await elsewhere.page.goto(link);
    await elsewhere.page.getByRole('button', { name: 'Confirm this address' }).click();
    await elsewhere.page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor();
    expect(elsewhere.page.url()).not.toContain('token');
    await expectWellMade(elsewhere.page);

    await page.getByRole('button', { name: 'I opened the link' }).click();
    await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor();
    await page.getByRole('button', { name: 'Hand it in' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    await page.goto(`${origin}/uploadbook`);
    await page.getByRole('button', { name: 'Send me the link' }).waitFor();
    expect(await pages.count()).toBe(0);
    await page.goto(`${origin}/library?q=lighthouse`);
    await page.getByText('Nothing matches “lighthouse”').waitFor();

    const at = admin.page;
    await signInAt(at, origin, 'admin@greenfield.test');
    await at.goto(`${origin}/admin-school/dashboard`);
    await at.getByRole('link', { name: '1 book of a visitor waits to be read' }).click();
    const book = at.getByRole('listitem', { name: 'The Lighthouse' });
    await book.getByRole('img', { name: 'The sea' }).waitFor();
    await expect.poll(() => book.locator('img').count()).toBe(3);
    await expectWellMade(at);
    await at.setViewportSize(laptop.viewport);
    await expectReachedByKeyboard(at);
    await book.getByRole('combobox', { name: 'Level' }).selectOption('early');
    await book.getByRole('button', { name: 'Put it in the library' }).click();
    await at.getByText('No book is waiting').waitFor();

    await expect.poll(async () => await mailAbout(/is in the library/u)).toBeDefined();
    const letter = await mailAbout(/is in the library/u);
    const [shelf = ''] = /http\S+\/library\/\S+/u.exec(letter?.text ?? '') ?? [];
    await page.goto(shelf);
    await page.getByRole('heading', { name: 'The Lighthouse' }).waitFor();
    await page.getByText('by Ada of the Coast').first().waitFor();
  });

  it('is not made ready where children sign in: who is not signed in there is asked who they are', async () => {
    const { page } = elsewhere;
    const origin = site.origin('greenfield');
    await page.goto(`${origin}/library`);
    await page.getByRole('link', { name: 'Hand in a book' }).waitFor();
    await page.evaluate(() => localStorage.setItem('childrenSignInBy', 'typed'));
    await page.goto(`${origin}/library`);
    await page.getByRole('region', { name: 'New on the shelf' }).waitFor();
    expect(await page.getByRole('link', { name: 'Hand in a book' }).count()).toBe(0);
    await page.goto(`${origin}/uploadbook`);
    await page.waitForURL(`${origin}/login`);
  });
});
