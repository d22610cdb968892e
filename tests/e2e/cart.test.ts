import type { BrowserContext, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { untilOfficeIsKept } from '../support/kept-parts.ts';
import { patience } from '../support/patience.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();
const owl = { slug: 'the-owl-and-the-pussy-cat', title: 'The Owl and the Pussy-Cat' };
const dragons = { slug: 'dragons-do-not-like-soup', title: 'Dragons Do Not Like Soup' };
const teacher = 'lead@greenfield.test';

async function openTablet(): Promise<RecordedPage & { context: BrowserContext; origin: string }> {
  const context = await site.newContext({ reducedMotion: 'reduce' });
  return { ...(await newPage(context)), context, origin: site.origin('greenfield') };
}

const cartLink = (page: Page, count: number) =>
  page.getByRole('link', { name: count === 0 ? 'Cart' : `Cart, ${count} in it`, exact: true });

const line = (page: Page, { title }: { title: string }) =>
  page.getByRole('list', { name: 'In your cart' }).getByRole('link', { name: title });

const cartItems = (page: Page) => page.evaluate(() => localStorage.getItem('cartItems'));

/** In a narrow window the cart stands in the menu, and in the bar of a wide one. */
async function expectWellMadeAndWide(page: Page): Promise<void> {
  await expectWellMade(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your menu/u }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
}

describe('a cart', () => {
  it('is filled by a visitor, comes along when they sign in, and works on without a network', async () => {
    const { page, context, origin, forgive, assertQuiet } = await openTablet();
    await page.goto(`${origin}/library/${owl.slug}`);
    await page.getByRole('button', { name: 'Add to cart' }).focus();
    await page.keyboard.press('Enter');
    await cartLink(page, 1).waitFor();
    await expectWellMadeAndWide(page);
    await expect.poll(() => cartItems(page)).toContain('added_at');
    // The keyboard is at what took the button's place.
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor();
    await line(page, owl).waitFor();
    await page.getByText('Nothing can be bought here yet. Your cart is kept until then.').waitFor();
    expect(await page.getByRole('button', { name: 'Check out' }).isDisabled()).toBe(true);
    await expectWellMadeAndWide(page);
    await page.reload();
    await line(page, owl).waitFor();

    await signInAt(page, origin, teacher);
    await page.getByText('1 book or story from this device came to your cart').waitFor();
    await cartLink(page, 1).waitFor();
    expect(await cartItems(page)).toBeNull();

    await page.goto(`${origin}/library/${dragons.slug}`);
    await page.getByRole('button', { name: 'Add to cart' }).waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await untilOfficeIsKept(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await cartLink(page, 2).click();
    await line(page, dragons).waitFor();
    await page.reload();
    await page
      .getByText('Quillshelf cannot be reached right now. You can go on: what you change is kept.')
      .waitFor();
    await line(page, dragons).waitFor();
    await expectWellMadeAndWide(page);
    await page.getByRole('button', { name: `Take ${owl.title} out of the cart` }).click();
    await cartLink(page, 1).waitFor();
    await context.setOffline(false);

    const other = await openTablet();
    await expect
      .poll(
        async () => {
          await other.page.goto(`${origin}/cart`);
          const signIn = other.page.getByRole('link', { name: 'Sign in', exact: true });
          const menu = other.page.getByRole('button', { name: /^Your menu/u });
          await signIn.or(menu).first().waitFor();
          if (await signIn.isVisible()) await signInAt(other.page, origin, teacher);
          // It comes once this tablet has asked.
          return await cartLink(other.page, 1)
            .waitFor({ timeout: patience / 9 })
            .then(
              () => true,
              () => false,
            );
        },
        { interval: 1000 },
      )
      .toBe(true);
    await other.page.goto(`${origin}/cart`);
    await line(other.page, dragons).waitFor();
    await other.page.getByRole('button', { name: 'Clear the cart' }).click();
    await other.page.getByRole('button', { name: 'Clear', exact: true }).click();
    await other.page.getByText('Your cart is empty').waitFor();
    await expectWellMadeAndWide(other.page);
    other.assertQuiet();
    await other.context.close();

    await signOut(page);
    await page.goto(`${origin}/cart`);
    await page.getByText('Your cart is empty').waitFor();
    forgive(/ERR_INTERNET_DISCONNECTED|Failed to load resource/u);
    assertQuiet();
    await context.close();
  });

  it('is none of a child, who asks a grown-up, and on a shared tablet nobody finds that of somebody else', async () => {
    const { page, context, origin, forgive, assertQuiet } = await openTablet();
    await page.goto(`${origin}/library/${owl.slug}`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await expect.poll(() => cartItems(page)).toContain('added_at');
    await signInAt(page, origin, 'zoe-otter-42', { password: 'sunny-otter-42' });
    expect(await cartItems(page)).toBeNull();

    await page.goto(`${origin}/library/${dragons.slug}`);
    await page.getByRole('button', { name: 'Ask a grown-up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask a grown-up' });
    await dialog.getByRole('img', { name: `A code that leads to ${dragons.title}` }).waitFor();
    await dialog.getByText(`${origin}/library/${dragons.slug}`).waitFor();
    await expectWellMadeAndWide(page);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('link', { name: /^Cart/u }).count()).toBe(0);
    await page.goto(`${origin}/cart`);
    await page.getByText('Grown-ups buy books.').waitFor();
    await expectWellMadeAndWide(page);

    await signOut(page);
    await page.goto(`${origin}/library/${owl.slug}`);
    await cartLink(page, 0).waitFor();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await expect.poll(() => cartItems(page)).toContain('added_at');
    // Children sign in here, so that nobody knows whose it was.
    await signInAt(page, origin, 'teacher@greenfield.test');
    await cartLink(page, 0).waitFor();
    expect(await cartItems(page)).toBeNull();
    // Whoever signs out at once may do so while the tablet asks for leave to send what is theirs later.
    forgive(/sync\/grants/u);
    assertQuiet();
    await context.close();
  });
});
