import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { animalsOfNobody } from '../support/animals.ts';
import { wakeWorker } from '../support/background-sync.ts';
import { CameraTablet } from '../support/camera-tablet.ts';
import type { CardHolder } from '../support/school-office.ts';
import type { SchoolBehindProxy } from '../support/school-behind-proxy.ts';

const secretWords = 'I collect marmalade labels';

let tablet: CameraTablet;
let school: SchoolBehindProxy;
let page: Page;
let first: CardHolder;
let second: CardHolder;
let chosen: string;
let chosenLater: string;

beforeAll(async () => {
  tablet = await CameraTablet.open();
  ({ school, page } = tablet);
  [first, second] = tablet.children;
  [chosen = '', chosenLater = ''] = animalsOfNobody(tablet.children);
});

afterAll(() => tablet.close());

/** How many children's work the tablet may send when they have gone. */
function grants(): Promise<number> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('quillshelf:device');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('The database of the tablet did not open'));
    });
    const names = await new Promise<IDBValidKey[]>((resolve) => {
      const request = database.transaction('facts').objectStore('facts').getAllKeys();
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    return names.filter((name) => typeof name === 'string' && name.includes('grant')).length;
  });
}

describe('a tablet in a class', () => {
  it('lets a child in by the card held to its camera', async () => {
    await tablet.comeInByCard(first);
    await expect.poll(grants).toBe(1);
  });

  it('keeps what the child changes without a network, over a reload', async () => {
    school.proxy.goOffline();
    await page.getByRole('button', { name: 'Change my picture' }).click();
    await page.getByRole('list', { name: 'Animals' }).getByRole('button', { name: chosen }).click();
    await page.getByRole('img', { name: `Your picture: the ${chosen}` }).waitFor();
    await page.getByRole('textbox', { name: 'About me' }).fill(secretWords);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('img', { name: `Your picture: the ${chosen}` }).waitFor();
    expect(await page.getByRole('textbox', { name: 'About me' }).inputValue()).toBe(secretWords);
    await tablet.leave();
  });

  it('sends it while the next child works, who sees nothing of it', async () => {
    school.proxy.goOnline();
    await tablet.comeInByCard(second);
    const picture = await page.getByRole('img', { name: /^Your picture/u }).getAttribute('aria-label');
    expect(picture).not.toContain(chosen);
    await expect.poll(async () => (await school.record.ownThingsOf(first.id)).avatar).toBe(chosen);
    expect(await page.content()).not.toContain(secretWords);
    await page.goBack();
    await page.goForward();
    await tablet.heading(`Hello, ${second.name}!`).waitFor();
    expect(await page.content()).not.toContain(secretWords);
    expect((await school.record.ownThingsOf(second.id)).avatar).not.toBe(chosen);
  });

  it('sends what the next child left with the app closed, once the browser finds a network', async () => {
    await expect.poll(grants).toBe(2);
    school.proxy.goOffline();
    await page.getByRole('button', { name: 'Change my picture' }).click();
    await page.getByRole('list', { name: 'Animals' }).getByRole('button', { name: chosenLater }).click();
    await page.getByRole('img', { name: `Your picture: the ${chosenLater}` }).waitFor();
    await page.goto('about:blank');
    // The window that was left may be there for a moment more.
    const woken = () => wakeWorker(page.context()).then(() => 'done', String);
    await expect.poll(woken).toContain('Not everything could be sent');
    school.proxy.goOnline();
    expect(await woken()).toBe('done');
    expect((await school.record.ownThingsOf(second.id)).avatar).toBe(chosenLater);
    // Whose work it is finds it done.
    await page.goto(`${school.origin}/dashboard`);
    await page.getByRole('img', { name: `Your picture: the ${chosenLater}` }).waitFor();
    await page.getByRole('button', { name: 'All sent. Show changes' }).waitFor();
    tablet.assertQuiet();
  });
});
