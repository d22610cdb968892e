import { createHash } from 'node:crypto';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { assetPath } from '#contract/works/works.rules.ts';
import { childTabletOfFile } from '../support/child-tablet.ts';
import { missingOf } from '../support/kept-parts.ts';
import { reviewingTeacherOfFile } from '../support/reviewing-teacher.ts';
import { addPicture, describePicture, drawLine } from '../support/story-pictures.ts';
import { expectWellMade } from '../support/well-made.ts';

const tablet = childTabletOfFile();
const teacher = reviewingTeacherOfFile();

/** As a camera makes it: large, on its side, and with the place where it was made. */
function fromCamera(): Promise<Buffer> {
  return sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#2f9e44' } })
    .withMetadata({
      orientation: 6,
      exif: {
        IFD0: { Copyright: 'Zoe Fern' },
        IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
      },
    })
    .jpeg()
    .toBuffer();
}

const pictures = 'img[alt="A green field"], img[alt="My kite"]';

/** Waits until this page shows both pictures. */
function both(at: Page) {
  const shown = () =>
    at
      .locator(pictures)
      .evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length);
  return expect.poll(shown);
}

/** The pictures that this page shows: by what they show, their size and all of their pixels. */
async function shownOn(at: Page): Promise<Record<string, string>> {
  const found = await at.locator(pictures).evaluateAll((images) =>
    images.map((image) => {
      const { alt, naturalWidth: width, naturalHeight: height } = image as HTMLImageElement;
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      canvas.getContext('2d')?.drawImage(image as HTMLImageElement, 0, 0);
      return { alt, size: `${width} x ${height}`, pixels: canvas.toDataURL('image/png') };
    }),
  );
  return Object.fromEntries(
    found.map(({ alt, size, pixels }) => [
      alt,
      `${size} ${createHash('sha256').update(pixels).digest('hex')}`,
    ]),
  );
}

/** A picture as the school gives it to whoever is signed in on this tablet.page. */
async function bytesOf(at: Page, sha256: string): Promise<Buffer> {
  const bytes = await at.evaluate(async (address) => {
    const token = localStorage.getItem('accessToken') ?? sessionStorage.getItem('accessToken');
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    return [...new Uint8Array(await answer.arrayBuffer())];
  }, assetPath(sha256));
  return Buffer.from(bytes);
}

const says = (words: string) => tablet.page.getByText(words, { exact: true });
const step = (name: string) =>
  tablet.page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name });

describe('a story with pictures', () => {
  it('is made without a network, over a browser that is closed, and arrives byte for byte', async () => {
    await tablet.signIn();
    await tablet.page.goto(`${tablet.school.origin}/uploadblogsteps`);
    await says('You have no stories yet').waitFor();
    await expectWellMade(tablet.page);
    await tablet.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect.poll(() => missingOf(tablet.page, 'writing')).toEqual([]);

    tablet.school.proxy.goOffline();
    await tablet.page.getByRole('textbox', { name: 'What is your new story called?' }).fill('The kite');
    await tablet.page.getByRole('button', { name: 'Write a new story' }).click();
    await tablet.page.getByRole('heading', { level: 1, name: 'The kite' }).waitFor();
    await step('Write').click();
    const words = tablet.page.getByRole('textbox', { name: 'Chapter 1', exact: true });
    await words.click();
    await tablet.page.keyboard.type('Once there was a kite.');

    await addPicture(tablet.page, await fromCamera(), 'A green field');

    const pad = await drawLine(tablet.page);
    await expectWellMade(tablet.page);
    await pad.getByRole('button', { name: 'Put it in' }).click();
    await describePicture(tablet.page, 'My kite');
    await both(tablet.page).toBe(2);
    await says('Saved on this tablet').waitFor();
    const made = await shownOn(tablet.page);
    await tablet.startAgain();
    await tablet.page.goto(`${tablet.school.origin}/uploadblogsteps`);
    await tablet.page.getByRole('link', { name: /The kite/u }).click();
    await step('Write').click();
    await both(tablet.page).toBe(2);
    expect(await shownOn(tablet.page)).toEqual(made);
    await expectWellMade(tablet.page);
    await step('Finish').click();
    await tablet.page.getByRole('button', { name: 'Done: Each picture says what it shows' }).waitFor();
    await tablet.page.getByRole('button', { name: 'Hand it in' }).click();
    await says('It waits on this tablet and goes by itself').waitFor();
    await tablet.page.getByRole('button', { name: 'See it' }).click();
    tablet.school.proxy.goOnline();

    const at = teacher.page;
    const names = new Set<string>();
    at.on('request', (request) => {
      const [, sha256] = /\/api\/assets\/([0-9a-f]{64})\//u.exec(request.url()) ?? [];
      if (sha256 !== undefined) names.add(sha256);
    });
    await teacher.signIn(tablet.school.origin);
    await teacher.open('The kite');
    await both(at).toBe(2);
    expect(await shownOn(at)).toEqual(made);
    await expectWellMade(at);

    // Each goes by the hash that its bytes had on the tablet.
    expect(names.size).toBe(2);
    const formats: unknown[] = [];
    for (const sha256 of names) {
      const bytes = await bytesOf(at, sha256);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      const { format, width, height, exif } = await sharp(bytes).metadata();
      formats.push({ format, width, height, exif });
    }
    // Upright, smaller, and without the place.
    expect(formats).toContainEqual({ format: 'jpeg', width: 1067, height: 1600, exif: undefined });
    expect(formats).toContainEqual({ format: 'png', width: 1280, height: 960, exif: undefined });

    await teacher.publish();
    await at.goto(`${tablet.school.origin}/library`);
    await at.getByRole('link', { name: 'The kite' }).first().click();
    await at.waitForURL(/\/library\/the-kite-[0-9a-f]{8}$/u);
    await at.goto(`${at.url()}/1`);
    await both(at).toBe(2);
    expect(await shownOn(at)).toEqual(made);
    teacher.assertQuiet();
    tablet.assertQuiet();
  });
});
