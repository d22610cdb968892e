import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { mailsIn } from '../support/mail-folder.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';
import { filterOf } from '../support/list-filters.ts';

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

/** The code of the e-mail that came last. */
async function codeFromMail(): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      const mail = (await mailsIn(site.server)).findLast(({ subject }) => subject?.startsWith('Your code'));
      code = /Your code is (\d{6})/u.exec(mail?.text ?? '')?.[1] ?? '';
      return code;
    })
    .not.toBe('');
  return code;
}

/** What the browser keeps when this button is pressed. */
async function saved(page: Page, button: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return await readFile(await download.path());
}

/** The texts of the sheets of a PDF, and how large the first one is, in points. */
async function sheetsOf(bytes: Buffer): Promise<{ texts: string[]; size: number[] }> {
  expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const texts: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  const size = (await pdf.getPage(1)).view.slice(2).map(Math.round);
  await pdf.destroy();
  return { texts, size };
}

/** Points of a sheet of A4. */
const a4 = [595, 842];

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
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.org');
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Hill');
    await page.getByLabel('Street and number').fill('Canary Lane 7');
    await page.getByLabel('Town').fill('柏林 برلين बर्लिन');
    await page
      .getByRole('combobox', { name: 'For a cause' })
      .selectOption({ label: 'Friends of the Hedgehog' });
    await page.getByLabel('Amount in EUR').fill('5');
    await page.getByRole('checkbox', { name: 'I am 18 or older.' }).check();
    await page.getByRole('checkbox', { name: /^I agree/u }).check();
    await page.getByText('Practice: no real money is taken.').waitFor();
    await expectWellMade(page);
    // The pay page is the provider's: the worker of the app keeps out of it.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await pay(page, /^Pay €24\.50 with PayPal$/u);
    await page.getByRole('button', { name: 'Cancel and go back' }).click();
    await page.getByRole('heading', { name: 'You cancelled.' }).waitFor();
    await page.getByText('No money was taken.').waitFor();
    await expectWellMade(page);
    await pay(page, /^Pay €24\.50 by card$/u);
    await page.getByRole('heading', { name: /^Stripe/u }).waitFor();
    await page.getByRole('button', { name: /^Pay €/u }).click();
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
    await expectWellMade(page);
    await page.getByRole('link', { name: 'Look at your order' }).click();
    await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
    await page.getByText('Friends of the Hedgehog').first().waitFor();
    await expectWellMade(page);
    // What was paid is in no cart any more.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('cartItems'))).toBeNull();
  });

  it('is opened by the code from the email, and downloaded as PDF and EPUB', async () => {
    const { page } = buyer;
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByText(/^The code is on its way/u).waitFor();
    await page.getByLabel('Code from the email').fill(await codeFromMail());
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Open my order' }).click();
    await page.getByText('Canary Lane 7').waitFor();
    await page.getByRole('button', { name: 'Download…' }).click();
    await page.getByRole('dialog', { name: `Download “${hare}”?` }).waitFor();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Go on' }).click();
    const parts = await page.evaluate(async () => {
      const answer = await fetch('/api/works/the-hare-and-the-tortoise/pages/');
      return ((await answer.json()) as { count: number }).count;
    });
    const { texts, size } = await sheetsOf(await saved(page, 'Save as PDF'));
    expect(size).toEqual(a4);
    expect(texts[0]).toContain(hare);
    // The cover, a sheet for each page at least, and the back.
    expect(texts.length).toBeGreaterThanOrEqual(parts + 1);
    await page.getByText(/^Downloaded on/u).waitFor();
    const epub = unzipSync(new Uint8Array(await saved(page, 'Save as EPUB')));
    expect(Object.keys(epub).filter((name) => /^EPUB\/part-\d+\.xhtml$/u.test(name))).toHaveLength(parts);
    await page.getByText('It was downloaded, so it cannot be given back any more.').waitFor();
    await expectWellMade(page);
  });

  it('goes with a gift that is given back: a credit note names what it corrects', async () => {
    const { page } = buyer;
    await page.getByRole('checkbox', { name: /, gift, €5\.00$/u }).check();
    await page.getByRole('button', { name: 'Give back €5.00…' }).click();
    await page.getByRole('dialog', { name: 'Give back €5.00?' }).waitFor();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Give it back' }).click();
    await page.getByText(/^€5\.00 goes back the way it was paid/u).waitFor();
    const note = page.getByRole('link', { name: /^Credit note/u });
    // Once the provider has sent it; the page is looked at again on the way back from a receipt.
    await expect
      .poll(async () => {
        await page.getByRole('link', { name: /^Receipt GRN/u }).click();
        await page.getByRole('link', { name: 'Back to your order' }).click();
        await page.getByRole('region', { name: 'Receipts' }).waitFor();
        return await note.count();
      })
      .toBe(1);
    await note.click();
    await page.getByRole('heading', { level: 1, name: /^Credit note/u }).waitFor();
    await page.getByText(/^GRN-XD\d\d-00001 of/u).waitFor();
    await page.getByText('Practice: no real money').waitFor();
    await expectWellMade(page);
  });

  it('has a receipt, printed on one sheet of A4 and saved as PDF', async () => {
    const { page } = buyer;
    await page.getByRole('link', { name: 'Back to your order' }).click();
    await page.getByRole('link', { name: /^Receipt GRN/u }).click();
    await page.getByText(/^Ada Hill/u).waitFor();
    await expectWellMade(page);
    const printed = await sheetsOf(await page.pdf({ preferCSSPageSize: true }));
    expect(printed.size).toEqual(a4);
    expect(printed.texts).toHaveLength(1);
    expect(printed.texts[0]).toContain('Ada Hill');
    expect(printed.texts[0]).not.toContain('Save as PDF');
    const { texts, size } = await sheetsOf(await saved(page, 'Save as PDF'));
    expect(size).toEqual(a4);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/Practice: no real money.*Canary Lane 7/u);
    // A reload forgets whose order it is.
    await page.reload();
    await page.getByText('Name and address are hidden', { exact: true }).waitFor();
    expect(await page.getByText('Canary Lane 7').count()).toBe(0);
  });

  it('is in the print queue of the office, with where it goes', async () => {
    const { page } = office;
    await page.goto(`${site.origin('greenfield')}/admin-school/donations`);
    await page
      .getByRole('rowheader', { name: new RegExp(hare, 'u') })
      .first()
      .waitFor();
    await expectWellMade(page);
    await (await filterOf(page, 'Printed books')).selectOption('To make');
    await page.getByText('Canary Lane 7').waitFor();
    await expectWellMade(page);
    await page.getByRole('button', { name: new RegExp(`^Actions for ${hare}`, 'u') }).click();
    await page.getByRole('menuitem', { name: 'Made', exact: true }).click();
    await page.getByText('No printed book is at “To make”').waitFor();
    await (await filterOf(page, 'Printed books')).selectOption('Made');
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
