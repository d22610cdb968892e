import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { childTabletOfFile } from '../support/child-tablet.ts';
import { missingOf } from '../support/kept-parts.ts';
import { addPicture } from '../support/story-pictures.ts';
import { patience } from '../support/patience.ts';

const count = 20;
/** Milliseconds for which the line holds, and for which it is gone. */
const [up, down] = [2000, 1000];

const tablet = childTabletOfFile();
let weather: NodeJS.Timeout | undefined;

afterEach(() => clearInterval(weather));

/** As a camera makes it: large, and like no other. */
async function photograph(): Promise<Buffer> {
  const [width, height] = [320, 240];
  const grains = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
  return await grains.resize(2000, 1500).jpeg({ quality: 85 }).toBuffer();
}

/** The line drops every few seconds, whatever is on its way; and of what gets through, one answer in four is lost. */
function spoilTheLine(): void {
  const { proxy } = tablet.school;
  let sent = 0;
  const isPicture = ({ url }: { url: string }) => /\/pictures\//u.test(url);
  const goUp = () => {
    proxy.decide = (request) => {
      if (!isPicture(request)) return null;
      sent += 1;
      return ([null, 'drop_after', 'truncate', null] as const)[sent % 4] ?? null;
    };
  };
  goUp();
  weather = setInterval(() => {
    proxy.goOffline();
    proxy.hangUp();
    setTimeout(goUp, down);
  }, up + down);
}

describe('photographs over a line that drops every few seconds', () => {
  it(`arrive once each, byte for byte, all ${count} of a story`, async () => {
    await tablet.signIn();
    const { page, school } = tablet;
    await page.goto(`${school.origin}/uploadblogsteps`);
    await page.getByText('You have no stories yet').waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect.poll(() => missingOf(page, 'writing')).toEqual([]);

    school.proxy.goOffline();
    await page.getByRole('textbox', { name: 'What is your new story called?' }).fill('Our outing');
    await page.getByRole('button', { name: 'Write a new story' }).click();
    await page.getByRole('heading', { level: 1, name: 'Our outing' }).waitFor();
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'Write' }).click();
    for (let made = 1; made <= count; made += 1)
      await addPicture(page, await photograph(), `Photograph ${made}`);
    await page.getByText('Saved on this tablet', { exact: true }).waitFor();

    spoilTheLine();
    const arrived = () => school.record.picturesOf('Our outing');
    // On a busy machine few get through while the line holds.
    await expect.poll(async () => (await arrived()).length, { timeout: count * patience }).toBe(count);
    await expect.poll(() => page.getByText('Saved at school', { exact: true }).isVisible()).toBe(true);

    const pictures = await arrived();
    expect(new Set(pictures.map(({ sha256 }) => sha256)).size).toBe(count);
    for (const { sha256, bytes } of pictures) {
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 1200 });
    }
    // What the story shows is what arrived, in the order in which it was put in.
    expect(await school.record.picturesShownIn('Our outing')).toEqual(
      Array.from({ length: count }, (_, place) => ({
        alt: `Photograph ${place + 1}`,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/u),
      })),
    );
    const shown = (await school.record.picturesShownIn('Our outing')).map(({ sha256 }) => sha256);
    expect(shown.toSorted()).toEqual(pictures.map(({ sha256 }) => sha256).toSorted());
    tablet.assertQuiet();
  });
});
