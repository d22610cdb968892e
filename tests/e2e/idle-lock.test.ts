import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CameraTablet } from '../support/camera-tablet.ts';
import { readDevice } from '../support/read-device.ts';
import type { CardHolder } from '../support/school-office.ts';
import type { SchoolBehindProxy } from '../support/school-behind-proxy.ts';

const words = 'I collect marmalade labels';
const refused = /status of 401/u;

let tablet: CameraTablet;
let school: SchoolBehindProxy;
let page: Page;
let tab: Page;
let first: CardHolder;
let second: CardHolder;

beforeAll(async () => {
  tablet = await CameraTablet.open({ hasClock: true });
  ({ school, page } = tablet);
  [first, second] = tablet.children;
});

afterAll(() => tablet.close());

const heading = (name: string, on = page) => on.getByRole('heading', { level: 1, name });
const aboutMe = () => page.getByRole('textbox', { name: 'About me' });
const cover = (on = page) => heading(`Are you back, ${first.name}?`, on);

/** What of the first child's can be found in the document, by whatever means. */
async function tracesIn(shown: Page): Promise<string[]> {
  const texts = [await shown.content(), await shown.locator('body').ariaSnapshot()].join('\n');
  return [words, first.username, `Hello, ${first.name}`, 'About me'].filter((trace) => texts.includes(trace));
}

describe('a tablet that a child leaves lying', () => {
  it('asks whether the child is still there, and takes any key for a yes', async () => {
    await tablet.comeInByCard(first);
    await aboutMe().fill(words);
    await page.clock.fastForward('05:10');
    await page.getByRole('heading', { name: 'Are you still there?' }).waitFor();
    await page.keyboard.press('Shift');
    await page.getByRole('heading', { name: 'Are you still there?' }).waitFor({ state: 'hidden' });
    expect(await aboutMe().inputValue()).toBe(words);
  });

  it('locks in all tabs, and nothing of the child can be read in any', async () => {
    tab = await page.context().newPage();
    await tab.goto(`${school.origin}/dashboard`);
    await heading(`Hello, ${first.name}!`, tab).waitFor();
    await page.bringToFront();
    await page.clock.fastForward('06:00');
    await cover().waitFor();
    await cover(tab).waitFor();
    expect(await tracesIn(page)).toEqual([]);
    expect(await tracesIn(tab)).toEqual([]);
  });

  it('stays locked over a reload, Back, Escape and a tap beside it', async () => {
    await tab.reload();
    await cover(tab).waitFor();
    await page.goBack();
    await page.goForward();
    await page.goBack();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await cover().waitFor();
    expect(await tracesIn(page)).toEqual([]);
    expect(await tracesIn(tab)).toEqual([]);
    const late = await page.context().newPage();
    await late.goto(`${school.origin}/dashboard`);
    await cover(late).waitFor();
    expect(await tracesIn(late)).toEqual([]);
    await late.close();
  });

  it('does not open to the card of another child', async () => {
    await tablet.hold(second);
    await page.getByRole('button', { name: 'Scan my card' }).click();
    await page.getByText('Login failed. Please check your credentials.').waitFor();
    expect(await tracesIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await cover().waitFor();
  });

  it('opens to the card of its child, with what was typed', async () => {
    await tablet.hold(first);
    await page.getByRole('button', { name: 'Scan my card' }).click();
    await heading(`Hello, ${first.name}!`).waitFor();
    expect(await aboutMe().inputValue()).toBe(words);
    await heading(`Hello, ${first.name}!`, tab).waitFor();
    // Back is undone by now, and asks.
    await page.goBack();
    await page.getByText('What you typed here will be lost.').waitFor();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await aboutMe().inputValue()).toBe(words);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await expect.poll(async () => (await school.record.ownThingsOf(first.id)).about_me).toBe(words);
  });

  it('is passed to the next child, who is asked first where something is not saved', async () => {
    await aboutMe().fill(`${words} and stamps`);
    await page.clock.fastForward('06:00');
    await cover().waitFor();
    await page.getByRole('button', { name: `Not ${first.name}? Next child` }).click();
    await heading('Pass the tablet?').waitFor();
    await page.getByRole('button', { name: 'Next child' }).click();
    // The camera opens by itself, and the first child's card still lies before it.
    await page.getByText('Put this card away first. Then hold up yours.').waitFor();
    await page.getByRole('button', { name: 'Type it instead' }).click();
    await tablet.hold(second);
    await page.getByRole('button', { name: 'Scan my card' }).click();
    await tablet.arrive(second);
    // A page that is left in the middle of it goes on with it at the next start, and says that it was torn off.
    await tablet.forgotten();
    await page.goBack();
    await page.goBack();
    await page.goForward();
    expect(await tracesIn(page)).toEqual([]);
    const device = await readDevice(page);
    expect(device).toContain('quillshelf:');
    expect([words, first.username].filter((trace) => device.includes(trace))).toEqual([]);
    expect(await tracesIn(tab)).not.toContain(`Hello, ${first.name}`);
    tablet.assertQuiet(refused);
  });
});
