import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage, openContext, type RecordedPage } from '../support/browser.ts';
import { CameraTablet } from '../support/camera-tablet.ts';
import { cutOff } from '../support/child-tablet.ts';
import { missingOf } from '../support/kept-parts.ts';
import { reviewingTeacherOfFile } from '../support/reviewing-teacher.ts';
import type { CardHolder } from '../support/school-office.ts';
import { signInAt } from '../support/sign-in.ts';
import { addPicture, describePicture, drawLine } from '../support/story-pictures.ts';
import { describeRecording, hear, speak } from '../support/story-voices.ts';
import { expectWellMade } from '../support/well-made.ts';

const title = 'The kite';
const said = 'I sing of my kite';

let tablet: CameraTablet;
let author: CardHolder;
/** Another tablet, of a classmate. */
let other: RecordedPage;
const teacher = reviewingTeacherOfFile();

beforeAll(async () => {
  tablet = await CameraTablet.open();
  [, author] = tablet.children;
  await tablet.office.openToSchool(author);
  other = await newPage(await openContext({ reducedMotion: 'reduce' }));
});

afterAll(async () => {
  await other.page.context().close();
  await tablet.close();
});

const says = (words: string) => tablet.page.getByText(words, { exact: true });
const press = (button: string) => tablet.page.getByRole('button', { name: button, exact: true }).click();
const step = (name: string) =>
  tablet.page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name });

/** From the child's own page to the pages of the book. */
async function openBook(): Promise<void> {
  const mine = tablet.page.getByRole('region', { name: 'Mine' });
  await mine.getByRole('link', { name: new RegExp(title, 'u') }).click();
}

async function write(number: number, words: string): Promise<void> {
  await tablet.page.getByRole('textbox', { name: `Page ${number}`, exact: true }).click();
  await tablet.page.keyboard.type(words);
  await says('Saved on this tablet').waitFor();
}

async function newSheet(number: number, words: string): Promise<void> {
  await tablet.page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('button', { name: 'New page', exact: true })
    .click();
  await write(number, words);
}

async function handIn(): Promise<void> {
  await step('Finish').click();
  await press('Hand it in');
  await says('It waits on this tablet and goes by itself').waitFor();
  await press('See it');
}

/** Waits until this page shows a picture, and not its frame alone. */
async function untilDrawn(at: Page | Locator, name: string): Promise<void> {
  const picture = at.getByRole('img', { name });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
}

describe('a book', () => {
  it('is made without a network by a child with a card, over a browser that broke down, and handed in', async () => {
    await tablet.prepare();
    tablet.school.proxy.goOffline();
    await tablet.comeInByCard(author);
    await press('Make a book');
    await tablet.page.getByRole('textbox', { name: 'Name your book' }).fill(title);
    await write(1, 'Once there was a kyte.');
    const field = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'green' } })
      .jpeg()
      .toBuffer();
    await addPicture(tablet.page, field, 'A green field');

    await newSheet(2, 'It flew away.');
    const pad = await drawLine(tablet.page);
    await pad.getByRole('button', { name: 'Put it in' }).click();
    await describePicture(tablet.page, 'A red line');
    await says('Saved on this tablet').waitFor();
    await tablet.breakDown();

    await tablet.goOn(author);
    await openBook();
    // It opens where the child was.
    await untilDrawn(tablet.page.getByRole('textbox', { name: 'Page 2', exact: true }), 'A red line');
    await tablet.page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('button', { name: 'Page 1', exact: true })
      .click();
    await untilDrawn(tablet.page.getByRole('textbox', { name: 'Page 1', exact: true }), 'A green field');
    await newSheet(3, 'Listen!');
    await press('Speak');
    const dialog = await speak(tablet.page);
    await dialog.getByRole('button', { name: 'Put it in' }).click();
    await describeRecording(tablet.page, said);
    await says('Saved on this tablet').waitFor();
    await tablet.breakDown();

    await tablet.goOn(author);
    await openBook();
    await handIn();
    tablet.school.proxy.goOnline();
  });

  it('goes back with a word at a page, is mended without a network, and is put on the shelf', async () => {
    const at = teacher.page;
    await teacher.signIn(tablet.school.server.origin('greenfield'));
    const listed = await teacher.untilHandedIn(title);
    await expectWellMade(at);
    await listed.click();
    await untilDrawn(at, 'A green field');
    await at.getByRole('img', { name: 'A green field' }).click();
    await at.getByLabel('1. A word about this place').fill('Look at the word kyte.');
    await at.getByLabel('Your kind words').fill('A lovely book!');
    await expectWellMade(at);
    await at.keyboard.press('Escape');
    await at.getByRole('button', { name: 'Next page' }).click();
    await untilDrawn(at, 'A red line');
    await at.keyboard.press('ArrowRight');
    await hear(at, said);
    await at.getByRole('button', { name: 'Give back' }).click();
    await at.getByText('The book went back to its author.').waitFor();

    await says('A lovely book!').waitFor();
    tablet.school.proxy.goOffline();
    await step('Pages').click();
    // The slip beside what is read says the same, and goes when the pages are there.
    await tablet.page.getByRole('textbox', { name: /^Page \d$/u }).waitFor();
    await tablet.page.getByText(/wrote to you$/u).click();
    await tablet.page.getByRole('button', { name: '1 Look at the word kyte.' }).click();
    await tablet.page
      .getByRole('button', { name: 'Place 1: Look at the word kyte.', expanded: true })
      .click();
    await tablet.page.getByText(/wrote to you$/u).click();
    const first = tablet.page.getByRole('textbox', { name: 'Page 1', exact: true });
    await first.getByText('Once there was a kyte.').click({ clickCount: 3 });
    await tablet.page.keyboard.type('Once there was a kite.');
    await says('Saved on this tablet').waitFor();
    await handIn();
    tablet.school.proxy.goOnline();

    await teacher.open(title);
    await at.getByText('Once there was a kite.').waitFor();
    await teacher.publish();
    await tablet.page.getByText('In the library, for ').first().waitFor();
    tablet.assertQuiet();
  });

  it('is kept on another tablet, read there without a network, and gone with the next pull once it is withdrawn', async () => {
    const { page } = other;
    const { origin, proxy } = tablet.school;
    await signInAt(page, origin, 'zoe-otter-42', { password: 'sunny-otter-42' });
    await page.goto(`${origin}/library`);
    await page.getByRole('link', { name: title }).first().click();
    await page.waitForURL(/\/library\/the-kite-[0-9a-f]{8}$/u);
    const address = page.url();
    await page.getByRole('button', { name: 'Keep on this tablet' }).click();
    await page.getByText(/^On this tablet, /u).waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect.poll(() => missingOf(page, 'library', 'reader')).toEqual([]);

    proxy.goOffline();
    await page.reload();
    await page.getByRole('link', { name: 'Read', exact: true }).click();
    await page.getByText('Once there was a kite.').waitFor();
    await untilDrawn(page, 'A green field');
    await page.keyboard.press('ArrowRight');
    await page.getByText('It flew away.').waitFor();
    await untilDrawn(page, 'A red line');
    await page.keyboard.press('ArrowRight');
    await page.getByText('Listen!').waitFor();
    await hear(page, said);

    await teacher.page.getByRole('button', { name: 'Take it off the shelf' }).click();
    const question = teacher.page.getByRole('dialog', { name: 'Take it off the shelf' });
    await question.getByLabel('Why?').fill('Let us look at it once more.');
    await question.getByRole('button', { name: 'Take it off', exact: true }).click();
    await teacher.page.getByText('The book is off the shelf.').waitFor();
    // Nobody told the tablet yet.
    await page.goto(`${origin}/on-this-tablet`);
    await page
      .getByRole('list', { name: 'Kept on this tablet' })
      .getByRole('link', { name: title })
      .waitFor();

    proxy.goOnline();
    await page.getByText('You keep nothing here yet').waitFor();
    proxy.goOffline();
    await page.goto(`${address}/1`);
    await page.getByText('Quillshelf cannot be reached right now').waitFor();
    expect(await page.getByText('Once there was a kite.').count()).toBe(0);
    other.forgive(cutOff);
    other.assertQuiet();
    teacher.assertQuiet();
  });
});
