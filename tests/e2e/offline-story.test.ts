import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { animalsOfNobody } from '../support/animals.ts';
import { CameraTablet } from '../support/camera-tablet.ts';
import { readDevice } from '../support/read-device.ts';
import type { CardHolder } from '../support/school-office.ts';
import type { SchoolBehindProxy } from '../support/school-behind-proxy.ts';

const words = { first: 'I collect marmalade labels', second: 'Blackcurrants are my favourite' };

let tablet: CameraTablet;
let school: SchoolBehindProxy;
let page: Page;
let first: CardHolder;
let second: CardHolder;
let chosenByFirst: string;
let chosenBySecond: string;

beforeAll(async () => {
  tablet = await CameraTablet.open();
  ({ school, page } = tablet);
  [first, second] = tablet.children;
  [chosenByFirst = '', chosenBySecond = ''] = animalsOfNobody(tablet.children);
});

afterAll(() => tablet.close());

const picture = (name: string) => page.getByRole('img', { name: `Your picture: the ${name}` });
const aboutMe = () => page.getByRole('textbox', { name: 'About me' });

async function make(animal: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Change my picture' }).click();
  await page.getByRole('list', { name: 'Animals' }).getByRole('button', { name: animal }).click();
  await picture(animal).waitFor();
  await aboutMe().fill(text);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
}

/** What of this child a page of this address could read on the tablet. */
async function tracesOf({ username, badge }: CardHolder, text: string): Promise<string[]> {
  const device = await readDevice(page);
  expect(device).toContain('quillshelf:');
  return [text, username, badge].filter((secret) => device.includes(secret));
}

describe('a prepared tablet whose school is out of reach', () => {
  it('is prepared by a teacher, for her class', async () => {
    await tablet.prepare();
    // It knows the children now: their faces are its first screen, and its files say nothing of them.
    await page.getByRole('button', { name: new RegExp(`^${first.name} `, 'u') }).waitFor();
    const device = await readDevice(page);
    expect(device).toContain('preparation_id');
    const shown = await page.content();
    const isReadable = ({ name, username, badge }: CardHolder) =>
      [`"${name}"`, `"${name}\\"`, username, badge].some((text) => device.includes(text)) ||
      [username, badge].some((text) => shown.includes(text));
    expect([first, second].filter(isReadable)).toEqual([]);
  });

  it('lets in a child who never used it, whose changes stand over a reload', async () => {
    await school.server.stop();
    await tablet.comeInByCard(first);
    await make(chosenByFirst, words.first);
    await page.reload();
    await picture(chosenByFirst).waitFor();
    expect(await aboutMe().inputValue()).toBe(words.first);
    await page.goBack();
    await page.goForward();
    await picture(chosenByFirst).waitFor();
  });

  it('keeps nothing of that child which the next one could read, nor the way back to it', async () => {
    await tablet.leave();
    expect(await tracesOf(first, words.first)).toEqual([]);
    await page.goBack();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await page.content()).not.toContain(words.first);
    expect(await tablet.heading(`Hello, ${first.name}!`).count()).toBe(0);
  });

  it('lets in the next child, who sees nothing of the one before, over Back and a reload', async () => {
    await tablet.comeInByCard(second);
    expect(await picture(chosenByFirst).count()).toBe(0);
    expect(await aboutMe().inputValue()).toBe('');
    await make(chosenBySecond, words.second);
    await page.goBack();
    await page.goForward();
    await page.reload();
    await picture(chosenBySecond).waitFor();
    await tablet.heading(`Hello, ${second.name}!`).waitFor();
    expect(await tracesOf(first, words.first)).toEqual([]);
    // A second tab is the same child's, and no other's.
    const tab = await page.context().newPage();
    await tab.goto(`${school.origin}/dashboard`);
    await tab.getByRole('heading', { level: 1, name: `Hello, ${second.name}!` }).waitFor();
    expect(await tab.content()).not.toContain(words.first);
    await tab.close();
  });

  it('sends what both did, each as its own, when the school is back', async () => {
    await school.server.start();
    await expect
      .poll(() => school.record.ownThingsOf(second.id))
      .toEqual({ avatar: chosenBySecond, about_me: words.second });
    await expect
      .poll(() => school.record.ownThingsOf(first.id))
      .toEqual({ avatar: chosenByFirst, about_me: words.first });
    // The second child is still there, now with a session of the school, and has seen nothing of it.
    await page.waitForFunction(() => localStorage.getItem('refreshToken') !== null);
    await page.reload();
    await picture(chosenBySecond).waitFor();
    expect(await aboutMe().inputValue()).toBe(words.second);
    expect(await tracesOf(first, words.first)).toEqual([]);
    await tablet.leave();
    expect(await tracesOf(second, words.second)).toEqual([]);
    expect(await page.getByText('Unsent changes on this tablet').count()).toBe(0);
    tablet.assertQuiet();
  });

  it('tells a child in plain words whose card is none any more, and makes nothing with it', async () => {
    school.proxy.goOffline();
    await tablet.comeInByCard(first);
    await aboutMe().fill('Marmalade no more');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await tablet.office.replaceCards(first);
    school.proxy.goOnline();
    // It may be moving to where it covers nothing of the page that one comes to.
    await page.getByText('Please sign in again').first().waitFor();
    await page
      .getByText(/What you made is still on this tablet/u)
      .first()
      .waitFor();
    await page.waitForURL(/\/login/u);
    await tablet.forgotten();
    expect(await tracesOf(first, 'Marmalade no more')).toEqual([]);
    expect((await school.record.ownThingsOf(first.id)).about_me).toBe(words.first);
    tablet.assertQuiet();
  });
});
