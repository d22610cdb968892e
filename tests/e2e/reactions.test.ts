import { describe, expect, it } from 'vitest';
import { newPage } from '../support/browser.ts';
import { missingOf } from '../support/kept-parts.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();

describe('a kind word', () => {
  it('is said without a network, goes to school, and is told to everybody without how often', async () => {
    const context = await site.newContext({ reducedMotion: 'reduce' });
    const { page, forgive, assertQuiet } = await newPage(context);
    const origin = site.origin('greenfield');
    const address = `${origin}/library/the-owl-and-the-pussy-cat`;
    await signInAt(page, origin, 'zoe-otter-42', { password: 'sunny-otter-42' });
    await page.goto(address);
    const word = page.getByRole('button', { name: 'It made me laugh' });
    await word.waitFor();
    await expectWellMade(page);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect.poll(() => missingOf(page, 'library', 'reader', 'cart')).toEqual([]);

    await context.setOffline(true);
    await word.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => word.getAttribute('aria-pressed')).toBe('true');
    await context.setOffline(false);

    const other = await site.newContext({ reducedMotion: 'reduce' });
    const visitor = await newPage(other);
    await expect
      .poll(
        async () => {
          await visitor.page.goto(address);
          await visitor.page.getByRole('heading', { level: 1 }).waitFor();
          return await visitor.page.getByText('Readers said: It made me laugh').count();
        },
        { interval: 1000 },
      )
      .toBe(1);
    expect(await visitor.page.getByRole('button', { name: 'Wow' }).count()).toBe(0);
    visitor.assertQuiet();
    await other.close();
    forgive(/ERR_INTERNET_DISCONNECTED|Failed to load resource/u);
    assertQuiet();
    await context.close();
  });
});
