import { describe, expect, it } from 'vitest';
import { childTabletOfFile } from '../support/child-tablet.ts';
import { missingOf } from '../support/kept-parts.ts';
import { expectWellMade } from '../support/well-made.ts';

const tablet = childTabletOfFile();
const phone = { width: 340, height: 640 };
const laptop = { width: 1280, height: 800 };

const button = (name: string) => tablet.page.getByRole('button', { name, exact: true });
const step = (name: string) =>
  tablet.page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name, exact: true });
const hooray = () => tablet.page.getByRole('dialog', { name: 'Hooray, Zoë!' });
const moving = () => tablet.page.evaluate(() => document.getAnimations().length);

/** How many paper bits lie at the words of the celebration, however many these are. */
const bitsAtWords = () =>
  tablet.page.getByRole('dialog').evaluate((dialog) => {
    const words = [...dialog.querySelectorAll<HTMLElement>('h1, h2, [role="status"]')];
    for (const each of words) each.textContent = 'Hooray and hooray! '.repeat(8);
    const boxes = words.map((each) => each.getBoundingClientRect());
    return [...dialog.querySelectorAll('[aria-hidden="true"] > i[style*="--turn"]')].filter((bit) => {
      const { left, right, top, bottom } = bit.getBoundingClientRect();
      return boxes.some(
        (box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      );
    }).length;
  });

/** From the page of the child to a paper with words on it. */
async function write(words: string): Promise<void> {
  await tablet.page.goto(`${tablet.school.origin}/dashboard`);
  await button('Write').click();
  await tablet.page.getByRole('textbox', { name: 'Chapter 1', exact: true }).click();
  await tablet.page.keyboard.type(words);
}

describe('Finish', () => {
  it('is a card at a time on a phone, with the way to hand it in always in sight', async () => {
    const { page } = tablet;
    await tablet.signIn();
    await page.setViewportSize(phone);
    await write('Once there was a kite.');
    await step('Finish').click();
    await page.getByRole('heading', { name: 'What is it about?' }).waitFor();
    await page.getByText('Your story has no name yet').waitFor();
    const handIn = await button('Hand it in').boundingBox();
    expect((handIn?.y ?? 0) + (handIn?.height ?? 0)).toBeLessThanOrEqual(phone.height);
    await expectWellMade(page);
    await page.setViewportSize(laptop);
    await expectWellMade(page);
  });

  it('is gone through by keys, and leads from a star to its card and to the title on the paper', async () => {
    const { page } = tablet;
    const star = button('Missing: It says what it is about');
    await star.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What is it about?' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('A kite that flies away.');
    await button('Done: It says what it is about').waitFor();
    await button('Next').focus();
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { name: 'Who is it for?' });
    await expect.poll(() => heading.evaluate((shown) => shown === document.activeElement)).toBe(true);
    await page.reload();
    await heading.waitFor();
    await button('Name it').click();
    const title = page.getByRole('textbox', { name: 'Name your story' });
    await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('The kite');
    await step('Finish').click();
    await button('Done: It has a title').waitFor();
  });

  it('hands in with two taps from the paper, and celebrates without a motion where none is wanted', async () => {
    const { page } = tablet;
    await step('Write').click();
    await page.getByRole('textbox', { name: 'Chapter 1', exact: true }).waitFor();
    await step('Finish').click();
    await button('Hand it in').click();
    await hooray().waitFor();
    const heading = hooray().getByRole('heading', { name: 'Hooray, Zoë!' });
    await expect.poll(() => heading.evaluate((shown) => shown === document.activeElement)).toBe(true);
    await hooray()
      .getByText(/ has it now$/u)
      .waitFor();
    expect(await moving()).toBe(0);
    await expectWellMade(page);
    await page.setViewportSize(phone);
    await expectWellMade(page);
    for (const [width, height] of [
      [340, 640],
      [640, 900],
      [768, 1024],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await bitsAtWords(), `${width} px`).toBe(0);
    }
    await button('See it').click();
    await button('Take it back').waitFor();
  });

  it('says without a network that it waits here, moves where motion is welcome, and leads to the own page', async () => {
    const { page } = tablet;
    await expect.poll(() => missingOf(page, 'writing')).toEqual([]);
    tablet.school.proxy.goOffline();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await write('Once there was a snail.');
    await step('Finish').click();
    await button('Hand it in').click();
    await hooray().waitFor();
    expect(await moving()).toBeGreaterThan(0);
    await hooray().getByText('It waits on this tablet and goes by itself').waitFor();
    await hooray().getByRole('link', { name: 'My page' }).click();
    await page.getByRole('region', { name: 'Mine' }).waitFor();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    tablet.school.proxy.goOnline();
    tablet.assertQuiet();
  });
});
