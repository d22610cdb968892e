import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();
const laptop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
const hare = 'The Hare and the Tortoise';

let office: RecordedPage;
let buyer: RecordedPage;

beforeAll(async () => {
  office = await newPage(await site.newContext(laptop));
  buyer = await newPage(await site.newContext(laptop));
});

afterAll(() => {
  for (const each of [office, buyer]) each.assertQuiet();
});

const pay = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Ways to pay' }).getByRole('button', { name }).click();

describe('a book that is sold', () => {
  it('is put up by the office, once its shop is open', async () => {
    const { page } = office;
    const origin = site.origin('greenfield');
    await signInAt(page, origin, 'admin@greenfield.test');
    await page.goto(`${origin}/admin-school/donations?tab=shop`);
    await page.getByLabel('Currency').selectOption('EUR');
    await page.getByLabel('Price of a digital book in EUR').fill('4');
    await page.getByRole('checkbox', { name: 'Sell printed books' }).check();
    await page.getByLabel('Price of a printed book in EUR').fill('12,00');
    await page.getByLabel('What printing one costs you in EUR').fill('5');
    await page.getByLabel('Price of sending in EUR').fill('3.50');
    await page.getByLabel('The school’s part in percent').fill('12.5');
    await page.getByRole('combobox', { name: 'Cause' }).selectOption({ label: 'Friends of the Hedgehog' });
    await page.getByLabel('Letters of the shop').fill('grn');
    await page.getByRole('checkbox', { name: 'The shop is open' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The shop is saved').waitFor();
    await expectWellMade(page);

    await page.goto(`${origin}/admin-school/books`);
    await page.getByRole('button', { name: `Actions for ${hare}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Price and sale…' }).click();
    await page.getByRole('checkbox', { name: 'For sale' }).check();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${hare} is for sale`).waitFor();
  });

  it('is bought by a visitor: cancelled first, then paid another way', async () => {
    const { page } = buyer;
    const origin = site.origin('greenfield');
    await page.goto(`${origin}/library/the-hare-and-the-tortoise`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('main').getByRole('link', { name: 'In your cart' }).click();
    await page.getByText('Digital €4.00 · Printed €12.00').waitFor();
    await page.getByRole('link', { name: 'Check out' }).click();
    await page.getByRole('combobox', { name: `Edition of ${hare}` }).selectOption('both');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Hill');
    await page.getByLabel('Street and number').fill('Canary Lane 7');
    await page.getByLabel('Town').fill('Berlin');
    await page.getByRole('checkbox', { name: 'I am 18 or older.' }).check();
    await page.getByRole('checkbox', { name: /^I agree/u }).check();
    await page.getByText('Practice: no real money is taken.').waitFor();
    await expectWellMade(page);
    // The pay page is the provider's: the worker of the app keeps out of it.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await pay(page, /^Pay €19\.50 with PayPal$/u);
    await page.getByRole('button', { name: 'Cancel and go back' }).click();
    await page.getByRole('heading', { name: 'You cancelled.' }).waitFor();
    await page.getByText('No money was taken.').waitFor();
    await expectWellMade(page);
    await pay(page, /^Pay €19\.50 by card$/u);
    await page.getByRole('heading', { name: /^Stripe/u }).waitFor();
    await page.getByRole('button', { name: /^Pay €/u }).click();
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
    await expectWellMade(page);
    await page.getByRole('link', { name: 'Look at your order' }).click();
    await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
    await page.getByText('Friends of the Hedgehog').waitFor();
    await expectWellMade(page);
    // What was paid is in no cart any more.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('cartItems'))).toBeNull();
  });

  it('is in the print queue of the office, with where it goes', async () => {
    const { page } = office;
    await page.goto(`${site.origin('greenfield')}/admin-school/donations`);
    await page
      .getByRole('rowheader', { name: new RegExp(hare, 'u') })
      .first()
      .waitFor();
    await expectWellMade(page);
    await page.getByRole('combobox', { name: 'Printed books' }).selectOption('To make');
    await page.getByText('Canary Lane 7').waitFor();
    await expectWellMade(page);
    await page.getByRole('button', { name: new RegExp(`^Actions for ${hare}`, 'u') }).click();
    await page.getByRole('menuitem', { name: 'Made', exact: true }).click();
    await page.getByText('No printed book is at “To make”').waitFor();
    await page.getByRole('combobox', { name: 'Printed books' }).selectOption('Made');
    await page.getByRole('rowheader').waitFor();
    expect(await page.getByText('Canary Lane 7').count()).toBe(1);
  });

  it('is taken to an own phone from a tablet of children', async () => {
    const { page } = await newPage(await site.newContext(laptop));
    const origin = site.origin('greenfield');
    await page.goto(`${origin}/library/the-hare-and-the-tortoise`);
    await page.evaluate(() => localStorage.setItem('childrenSignInBy', 'card'));
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('main').getByRole('link', { name: 'In your cart' }).click();
    await page.getByRole('img', { name: 'A code that opens this cart on a phone' }).waitFor();
    await expectWellMade(page);
    const link = await page.getByText(`${origin}/cart?add=`).textContent();
    await page.goto(`${origin}/checkout`);
    await page.getByRole('heading', { name: 'Buy on your own phone' }).waitFor();
    expect(await page.getByRole('button', { name: /^Pay/u }).count()).toBe(0);
    await buyer.page.goto(link ?? '');
    await buyer.page.getByText('1 book or story put in your cart').waitFor();
    await buyer.page.getByRole('link', { name: 'Check out' }).waitFor();
  });
});
