import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { childTabletOfFile } from '../support/child-tablet.ts';
import { reviewingTeacherOfFile } from '../support/reviewing-teacher.ts';

const tablet = childTabletOfFile();
const teacher = reviewingTeacherOfFile();

const title = 'The lost kite of the little green snail';
const before =
  'Once there was a snail who lived below a wide green leaf and had never been anywhere else. '.repeat(3);
const words = `${before}One day it found a kyte in the grass and asked everybody whose it was.`;
const comment = 'Look at this word once more.';

/** The middle of this word, in pixels of the screen. */
function middleOf(paper: Locator, word: string): Promise<{ x: number; y: number }> {
  return paper.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const at = node.data.indexOf(wanted);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const { left, top, width, height } = range.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }
    throw new Error(`There is no ${wanted}.`);
  }, word);
}

/** How far the point of a pin is from a word. */
async function distance(pin: Locator, paper: Locator, word: string): Promise<number> {
  const { x, y } = await middleOf(paper, word);
  const at = await pin.evaluate((button) => {
    const { left, top } = (button.parentElement ?? button).getBoundingClientRect();
    return { x: left, y: top };
  });
  return Math.hypot(at.x - x, at.y - y);
}

/** Pixels of its words that cannot be seen. */
function cutOffOf(heading: Locator): Promise<number> {
  return heading.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
    Math.max(scrollWidth - clientWidth, scrollHeight - clientHeight),
  );
}

const chapter = () => tablet.page.getByRole('textbox', { name: 'Chapter 1', exact: true });
const pin = () => tablet.page.getByRole('button', { name: `Place 1: ${comment}` });

describe('a word of a story that a teacher points at', () => {
  it('is pointed at on a wide screen', async () => {
    const { page } = tablet;
    await tablet.signIn();
    await page.setViewportSize({ width: 340, height: 640 });
    await page.goto(`${tablet.school.origin}/dashboard`);
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await chapter().waitFor();
    await page.keyboard.type(words);
    await page.getByRole('textbox', { name: 'Name your story' }).fill(title);
    await page.getByText('Saved at school', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Finish', exact: true }).click();
    await page.getByRole('button', { name: 'Hand it in' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'My page' }).click();

    const { page: at } = teacher;
    await at.setViewportSize({ width: 1280, height: 800 });
    await teacher.signIn(tablet.school.server.origin('greenfield'));
    await teacher.open(title);
    const paper = at.getByRole('region', { name: 'Chapter 1', exact: true });
    await paper.getByText('found a kyte').waitFor();
    const { x, y } = await middleOf(paper, 'kyte');
    await at.mouse.click(x, y);
    await at.getByLabel('1. A word about this place').fill(comment);
    const placed = at.getByRole('button', { name: `Place 1: ${comment}` });
    expect(await distance(placed, paper, 'kyte')).toBeLessThan(12);
    await at.setViewportSize({ width: 340, height: 640 });
    expect(await cutOffOf(at.getByRole('heading', { level: 1, name: title }))).toBeLessThanOrEqual(1);
    await at.setViewportSize({ width: 700, height: 900 });
    await expect.poll(() => distance(placed, paper, 'kyte')).toBeLessThan(12);
    await at.setViewportSize({ width: 1280, height: 800 });
    await at.getByLabel('Your kind words').fill('A fine story!');
    await at.getByRole('button', { name: 'Give back' }).click();
    await at.getByText('The story went back to its author.').waitFor();
    teacher.assertQuiet();
  });

  it('is the same one on the phone of the child, and stays it while the child writes', async () => {
    const { page } = tablet;
    await page.getByRole('link', { name: `${title} To fix` }).click();
    await page.getByText(/wrote to you$/u).click();
    await page.getByRole('button', { name: `1 ${comment}` }).click();
    await pin().waitFor();
    await expect.poll(() => distance(pin(), chapter(), 'kyte')).toBeLessThan(12);
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect.poll(() => distance(pin(), chapter(), 'kyte')).toBeLessThan(12);
    await page.setViewportSize({ width: 340, height: 640 });
    await chapter().click({ position: { x: 4, y: 4 } });
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('This is a story about a very small animal. ');
    await expect.poll(() => distance(pin(), chapter(), 'kyte')).toBeLessThan(12);
    tablet.assertQuiet();
  });
});
