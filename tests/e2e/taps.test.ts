import { describe, expect, it } from 'vitest';
import { childTabletOfFile } from '../support/child-tablet.ts';
import { StepCounter } from '../support/count-steps.ts';

/** How many taps a child needs; from the card to the cursor: prepared-tablet.test.ts. */
const tablet = childTabletOfFile();
const steps = new StepCounter();

const button = (name: string) => tablet.page.getByRole('button', { name, exact: true });
const field = (name: string) => tablet.page.getByRole('textbox', { name, exact: true });
const step = (name: string) =>
  tablet.page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name, exact: true });
const openOwnPage = () => tablet.page.goto(`${tablet.school.origin}/dashboard`);

async function untilCursorIsIn(name: string): Promise<void> {
  await expect.poll(() => field(name).evaluate((words) => words.contains(document.activeElement))).toBe(true);
}

describe('from the page of a child', () => {
  it('it is one tap to where the child stopped', async () => {
    const { page } = tablet;
    await tablet.signIn();
    await page.setViewportSize({ width: 340, height: 640 });
    await openOwnPage();
    await button('Write').click();
    await untilCursorIsIn('Chapter 1');
    await page.keyboard.type('Once there was a kite.');
    await page.getByText('Saved at school', { exact: true }).waitFor();
    await openOwnPage();
    steps.startAgain();
    await steps.tap(page.getByRole('link', { name: /Go on$/u }));
    await untilCursorIsIn('Chapter 1');
    expect(steps.taps).toBe(1);
  });

  it('it is two taps from the words to a picture among them', async () => {
    steps.startAgain();
    await steps.tap(button('Picture'));
    await steps.tap(button('Fox'));
    await field('Chapter 1').getByRole('img', { name: 'Fox', exact: true }).waitFor();
    expect(steps.taps).toBe(2);
  });

  it('it is two taps from the words to what is handed in', async () => {
    const { page } = tablet;
    await field('Name your story').fill('The kite');
    await step('Finish').click();
    await button('Missing: It says what it is about').click();
    await field('A line or two for the back cover').fill('A kite that flies away.');
    await button('Done: It says what it is about').waitFor();
    await step('Write').click();
    await field('Chapter 1').waitFor();
    steps.startAgain();
    await steps.tap(step('Finish'));
    await steps.tap(button('Hand it in'));
    await page.getByRole('dialog', { name: 'Hooray, Zoë!' }).waitFor();
    expect(steps.taps).toBe(2);
  });
});

describe('on a page of a book', () => {
  it('it is one tap to its first page, one to another layout, and one to the next page', async () => {
    const { page } = tablet;
    await openOwnPage();
    await button('Make a book').waitFor();
    steps.startAgain();
    await steps.tap(button('Make a book'));
    await untilCursorIsIn('Page 1');
    expect(steps.taps).toBe(1);
    const sheet = await page.getByRole('article').boundingBox();
    expect((sheet?.height ?? 0) / 640).toBeGreaterThanOrEqual(0.6);
    await page.keyboard.type('A hen found some wheat.');
    await button('Picture').click();
    await button('Hen').or(button('Fox')).first().click();
    const picture = field('Page 1').locator('img');
    await picture.waitFor();
    const isAbove = async () =>
      ((await picture.boundingBox())?.y ?? 0) <
      ((await page.getByText('A hen found some wheat.').boundingBox())?.y ?? 0);
    await expect.poll(isAbove).toBe(true);
    steps.startAgain();
    await steps.tap(button('Picture last'));
    await expect.poll(isAbove).toBe(false);
    expect(steps.taps).toBe(1);
    steps.startAgain();
    await steps.tap(button('New page'));
    await field('Page 2').waitFor();
    expect(steps.taps).toBe(1);
    tablet.assertQuiet();
  });
});
