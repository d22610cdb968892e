import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CameraTablet } from '../support/camera-tablet.ts';
import { StepCounter } from '../support/count-steps.ts';
import type { CardHolder } from '../support/school-office.ts';
import { expectWellMade } from '../support/well-made.ts';

let tablet: CameraTablet;
let first: CardHolder;
let second: CardHolder;

beforeAll(async () => {
  tablet = await CameraTablet.open();
  [first, second] = tablet.children;
  await tablet.page.context().grantPermissions(['camera']);
  await tablet.prepare();
});

afterAll(() => tablet.close());

const steps = new StepCounter();

const button = (name: string) => tablet.page.getByRole('button', { name, exact: true });
const own = ({ name }: CardHolder) => tablet.heading(`Hello, ${name}!`);

async function openAt(width: number): Promise<void> {
  steps.startAgain();
  await tablet.page.setViewportSize({ width, height: width < 600 ? 640 : 800 });
  await tablet.page.goto(`${tablet.school.origin}/login`);
}

async function untilCursorIsInPaper(): Promise<void> {
  await tablet.page.waitForFunction(() => document.activeElement?.getAttribute('contenteditable') === 'true');
}

describe('a prepared tablet without a network', () => {
  it('is one tap from a card that is held up to the cursor in a story', async () => {
    tablet.school.proxy.goOffline();
    for (const [width, child] of [
      [340, first],
      [1280, second],
    ] as const) {
      await tablet.hold(child);
      await openAt(width);
      await own(child).waitFor();
      await steps.tap(button('Write'));
      await untilCursorIsInPaper();
      expect(steps.taps).toBe(1);
      await tablet.page.goto(`${tablet.school.origin}/dashboard`);
      await tablet.leave();
      // Nothing but the faces is left of the child, whose work waits here and is said to.
      await tablet.page.getByText(/^Not at school yet: /u).waitFor();
      expect(await tablet.page.content()).not.toContain(child.username);
    }
  });

  it('is two taps from a card where the camera may not run unasked', async () => {
    const context = tablet.page.context();
    await context.clearPermissions();
    await tablet.hold(first);
    await openAt(340);
    await steps.tap(button('Scan my card'));
    await own(first).waitFor();
    await steps.tap(button('Write'));
    await untilCursorIsInPaper();
    expect(steps.taps).toBe(2);
    await tablet.page.goto(`${tablet.school.origin}/dashboard`);
    await tablet.leave();
    await context.grantPermissions(['camera']);
  });

  it('shows a child who comes back the story that they went on with, which the school has', async () => {
    const { page, school } = tablet;
    school.proxy.goOnline();
    await page.setViewportSize({ width: 768, height: 1024 });
    await tablet.comeInByCard(second);
    await button('Write').click();
    await untilCursorIsInPaper();
    await page.keyboard.type('A kite flew over the church.');
    await page.getByText('Saved at school').waitFor();
    const story = page.url();
    await page.goto(`${school.origin}/dashboard`);
    await button('All sent. Show changes').waitFor();
    school.proxy.goOffline();
    for (const more of [' It fell', ' into the sea.']) {
      await page.goto(story);
      await page.getByText('A kite flew over the church.').click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(more);
      await page.getByText('Saved on this tablet').waitFor();
      await page.goto(`${school.origin}/dashboard`);
      await own(second).waitFor();
      await tablet.leave();
      await tablet.comeInByCard(second);
    }
    await page.goto(story);
    const whole = page.getByText('A kite flew over the church. It fell into the sea.');
    await whole.waitFor();
    expect(await whole.count()).toBe(1);
    await page.goto(`${school.origin}/dashboard`);
    school.proxy.goOnline();
    await button('All sent. Show changes').waitFor();
    await tablet.leave();
  });

  it('is well made at every width, with faces, a hello and the ways of grown-ups', async () => {
    const { page } = tablet;
    await tablet.hold(null);
    await openAt(768);
    await button('Zoë F., otter').waitFor();
    await expectWellMade(page, { tapSize: 48 });
    await button('Zoë F., otter').click();
    await page.getByLabel('Your password').waitFor();
    await expectWellMade(page, { tapSize: 48 });
    await button('Back').click();
    await button('Teacher or parent?').click();
    await tablet.heading('Who is signing in?').waitFor();
    await button('Back').click();
    await button('Zoë F., otter').waitFor();
  });

  it('is face, password and Write where there is no camera', async () => {
    const { page } = tablet;
    tablet.school.proxy.goOnline();
    await page.addInitScript(() => {
      navigator.mediaDevices.enumerateDevices = () => Promise.resolve([]);
    });
    for (const width of [340, 1280]) {
      await openAt(width);
      await tablet.heading('Tap your picture').waitFor();
      expect(await button('Scan my card').count()).toBe(0);
      await steps.tap(button('Zoë F., otter'));
      await page.getByLabel('Your password').fill('Sunny Otter 42');
      await steps.tap(button('Sign in'));
      await steps.tap(button('Write'));
      await untilCursorIsInPaper();
      expect(steps.taps).toBe(3);
      await page.goto(`${tablet.school.origin}/dashboard`);
      await page.getByRole('link', { name: 'I am finished' }).click();
      await tablet.heading('Tap your picture').waitFor();
    }
    tablet.assertQuiet();
  });
});
