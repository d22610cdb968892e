import { describe, expect, it } from 'vitest';
import { childTabletOfFile } from '../support/child-tablet.ts';
import { expectWellMade } from '../support/well-made.ts';

const tablet = childTabletOfFile();

/** A phone of 340 pixels, and what a keyboard of 248 leaves of it. */
const phone = { width: 340, height: 640 };
const besideKeyboard = { width: 340, height: 640 - 248 };

const paper = () => tablet.page.getByRole('textbox', { name: 'Chapter 1', exact: true });
const bar = (name: string) => tablet.page.getByRole('button', { name, exact: true });

/** How much of the screen's height the sheet of paper has that can be seen of it. */
function shareOfPaper(): Promise<number> {
  return tablet.page.getByRole('article').evaluate((sheet) => {
    const work = sheet.closest('[data-desk-work]')?.getBoundingClientRect() ?? new DOMRect();
    const { top, bottom } = sheet.getBoundingClientRect();
    return (Math.min(bottom, work.bottom) - Math.max(top, work.top)) / window.innerHeight;
  });
}

/** Whole lines of the words that can be seen, and whether the cursor stands in one of them. */
function linesInSight(): Promise<{ lines: number; hasCursor: boolean }> {
  return paper().evaluate((words) => {
    const work = words.closest('[data-desk-work]')?.getBoundingClientRect() ?? new DOMRect();
    const isSeen = ({ top, bottom }: DOMRect) => top >= work.top && bottom <= work.bottom;
    const all = document.createRange();
    all.selectNodeContents(words);
    const tops = [...all.getClientRects()].filter(isSeen).map(({ top }) => Math.round(top));
    const cursor = getSelection()?.getRangeAt(0).getClientRects()[0];
    return { lines: new Set(tops).size, hasCursor: cursor !== undefined && isSeen(cursor) };
  });
}

/** Pixels of the ring around the title, which has the keyboard, that lie below the note of what is saved. */
function coveredRing(): Promise<number> {
  return tablet.page.getByRole('article').evaluate((sheet) => {
    const title = sheet.querySelector('textarea');
    const note = [...sheet.querySelectorAll('p[role="status"]')].find((each) => each.querySelector('svg'));
    if (!title?.matches(':focus-visible') || !note) throw new Error('There is no ring, or no note.');
    sheet.closest('[data-desk-work]')?.scrollTo(0, 0);
    const { outlineOffset, outlineWidth } = getComputedStyle(title);
    const ring =
      title.getBoundingClientRect().top - Number.parseFloat(outlineOffset) - Number.parseFloat(outlineWidth);
    return Math.max(0, note.getBoundingClientRect().bottom - ring);
  });
}

describe('the desk on a phone', () => {
  it('gives the paper most of the screen, and three lines beside a keyboard', async () => {
    const { page } = tablet;
    await tablet.signIn();
    await page.setViewportSize(phone);
    await page.goto(`${tablet.school.origin}/uploadblogsteps`);
    await page.getByRole('textbox', { name: 'What is your new story called?' }).fill('The kite');
    await page.getByRole('button', { name: 'Write a new story' }).click();
    await page
      .getByRole('navigation', { name: 'Steps' })
      .getByRole('link', { name: 'Write', exact: true })
      .click();
    await paper().click();
    for (let line = 1; line < 12; line += 1) {
      await page.keyboard.type(`Once there was a kite, number ${line}.`);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.type('The end.');
    await expect.poll(shareOfPaper).toBeGreaterThanOrEqual(0.6);
    expect(await page.getByRole('banner').count()).toBe(0);
    await expectWellMade(page);

    await page.setViewportSize(besideKeyboard);
    await expect.poll(async () => (await linesInSight()).hasCursor).toBe(true);
    expect((await linesInSight()).lines).toBeGreaterThanOrEqual(3);
    for (const name of ['Picture', 'Draw', 'Speak', 'More']) await bar(name).waitFor();
    await page.setViewportSize(phone);
  });

  it('keeps what is needed seldom behind More, which Escape and Back close', async () => {
    const { page } = tablet;
    const more = page.getByRole('dialog', { name: 'More' });
    expect(await bar('Heading').count()).toBe(0);
    await bar('More').click();
    await bar('Heading').waitFor();
    await expectWellMade(page);
    // The keyboard stays in it.
    for (let times = 0; times < 20; times += 1) await page.keyboard.press('Tab');
    expect(await more.evaluate((sheet) => sheet.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await more.waitFor({ state: 'detached' });
    await bar('More').click();
    await more.waitFor();
    await page.goBack();
    await more.waitFor({ state: 'detached' });
    await paper().waitFor();
  });

  it('has a title on the paper and more than one chapter', async () => {
    const { page } = tablet;
    const title = page.getByRole('textbox', { name: 'Name your story' });
    await title.fill('The red kite');
    expect(await coveredRing()).toBe(0);
    await title.press('Enter');
    expect(await paper().evaluate((words) => words === document.activeElement)).toBe(true);
    await page.getByRole('heading', { level: 1, name: 'The red kite' }).waitFor();
    await bar('More').click();
    await bar('New chapter').click();
    await page.getByRole('textbox', { name: 'Chapter 2', exact: true }).waitFor();
    await bar('2 of 2').click();
    await bar('Chapter 1').click();
    await paper().waitFor();
    await page.reload();
    await paper().waitFor();
    await bar('1 of 2').waitFor();
    tablet.assertQuiet();
  });
});

describe('the page of a child', () => {
  const typed = 'Once there was a snail.';
  const cursorIsIn = (name: string) =>
    expect
      .poll(() =>
        tablet.page
          .getByRole('textbox', { name, exact: true })
          .evaluate((words) => words.contains(document.activeElement)),
      )
      .toBe(true);

  it('leads with one tap to an empty paper with the cursor in it, and to no second one', async () => {
    const { page } = tablet;
    const mine = page.getByRole('region', { name: 'Mine' });
    const write = page.getByRole('button', { name: 'Write', exact: true });
    await page.goto(`${tablet.school.origin}/dashboard`);
    await mine.getByRole('link', { name: /The red kite/u }).waitFor();
    await expectWellMade(page);
    await write.click();
    await cursorIsIn('Chapter 1');
    await page.getByRole('link', { name: 'My page' }).click();
    await page.goto(`${tablet.school.origin}/dashboard`);
    await mine.getByRole('link', { name: /The red kite/u }).waitFor();
    await write.click();
    await cursorIsIn('Chapter 1');
    const ideas = page.getByRole('list', { name: 'Ideas' });
    await ideas.getByRole('button').nth(2).waitFor();
    expect(await shareOfPaper()).toBeGreaterThanOrEqual(0.6);
    await expectWellMade(page);
    await page.keyboard.type(typed);
    await ideas.waitFor({ state: 'detached' });
    await page.getByText('Saved at school', { exact: true }).waitFor();
    await page.goto(`${tablet.school.origin}/dashboard`);
    await mine.getByRole('link', { name: /The red kite/u }).waitFor();
    expect(await mine.getByRole('listitem').count()).toBe(2);
  });

  it('leads with one tap to where the child stopped', async () => {
    const { page } = tablet;
    await page.goto(`${tablet.school.origin}/dashboard`);
    await page.getByRole('link', { name: /Go on$/u }).click();
    await cursorIsIn('Chapter 1');
    await page.keyboard.type(' It went on.');
    await page.getByText(`${typed} It went on.`).waitFor();
    tablet.assertQuiet();
  });
});
