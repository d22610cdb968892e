import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { childTabletOfFile } from '../support/child-tablet.ts';
import { missingOf } from '../support/kept-parts.ts';
import { patience } from '../support/patience.ts';
import { fileCorpus, hostilePdfs, oddPictures, pdfOf, type CorpusFile } from '../support/pdf-corpus.ts';
import { reviewingTeacherOfFile } from '../support/reviewing-teacher.ts';
import { expectWellMade } from '../support/well-made.ts';

const tablet = childTabletOfFile();
const teacher = reviewingTeacherOfFile();

const photo = (name: string, background: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer()
    .then((buffer) => ({ name, mimeType: 'image/jpeg', buffer }));

async function choose(button: Locator, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const [chooser] = await Promise.all([button.page().waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles(files);
}

const step = (at: Page, name: string) =>
  at.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name });
const thumb = (at: Page, number: number) =>
  at.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: `Page ${number}`, exact: true });
const pagesIn = (at: Page) =>
  at
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('button', { name: /^Page \d+$/u })
    .count();
const files = (at: Page) => at.getByRole('button', { name: 'Choose pictures or a PDF' });

async function pressInMore(at: Page, name: string): Promise<void> {
  await at.getByRole('button', { name: 'More', exact: true }).click();
  await at.getByRole('dialog', { name: 'More' }).getByRole('button', { name }).click();
}

/** On a phone the small pages are behind “2 of 3”. */
const onLaptop = (at: Page) => at.setViewportSize({ width: 1280, height: 800 });

/** The id of the book that is made here. */
let hen = '';

describe('a book of pages', () => {
  it('is made without a network, over a browser that is closed, with a cover, and handed in', async () => {
    await tablet.signIn();
    await tablet.page.goto(`${tablet.school.origin}/uploadbook`);
    await tablet.page.getByText('You have no books yet', { exact: true }).waitFor();
    await expectWellMade(tablet.page);
    await onLaptop(tablet.page);
    await tablet.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect.poll(() => missingOf(tablet.page, 'writing')).toEqual([]);

    tablet.school.proxy.goOffline();
    await tablet.page.getByRole('textbox', { name: 'What is your new book called?' }).fill('The red hen');
    await tablet.page.getByRole('button', { name: 'Make a new book' }).click();
    await tablet.page.getByRole('heading', { level: 1, name: 'The red hen' }).waitFor();
    [, hen = ''] = /\/uploadbook\/([0-9a-f-]{36})/u.exec(tablet.page.url()) ?? [];

    await pressInMore(tablet.page, 'Pictures or a PDF');
    // The first one takes the empty page that every book begins with.
    await choose(files(tablet.page), [await photo('hen.jpg', 'firebrick'), await photo('wheat.jpg', 'gold')]);
    await tablet.page.getByText('2 pages are in your book now.').waitFor();
    expect(await pagesIn(tablet.page)).toBe(2);
    const first = tablet.page.getByRole('textbox', { name: 'Page 1', exact: true });
    await first.locator('img').waitFor();
    await first.getByRole('button', { name: 'The picture' }).click();
    await tablet.page.getByRole('button', { name: 'Say what it shows' }).click();
    const dialog = tablet.page.getByRole('dialog', { name: 'What can be seen in it?' });
    await dialog.getByLabel('In a few words').fill('A red hen');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await tablet.page.getByRole('button', { name: 'Words go here' }).click();
    await tablet.page.keyboard.type('A hen found some wheat.');
    await tablet.page.getByText('Saved on this tablet', { exact: true }).waitFor();

    const pages = tablet.page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('button', { name: 'New page' }).click();
    await thumb(tablet.page, 3).waitFor();
    await tablet.page.getByRole('textbox', { name: 'Page 3', exact: true }).click();
    await tablet.page.keyboard.type('The end of the hen.');
    await tablet.page.getByText('Saved on this tablet', { exact: true }).waitFor();
    await expectWellMade(tablet.page);
    await tablet.startAgain();

    await tablet.page.goto(`${tablet.school.origin}/uploadbook`);
    await tablet.page.getByRole('link', { name: /The red hen/u }).click();
    await thumb(tablet.page, 3).click();
    await pressInMore(tablet.page, 'Move this page');
    await tablet.page.getByRole('button', { name: 'Move earlier' }).click();
    await expect
      .poll(() => tablet.page.getByRole('navigation', { name: 'Pages' }).innerText())
      .toMatch(/The end of the hen\.\s*2/u);

    await step(tablet.page, 'Finish').click();
    const star = (name: string) => tablet.page.getByRole('button', { name, exact: true });
    const next = () => tablet.page.getByRole('button', { name: 'Next', exact: true }).click();
    await star('Done: It has a picture on the cover').click();
    const cover = tablet.page.getByRole('group', { name: 'Picture on the cover' });
    // What came as a whole book has its first picture on the cover.
    expect(await cover.getByRole('button', { name: 'A red hen' }).getAttribute('aria-pressed')).toBe('true');
    await cover.getByRole('button', { name: 'Picture 2' }).click();
    await expect
      .poll(() => cover.getByRole('button', { name: 'Picture 2' }).getAttribute('aria-pressed'))
      .toBe('true');
    await expectWellMade(tablet.page);
    await next();
    await next();
    await tablet.page.getByRole('textbox', { name: 'For whom did you make it?' }).fill('For all hens');
    await next();
    await tablet.page.getByRole('textbox', { name: 'About the author' }).fill('I like hens. They like me.');
    await tablet.page.getByRole('textbox', { name: 'Name on the cover' }).fill('Hen Friend');
    await next();
    await tablet.page.getByRole('textbox', { name: 'What can be seen in picture 1?' }).waitFor();
    await expectWellMade(tablet.page);
    await next();
    await tablet.page.getByText('Tell your teacher more about it').click();
    await tablet.page.getByRole('button', { name: '2 Zero hunger' }).click();
    await star('Done: It says who made it').waitFor();
    await star('Missing: It says what it is about').waitFor();
    await expectWellMade(tablet.page);
    await step(tablet.page, 'Read it').click();
    await tablet.page
      .getByRole('region', { name: 'Page 1' })
      .getByRole('img', { name: 'A red hen' })
      .waitFor();
    await step(tablet.page, 'Finish').click();
    await tablet.page.getByRole('button', { name: 'Hand it in' }).click();
    await tablet.page.getByText('It waits on this tablet and goes by itself').waitFor();
    await expectWellMade(tablet.page);
    await tablet.page.getByRole('button', { name: 'See it' }).click();
    tablet.school.proxy.goOnline();
  });

  it('is looked at page by page, published, and read with its cover on the shelf', async () => {
    const at = teacher.page;
    await teacher.signIn(tablet.school.origin);
    const listed = await teacher.untilHandedIn('The red hen');
    const row = at.getByRole('row').filter({ has: listed });
    await row.getByText('Book', { exact: true }).waitFor();
    await listed.click();
    await at.getByText('A hen found some wheat.').waitFor();
    await at.getByRole('button', { name: 'Next page' }).click();
    await at.getByLabel('A word about page 2').waitFor();
    await at.getByText('About this book').click();
    await at
      .getByRole('region', { name: 'About the author' })
      .getByText('I like hens. They like me.')
      .waitFor();
    await at.getByText('On the cover: by Hen Friend').waitFor();
    await at.getByText('For all hens').waitFor();
    await at.getByText('Goal 2: Zero hunger').waitFor();
    await expectWellMade(at);
    await teacher.publish();

    await at.goto(`${tablet.school.origin}/library/${hen}`);
    await at.getByText('Book · 3 pages').waitFor();
    await at.getByText('by Hen Friend').waitFor();
    await at.getByText('Zero hunger').waitFor();
    await at.getByText('I like hens. They like me.').waitFor();
    // The picture of the second page: of one colour, which is the colour of the wheat.
    const shown = at.getByRole('img', { name: 'Cover of The red hen' });
    await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(400);
    await at.goto(`${tablet.school.origin}/library/${hen}/1`);
    await at.getByRole('img', { name: 'A red hen' }).waitFor();
    await at.getByText('Page 1 of 3').waitFor();
    await at.keyboard.press('ArrowRight');
    await at.getByText('The end of the hen.').waitFor();
    await at.getByText('Page 2 of 3').waitFor();
  });
});

/** What the browser keeps when this button is pressed. */
async function saved(at: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    at.waitForEvent('download'),
    at.getByRole('button', { name: button }).click(),
  ]);
  const path = await download.path();
  return { name: download.suggestedFilename(), bytes: await readFile(path) };
}

describe('a book as a file', () => {
  it('is a PDF with each page on a sheet, and words that can be found', async () => {
    const at = teacher.page;
    await at.goto(`${tablet.school.origin}/library/${hen}`);
    const { name, bytes } = await saved(at, 'Save as PDF');
    expect(name).toBe('The red hen.pdf');
    await at.getByText('Saved: The red hen.pdf').waitFor();
    const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
    const sheets = await Promise.all(
      Array.from({ length: pdf.numPages }, async (_each, number) => {
        const { items } = await (await pdf.getPage(number + 1)).getTextContent();
        return items.map((item) => ('str' in item ? item.str : '')).join(' ');
      }),
    );
    expect(sheets).toHaveLength(5);
    expect(sheets[0]).toContain('The red hen');
    expect(sheets[1]).toContain('A hen found some wheat.');
    expect(sheets[2]).toContain('The end of the hen.');
    expect(sheets[4]).toMatch(/About the author\s+I like hens\. They like me\./u);
    await pdf.destroy();
  });

  it('is an EPUB with its pictures', async () => {
    const at = teacher.page;
    const { name, bytes } = await saved(at, 'Save as EPUB');
    expect(name).toBe('The red hen.epub');
    const inside = unzipSync(new Uint8Array(bytes));
    const pictures = Object.keys(inside).filter((each) => each.startsWith('EPUB/pictures/'));
    expect(pictures).toHaveLength(2);
    for (const picture of pictures)
      expect(await sharp(inside[picture]).metadata()).toMatchObject({ format: 'jpeg', width: 400 });
    const page = strFromU8(inside['EPUB/part-1.xhtml'] ?? new Uint8Array());
    expect(page).toContain('A hen found some wheat.');
    expect(page).toContain('alt="A red hen"');
    await expectWellMade(at);
  });

  it('is also made of what one makes, before anybody sees it, and of nothing by those who only read', async () => {
    const at = tablet.page;
    await at.goto(`${tablet.school.origin}/uploadbook`);
    await at.getByRole('link', { name: /The red hen/u }).click();
    await step(at, 'Read it').click();
    expect((await saved(at, 'Save as EPUB')).bytes.subarray(30, 58).toString()).toBe(
      'mimetypeapplication/epub+zip',
    );
    await at.goto(`${tablet.school.origin}/library/dragons-do-not-like-soup`);
    await at.getByRole('link', { name: 'Read', exact: true }).waitFor();
    expect(await at.getByRole('button', { name: 'Save as PDF' }).count()).toBe(0);
  });
});

/** A new book of the teacher, with all of these in it as far as they can be. @returns how many pages came of them */
async function bookOf(title: string, corpus: readonly CorpusFile[]): Promise<number> {
  const at = teacher.page;
  await onLaptop(at);
  await at.goto(`${tablet.school.origin}/uploadbook`);
  await at.getByRole('textbox', { name: 'What is your new book called?' }).fill(title);
  await at.getByRole('button', { name: 'Make a new book' }).click();
  await at.getByRole('heading', { level: 1, name: title }).waitFor();
  await pressInMore(at, 'Pictures or a PDF');
  await choose(
    files(at),
    corpus.map(({ name, buffer }) => ({ name, buffer, mimeType: 'application/octet-stream' })),
  );
  const refused = at.getByRole('alert').filter({ hasText: 'Not everything could be added' });
  // Each of them may take as long as anything may take.
  await refused.waitFor({ timeout: corpus.length * patience });
  const said = (await refused.getByRole('listitem').allInnerTexts()).toSorted();
  expect(said).toEqual(
    corpus
      .flatMap(({ name, becomes, isOfPage }) =>
        typeof becomes === 'string' ? [`${name}${isOfPage ? ', page 1' : ''}: ${becomes}`] : [],
      )
      .toSorted(),
  );
  const pages = corpus.reduce((sum, { becomes }) => sum + (typeof becomes === 'number' ? becomes : 0), 0);
  await at.getByText(`${pages} pages are in your book now.`).waitFor();
  expect(await pagesIn(at)).toBe(pages);
  expect(await at.title()).not.toContain('taken');
  return pages;
}

describe('files that become pages', () => {
  it.each([
    ['PDFs that lead nowhere or to far too much', hostilePdfs],
    ['pictures that are not what they seem', oddPictures],
  ])('are told one by one where they are %s, and the tab lives on', async (title, make) => {
    const pages = await bookOf(title, await make());
    await thumb(teacher.page, pages).click();
    await teacher.page.getByRole('textbox', { name: `Page ${pages}`, exact: true }).waitFor();
    teacher.assertQuiet();
  });

  it('are told one by one where they cannot, and harm nothing; the others come in with their words', async () => {
    const at = teacher.page;
    await bookOf('Many files', await fileCorpus());
    await thumb(at, 2).click();
    await at
      .getByRole('textbox', { name: 'Page 2', exact: true })
      .getByRole('img', { name: 'The red hen' })
      .waitFor();
    await expectWellMade(at);
  });

  it('are refused as a whole where there is no room, and can be stopped and gone on with', async () => {
    const at = teacher.page;
    await onLaptop(at);
    const long = (count: number) => ({
      name: 'long.pdf',
      mimeType: 'application/pdf',
      buffer: pdfOf(Array.from({ length: count }, (_each, number) => `Page ${number + 1}`)),
    });
    const before = await pagesIn(at);
    await choose(files(at), [long(limits.chaptersPerStory + 20)]);
    await at
      .getByText(
        `There is room for ${limits.chaptersPerStory - before} more, and these are ${limits.chaptersPerStory + 20}. Nothing was added.`,
      )
      .waitFor();
    expect(await pagesIn(at)).toBe(before);
    await choose(files(at), [long(30)]);
    await at.getByText(/^[1-9]\d* of 30 pages/u).waitFor();
    await at.getByRole('button', { name: 'Stop' }).click();
    await at.getByText('You stopped it').waitFor();
    const kept = (await pagesIn(at)) - before;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(30);
    // A page at which nobody looks is given no frames to draw in.
    await at.evaluate(() => {
      globalThis.requestAnimationFrame = () => 0;
    });
    await at.getByRole('button', { name: 'Go on with the others' }).click();
    // Where a browser finds no idle moment, it takes a second or more for each picture that it packs.
    await at.getByText(`${30 - kept} pages are in your book now.`).waitFor();
    expect((await pagesIn(at)) - before).toBe(30);
    teacher.assertQuiet();
    tablet.assertQuiet();
  });
});
