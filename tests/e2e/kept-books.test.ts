import { describe, expect, it } from 'vitest';
import { childTabletOfFile } from '../support/child-tablet.ts';
import { missingOf } from '../support/kept-parts.ts';
import { readDevice } from '../support/read-device.ts';
import { signInAt } from '../support/sign-in.ts';
import { expectWellMade } from '../support/well-made.ts';

const story = 'the-day-the-bus-broke-down';

const tablet = childTabletOfFile();

async function signOut(): Promise<void> {
  await tablet.page.getByRole('button', { name: /^Your menu/u }).click();
  await tablet.page.getByRole('menuitem', { name: 'Sign out' }).click();
  await tablet.page.waitForURL('**/login');
}

const kept = () => tablet.page.getByRole('list', { name: 'Kept on this tablet' }).getByRole('listitem');

describe('a story that is kept on a tablet', () => {
  it('opens without a network where one stopped, as one likes pages, in a browser that was closed', async () => {
    await tablet.signIn();
    await tablet.page.goto(`${tablet.school.origin}/library/${story}`);
    await tablet.page.getByRole('button', { name: 'Keep on this tablet' }).click();
    await tablet.page.getByText('All that you keep here').waitFor();
    await expectWellMade(tablet.page);
    await tablet.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect.poll(() => missingOf(tablet.page, 'library', 'reader')).toEqual([]);

    tablet.school.proxy.goOffline();
    await tablet.page.getByRole('link', { name: 'Read', exact: true }).click();
    await tablet.page.getByText('We were going to the museum').waitFor();
    const picture = tablet.page.getByRole('img', { name: 'A yellow bus stands beside a field.' });
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);

    await tablet.page.getByRole('button', { name: 'How pages look' }).click();
    const panel = tablet.page.getByRole('dialog', { name: 'How pages look' });
    await panel.getByRole('radio', { name: 'Dark' }).check();
    await panel.getByRole('button', { name: 'Larger letters' }).click();
    await expectWellMade(tablet.page);
    await tablet.page.keyboard.press('Escape');
    await tablet.page.getByRole('button', { name: 'Bookmark' }).click();
    // No voice comes with this browser, and it says so.
    await tablet.page.getByRole('button', { name: 'Read to me' }).click();
    await tablet.page.getByText('This tablet has no voice, so it cannot read to you.').waitFor();
    await tablet.page.keyboard.press('ArrowRight');
    await tablet.page.getByText('I found a horseshoe.').waitFor();
    await tablet.page.getByRole('link', { name: 'Close the book' }).click();
    await tablet.page
      .getByRole('link', { name: 'Bookmark' })
      .or(tablet.page.getByText('Bang'))
      .first()
      .waitFor();
    await tablet.startAgain();
    await tablet.page.goto(`${tablet.school.origin}/library/${story}/2`);
    await tablet.page.getByText('I found a horseshoe.').waitFor();
    const ink = await tablet.page
      .getByText('I found a horseshoe.')
      .evaluate((words) => getComputedStyle(words).color);
    expect(ink).toBe('rgb(239, 231, 218)');
    await tablet.page.goto(`${tablet.school.origin}/library/${story}`);
    await tablet.page.getByRole('link', { name: 'Read again' }).waitFor();
    await tablet.page
      .getByRole('navigation', { name: 'Bookmarks' })
      .getByRole('link', { name: 'Bang' })
      .waitFor();

    await tablet.page.goto(`${tablet.school.origin}/library`);
    await tablet.page
      .getByRole('region', { name: 'On this tablet' })
      .getByRole('link', { name: /The Day the Bus Broke Down/u })
      .waitFor();
    await tablet.page.goto(`${tablet.school.origin}/on-this-tablet`);
    await expect.poll(() => kept().count()).toBe(1);
    await expectWellMade(tablet.page);
  });

  it('is nobody else’s on the same tablet, stays for its reader, and goes when they take it off', async () => {
    tablet.school.proxy.goOnline();
    await tablet.page.goto(`${tablet.school.origin}/library/dragons-do-not-like-soup`);
    await tablet.page.getByRole('button', { name: 'Keep on this tablet' }).click();
    await tablet.page.getByText('All that you keep here').waitFor();
    await signOut();
    await signInAt(tablet.page, tablet.school.origin, 'teacher@greenfield.test');
    await tablet.page.goto(`${tablet.school.origin}/on-this-tablet`);
    await tablet.page.getByText('You keep nothing here yet').waitFor();
    await tablet.page.getByText(/^Others keep/u).waitFor();
    // Neither shown nor to be read in what the device holds.
    const device = await readDevice(tablet.page);
    expect(device).toContain('kept ');
    expect(device).not.toContain('they toast them on their own');
    expect(device).not.toContain('Dragons Do Not Like Soup');
    await signOut();

    await tablet.signIn();
    await tablet.page.goto(`${tablet.school.origin}/on-this-tablet`);
    await expect.poll(() => kept().count()).toBe(2);
    await tablet.page.getByRole('button', { name: 'Take Dragons Do Not Like Soup off this tablet' }).click();
    await tablet.page.getByRole('dialog').getByRole('button', { name: 'Take off' }).click();
    await expect.poll(() => kept().count()).toBe(1);
    tablet.assertQuiet();
  });
});
