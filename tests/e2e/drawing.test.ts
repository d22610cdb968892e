import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { childTabletOfFile } from '../support/child-tablet.ts';
import { expectWellMade } from '../support/well-made.ts';

const tablet = childTabletOfFile();

const phone = { width: 340, height: 640 };
const laptop = { width: 1280, height: 800 };

const button = (name: string) => tablet.page.getByRole('button', { name, exact: true });
const paper = () => tablet.page.getByRole('application');
const canvas = () => paper().locator('canvas');

/** Draws a closed frame from and to these parts of the paper. */
async function drawFrame(page: Page, on: Locator): Promise<void> {
  const box = await on.boundingBox();
  if (!box) throw new Error('There is no paper');
  const at = ([x, y]: readonly [number, number]): [number, number] => [
    box.x + box.width * x,
    box.y + box.height * y,
  ];
  const [first, ...others] = [
    [0.2, 0.2],
    [0.6, 0.2],
    [0.6, 0.7],
    [0.2, 0.7],
    [0.2, 0.18],
  ] as const;
  await page.mouse.move(...at(first));
  await page.mouse.down();
  for (const corner of others) await page.mouse.move(...at(corner), { steps: 6 });
  await page.mouse.up();
}

async function touch(on: Locator, x: number, y: number): Promise<void> {
  const box = await on.boundingBox();
  if (!box) throw new Error('There is no paper');
  await on.click({ position: { x: box.width * x, y: box.height * y } });
}

/** What has this place of the paper, as `red, green, blue`. */
function colorAt(x: number, y: number): Promise<string> {
  return canvas().evaluate(
    (drawn: HTMLCanvasElement, [across, down]) => {
      const [left, top] = [drawn.width * across, drawn.height * down];
      return [...(drawn.getContext('2d')?.getImageData(left, top, 1, 1).data ?? [])].slice(0, 3).join(', ');
    },
    [x, y] as const,
  );
}

const yellow = '247, 208, 56';
const white = '255, 255, 255';

describe('the drawing pad', () => {
  it('fills what is closed, stamps, takes back and brings again, on a phone', async () => {
    const { page } = tablet;
    await tablet.signIn();
    await page.goto(`${tablet.school.origin}/uploadbook`);
    await page.getByRole('textbox', { name: 'What is your new book called?' }).fill('The kite');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await button('Make a new book').click();
    await page.setViewportSize(phone);
    await button('Draw').click();
    await paper().waitFor();
    await expectWellMade(page);
    await page.setViewportSize(phone);
    await button('Red').click();
    await drawFrame(page, paper());
    await button('Fill').click();
    await button('Yellow').click();
    await touch(paper(), 0.4, 0.4);
    expect(await colorAt(0.4, 0.4)).toBe(yellow);
    expect(await colorAt(0.1, 0.1)).toBe(white);
    await button('Undo').click();
    expect(await colorAt(0.4, 0.4)).toBe(white);
    await button('Redo').click();
    expect(await colorAt(0.4, 0.4)).toBe(yellow);
    await button('Stamp').click();
    await button('Fox').click();
    await touch(paper(), 0.8, 0.5);
    await expect
      .poll(() => paper().getAttribute('aria-label'))
      .toBe('Your drawing, 1 line, 1 filled place, 1 stamp so far');
  });

  it('has every pixel again after the tab is gone, and puts in what was seen', async () => {
    const { page } = tablet;
    const seen = await canvas().evaluate((drawn: HTMLCanvasElement) => drawn.toDataURL());
    await page.setViewportSize(laptop);
    await page.reload();
    const again = () => canvas().evaluate((drawn: HTMLCanvasElement) => drawn.toDataURL());
    await paper().waitFor();
    await expect.poll(again).toBe(seen);
    await button('Put it in').click();
    await paper().waitFor({ state: 'hidden' });
    const put = page.getByRole('textbox', { name: 'Page 1', exact: true }).locator('img');
    await expect
      .poll(() =>
        put.evaluate((image: HTMLImageElement) => {
          const { naturalWidth: width, naturalHeight: height } = image;
          const copy = Object.assign(document.createElement('canvas'), { width, height });
          copy.getContext('2d')?.drawImage(image, 0, 0);
          return copy.toDataURL();
        }),
      )
      .toBe(seen);
  });

  it('is closed by Back, and draws a cover straight from Finish, by the keyboard', async () => {
    const { page } = tablet;
    await button('Draw').click();
    await paper().waitFor();
    await page.goBack();
    await paper().waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Finish' }).click();
    // The first picture is the cover already, so Finish begins with the next card.
    await button('Back one card').click();
    await button('Draw one').click();
    await expect.poll(() => paper().evaluate((drawn) => drawn === document.activeElement)).toBe(true);
    for (const key of ['ArrowLeft', 'Space', 'ArrowRight', 'ArrowDown', 'Space'])
      await page.keyboard.press(key);
    await button('Put it in').click();
    await paper().waitFor({ state: 'hidden' });
    const covers = page.getByRole('group', { name: 'Picture on the cover' });
    await covers.getByRole('button', { name: 'Picture 1', pressed: true }).waitFor();
    tablet.assertQuiet();
  });
});
