import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { childTabletOfFile } from '../support/child-tablet.ts';
import { missingOf } from '../support/kept-parts.ts';
import { speak } from '../support/story-voices.ts';
import { expectWellMade } from '../support/well-made.ts';

// A microphone that hears a beep each second, and that everybody may use.
const tablet = childTabletOfFile(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);

const phone = { width: 340, height: 640 };
const laptop = { width: 1280, height: 800 };

const button = (name: string) => tablet.page.getByRole('button', { name, exact: true });
const words = (number: number) => tablet.page.getByRole('textbox', { name: `Page ${number}`, exact: true });
const says = (text: string) => tablet.page.getByText(text, { exact: true });

async function putPicture(at: Page, background: string): Promise<void> {
  const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();
  await button('Picture').click();
  const [chooser] = await Promise.all([at.waitForEvent('filechooser'), button('From this tablet').click()]);
  await chooser.setFiles({ name: 'hen.jpg', mimeType: 'image/jpeg', buffer });
}

/** Where the picture is from the middle of the words: `[to the end of the line, down]`. */
function fromWords(): Promise<[number, number]> {
  return tablet.page.getByRole('article').evaluate((sheet) => {
    const middle = (selector: string): [number, number] => {
      const { left, top, width, height } =
        sheet.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return [left + width / 2, top + height / 2];
    };
    const [picture, text] = [middle('img'), middle('[contenteditable="true"] > p')];
    // Adding nothing makes no difference of -0 and 0.
    return [Math.sign(Math.round(picture[0] - text[0])) + 0, Math.sign(Math.round(picture[1] - text[1])) + 0];
  });
}

/** How high the words are in sight, in pixels. */
const roomForWords = () =>
  tablet.page
    .getByRole('article')
    .locator('[contenteditable="true"]')
    .evaluate((text) => text.clientHeight);

/** What of the page lies under the way to the next one. */
function underTheWayOn(): Promise<string[]> {
  return tablet.page.getByRole('article').evaluate((sheet) => {
    const boxOf = (element: Element | undefined) => element?.getBoundingClientRect() ?? new DOMRect();
    const buttons = [...sheet.querySelectorAll('button')];
    const way = boxOf(buttons.find(({ textContent }) => textContent === 'Go on on the next page'));
    const seen = [
      ['the words', sheet.querySelector('[contenteditable="true"]') ?? undefined],
      ['the place of the picture', buttons.find(({ textContent }) => textContent === 'Picture goes here')],
    ] as const;
    return seen
      .filter(([, element]) => {
        const { left, right, top, bottom } = boxOf(element);
        return left < way.right && right > way.left && top < way.bottom && bottom > way.top;
      })
      .map(([name]) => name);
  });
}

describe('a page of a book', () => {
  it('has most of a phone, and its layout by one tap, without a network', async () => {
    const { page } = tablet;
    await tablet.signIn();
    await page.goto(`${tablet.school.origin}/uploadbook`);
    await page.getByRole('textbox', { name: 'What is your new book called?' }).fill('The hen');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.getByRole('button', { name: 'Make a new book' }).click();
    await page.setViewportSize(phone);
    await words(1).waitFor();
    await expect.poll(() => missingOf(page, 'writing')).toEqual([]);
    tablet.school.proxy.goOffline();
    const box = await page.getByRole('article').boundingBox();
    expect((box?.height ?? 0) / phone.height).toBeGreaterThanOrEqual(0.6);
    await expectWellMade(page);
    // A laptop on which everything is twice as large.
    await page.setViewportSize({ width: laptop.width / 2, height: laptop.height / 2 });
    expect((await page.getByRole('article').boundingBox())?.width).toBeGreaterThan(400);
    await page.setViewportSize(phone);

    await words(1).click();
    await page.keyboard.type('A hen found some wheat.');
    await putPicture(page, 'firebrick');
    await words(1).locator('img').waitFor();
    expect(await page.getByRole('dialog', { name: 'What can be seen in it?' }).count()).toBe(0);
    await expect.poll(fromWords).toEqual([0, -1]);
    await button('Picture last').click();
    await expect.poll(fromWords).toEqual([0, 1]);
    await expectWellMade(page);
    await page.setViewportSize(laptop);
    await button('Picture first').click();
    await expect.poll(fromWords).toEqual([-1, 0]);
    await button('Undo').click();
    await expect.poll(fromWords).toEqual([0, 1]);
    await expectWellMade(page);
  });

  it('keeps its bar in sight and its rows apart in a low window', async () => {
    const { page } = tablet;
    const boxOf = (element: Locator) =>
      element.evaluate((each) => each.getBoundingClientRect().toJSON() as DOMRect);
    for (const [width, height] of [
      [640, 340],
      [640, 180],
      [340, 300],
    ] as const) {
      await page.setViewportSize({ width, height });
      const bar = () => boxOf(button('More'));
      await expect
        .poll(async () => (await bar()).bottom, { message: `${width}x${height}` })
        .toBeLessThanOrEqual(height);
      expect((await bar()).height).toBeGreaterThanOrEqual(48);
    }
    await page.setViewportSize({ width: 640, height: 340 });
    const tiles = await boxOf(button('Small last'));
    expect(tiles.right).toBeLessThanOrEqual((await boxOf(button('1/1, all pages'))).left);
    expect(tiles.width).toBeGreaterThanOrEqual(44);
  });

  it('keeps its picture, whatever keys take the words', async () => {
    const { page } = tablet;
    await page.setViewportSize(laptop);
    await words(1).getByText('A hen found some wheat.').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('It was a red hen.');
    await says('It was a red hen.').waitFor();
    expect(await words(1).locator('img').count()).toBe(1);
    await expect.poll(fromWords).toEqual([0, 1]);
  });

  it('has its picture turned, moved and changed by what a tap on it shows', async () => {
    const { page } = tablet;
    const image = words(1).locator('img');
    const shape = () =>
      image.evaluate((each) => {
        const { naturalWidth, naturalHeight } = each as HTMLImageElement;
        return [naturalWidth, naturalHeight];
      });
    await button('The picture').click();
    await button('Turn').click();
    await expect.poll(shape).toEqual([300, 400]);
    await button('Move').click();
    await expect.poll(fromWords).toEqual([-1, 0]);
    await button('The picture').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expectWellMade(page);
    await page.setViewportSize(laptop);
    await page.keyboard.press('Escape');
    expect(await button('Turn').count()).toBe(0);
  });

  it('leads to the next by one tap, by keys and by a swipe, and asks where a second picture goes', async () => {
    const { page } = tablet;
    await page.setViewportSize(phone);
    await button('New page').click();
    await words(2).click();
    await page.keyboard.type('Nobody helped her.');
    await page.keyboard.press('PageUp');
    await words(1).waitFor();
    await putPicture(page, 'gold');
    await button('On a new page').click();
    await words(2).locator('img').waitFor();
    await button('2/3, all pages').waitFor();
    await button('Words go here').waitFor();
    // Nothing of the words has the keyboard, so arrows turn the page.
    await button('Picture last').focus();
    await page.keyboard.press('ArrowRight');
    await words(3).getByText('Nobody helped her.').waitFor();
    await page.keyboard.press('ArrowLeft');
    await words(2).waitFor();
    await says('Saved on this tablet').waitFor();
    await page.getByRole('article').evaluate((sheet) => {
      const at = (type: string, clientX: number) =>
        sheet.dispatchEvent(
          new PointerEvent(type, {
            bubbles: true,
            pointerType: 'touch',
            pointerId: 9,
            clientX,
            clientY: 200,
          }),
        );
      at('pointerdown', 300);
      at('pointerup', 60);
    });
    await words(3).waitFor();
    expect(await words(2).count()).toBe(0);
  });

  it('has a sticker in two taps, which says what it shows', async () => {
    const { page } = tablet;
    await page.setViewportSize(phone);
    await button('Picture').click();
    await button('Fox').waitFor();
    await expectWellMade(page);
    // Whatever is found, nothing moves under the finger.
    const search = page.getByRole('searchbox', { name: 'Look for a sticker' });
    for (const size of [phone, { width: 768, height: 1024 }, laptop]) {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.setViewportSize(size);
      await button('Picture').click();
      await button('Fox').waitFor();
      await search.fill('');
      const before = await search.boundingBox();
      for (const typed of ['a', 'fox', 'none of them', '']) {
        await search.fill(typed);
        expect(await search.boundingBox(), `${size.width} ${typed}`).toEqual(before);
      }
    }
    await page.setViewportSize(phone);
    await button('Fox').click();
    await words(3).getByRole('img', { name: 'Fox', exact: true }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await button('Undo').click();
    await expect.poll(() => words(3).locator('img').count()).toBe(0);
  });

  it('makes words smaller until they fit, then scrolls and leads on to the next page', async () => {
    const { page } = tablet;
    const size = () => words(3).evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize));
    const before = await size();
    await words(3).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(' She baked the bread, and nobody helped her to do it.'.repeat(24));
    await expect.poll(size).toBe(18);
    expect(before).toBeGreaterThan(18);
    await button('Speak').click();
    await (await speak(page)).getByRole('button', { name: 'Put it in' }).click();
    await words(3).getByRole('button', { name: 'Listen' }).waitFor();
    for (const layout of ['Picture last', 'Small first', 'Picture first']) {
      await button(layout).click();
      for (const window of [phone, { width: 340, height: 392 }, { width: 640, height: 340 }]) {
        await page.setViewportSize(window);
        await button('Go on on the next page').waitFor();
        expect(await underTheWayOn(), `${layout}, ${window.width}x${window.height}`).toEqual([]);
      }
      await page.setViewportSize(phone);
      // What a teacher said takes room above the page.
      const said = await page.locator('[data-desk-work]').evaluateHandle((work) => {
        const slip = document.createElement('div');
        slip.style.flex = '0 0 226px';
        work.prepend(slip);
        return slip;
      });
      await expect.poll(roomForWords, { message: layout }).toBeGreaterThan(60);
      expect(await underTheWayOn(), `${layout}, below a slip`).toEqual([]);
      await said.evaluate((slip) => slip.remove());
    }
    await button('Go on on the next page').click();
    await words(4).waitFor();
    await page.keyboard.type('The end.');
    await says('The end.').waitFor();
    await says('Saved on this tablet').waitFor();
    await expectWellMade(page);
  });

  it('stays on the screen with more pages than have room beside each other, and new ones by keys are written at once', async () => {
    const { page } = tablet;
    await page.setViewportSize({ width: 768, height: 1024 });
    const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'New page' });
    for (let number = 5; number <= 11; number += 1) {
      await next.focus();
      await page.keyboard.press('Enter');
      await words(number).waitFor();
      await expect.poll(() => words(number).evaluate((each) => each === document.activeElement)).toBe(true);
      await page.keyboard.type(`Page of hen ${number}.`);
    }
    await says('Page of hen 11.').first().waitFor();
    expect(await words(12).count()).toBe(0);
    const bar = await button('More').boundingBox();
    expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBeLessThanOrEqual(768);
    await page.setViewportSize(phone);
    tablet.school.proxy.goOnline();
    await says('Saved at school').waitFor();
    tablet.assertQuiet();
  });
});
