import type { BrowserContext } from 'playwright';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser, type RecordedPage } from '../support/browser.ts';
import { cardImage, printedCard, printOf, showToCamera } from '../support/camera-video.ts';
import {
  choosePhoto,
  close,
  openIt,
  photoButton,
  reads,
  ScannerTablet,
  tracks,
  untilPictures,
  untilRead,
} from '../support/scanner-tablet.ts';
import { expectWellMade } from '../support/well-made.ts';

const text = '{"username":"maple-otter-12","password":"q7Zr2xW9Kc4LmB8vTn3HsA"}';
const otherText = '{"username":"cedar-heron-3","password":"Xw5Yd8Qe1Rf6Ug0Jh7PkNz"}';

let tablet: ScannerTablet;
let context: BrowserContext;
let opened: RecordedPage;

beforeAll(async () => {
  tablet = await ScannerTablet.open(text);
});

afterAll(() => tablet.dispose());

describe('a printed card of 35 mm before a camera', () => {
  beforeEach(async () => {
    context = await tablet.browser.newContext({ viewport: { width: 768, height: 1024 } });
    opened = await tablet.newScanner(context);
  });

  afterEach(async () => {
    opened.assertQuiet();
    await context.close();
  });

  it('is read once however long it is held up, and again when its refusal is taken back', async () => {
    await showToCamera(tablet.video, tablet.card);
    const { page } = opened;
    await openIt(page);
    await untilRead(page);
    await page.getByRole('status').getByText('Got it!').waitFor();
    await untilPictures(page, 15);
    expect(await reads(page)).toEqual([text]);

    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('status').getByText('Invalid QR code format.').waitFor();
    await untilPictures(page, 15);
    expect(await reads(page)).toEqual([text]);
    expect(await tracks(page)).toContain('live');

    await page.getByRole('button', { name: 'Take back' }).click();
    await untilPictures(page, 5);
    expect(await reads(page)).toEqual([text, text]);
  });

  it('of another child is read as the next one’s, and the camera is off in between', async () => {
    await showToCamera(tablet.video, tablet.card);
    const { page } = opened;
    await openIt(page);
    await untilRead(page);
    await close(page);
    expect(new Set(await tracks(page))).toEqual(new Set(['ended']));

    await showToCamera(tablet.video, await printedCard(otherText));
    await openIt(page);
    await page.getByRole('listitem').nth(1).waitFor();
    expect(await reads(page)).toEqual([text, otherText]);
    await page.getByRole('button', { name: 'Type it instead' }).click();
    expect(new Set(await tracks(page))).toEqual(new Set(['ended']));
  });

  it('that lies beside another one is not read, because nobody knows whose is meant', async () => {
    const [left, right] = await Promise.all([cardImage(otherText), cardImage(text)]);
    const { width } = await sharp(left).metadata();
    const sheet = await sharp(left)
      .extend({ right: width, background: '#ffffff' })
      .composite([{ input: right, left: width, top: 0 }])
      .png()
      .toBuffer();
    await showToCamera(tablet.video, await printOf(sheet, 170, { x: 66, y: 27 }));
    const { page } = opened;
    await openIt(page);
    await page.getByRole('status').getByText('I can see more than one card. Show me only yours.').waitFor();
    await untilPictures(page, 5);
    expect(await reads(page)).toEqual([]);
  });

  it('is not looked for while the app is out of sight, and is when it comes back', async () => {
    await showToCamera(tablet.video, null);
    const { page } = opened;
    await openIt(page);
    await page.getByText('Hold your card up to the camera.').waitFor();
    await untilPictures(page, 2);
    const turn = (visibility: string) =>
      page.evaluate((state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, visibility);
    await turn('hidden');
    expect(new Set(await tracks(page))).toEqual(new Set(['ended']));
    await showToCamera(tablet.video, tablet.card);
    await turn('visible');
    await untilRead(page);
    expect(await reads(page)).toEqual([text]);
    expect(await tracks(page)).toContain('live');
  });

  it('is read after another try where the network failed before the reader was there', async () => {
    await showToCamera(tablet.video, tablet.card);
    const { page } = opened;
    const readers = /wasm-reader|script-reader/u;
    await context.route(readers, (route) => route.abort());
    await openIt(page);
    await page.getByRole('status').getByText('Cards cannot be read just now').waitFor();
    await context.unroute(readers);
    opened.forgive(/dynamically imported module|No reader of QR codes|ERR_FAILED/u);
    await page.getByRole('button', { name: 'Try again' }).click();
    await untilRead(page);
    expect(await reads(page)).toEqual([text]);
  });

  it('is read from a photo of twelve megapixels', async () => {
    await showToCamera(tablet.video, null);
    const { page } = opened;
    await openIt(page);
    // Not a fifth of the width of the photo: too small when it is shrunk for the first look.
    const small = await sharp(await cardImage(text))
      .resize({ width: 700 })
      .toBuffer();
    const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#7a6a5a' } })
      .composite([{ input: small, left: 600, top: 1900 }])
      .jpeg()
      .toBuffer();
    await choosePhoto(page, photo);
    await untilRead(page);
    expect(await reads(page)).toEqual([text]);
  });

  it('is missed in a photo of something else, and in a file that is no photo, and both are said', async () => {
    await showToCamera(tablet.video, null);
    const { page } = opened;
    await openIt(page);
    const wall = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a6a5a' } })
      .jpeg()
      .toBuffer();
    await choosePhoto(page, wall);
    await page.getByRole('status').getByText('There is no code in that photo that we can read.').waitFor();
    await choosePhoto(page, Buffer.from('These are words.'));
    await page.getByRole('status').getByText('That file is not a picture that we can open.').waitFor();
    expect(await reads(page)).toEqual([]);
  });
});

it('the scanner is well made, while it looks and without a camera', async () => {
  await showToCamera(tablet.video, null);
  const without = await launchBrowser();
  for (const [which, line] of [
    [tablet.browser, 'Hold your card up to the camera.'],
    [without, 'There is no camera here'],
  ] as const) {
    const own = await which.newContext({ reducedMotion: 'reduce' });
    const { page, assertQuiet } = await tablet.newScanner(own);
    await openIt(page);
    await page.getByRole('status').getByText(line).waitFor();
    // Half-way from grey to ready, the words of a button have less contrast than they will have.
    await photoButton(page).waitFor();
    await expectWellMade(page, { part: 'section' });
    assertQuiet();
    await own.close();
  }
  await without.close();
});
