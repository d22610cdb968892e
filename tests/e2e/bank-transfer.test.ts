import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { checkOutHare, fillInBuyer, hare, openShop, sellHare } from '../support/shop-pages.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();
const laptop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;

let office: RecordedPage;
let buyer: RecordedPage;
let seller: RecordedPage;
let orderPage: string;
let number: string;

beforeAll(async () => {
  office = await newPage(await site.newContext(laptop));
  buyer = await newPage(await site.newContext(laptop));
  seller = await newPage(await site.newContext(laptop));
  const { page } = office;
  const origin = site.origin('greenfield');
  await signInAt(page, origin, 'admin@greenfield.test');
  await openShop(page, origin);
  await sellHare(page, origin);
  await signInAt(seller.page, site.origin(), 'platform@quillshelf.test');
});

afterAll(() => {
  for (const each of [office, buyer, seller]) each.assertQuiet();
});

it('a buyer who chose bank transfer is told account, sum and reference', async () => {
  const { page } = buyer;
  const origin = site.origin('greenfield');
  await checkOutHare(page, origin);
  await fillInBuyer(page);
  await page.getByRole('button', { name: 'Pay by bank transfer' }).click();
  await page.getByRole('heading', { name: 'Send €4.00 by bank transfer' }).waitFor();
  await page.getByText('XX00 0000 0000 0000 0000 00').waitFor();
  const heading = await page.getByRole('heading', { level: 1 }).textContent();
  number = heading?.replace('Order ', '') ?? '';
  expect(number).toMatch(/^GRN-\w{7}$/u);
  expect(await page.getByText(number, { exact: true }).count()).toBe(1);
  orderPage = page.url();
  await expectWellMade(page);
});

it('the platform finds the payment and records that the money came', async () => {
  const { page } = seller;
  await page.goto(`${site.origin()}/admin-panel/payment-history`);
  await page.getByRole('link', { name: number }).waitFor();
  await expectWellMade(page);
  await page.getByRole('button', { name: `Actions for ${number}, Bank transfer` }).click();
  await page.getByRole('menuitem', { name: 'Record a bank transfer…' }).click();
  await page.getByLabel('The bank’s reference').fill('2026-330-17');
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByText(`${number}: recorded`).waitFor();
  await page.getByRole('cell', { name: 'Paid' }).waitFor();
  await buyer.page.goto(orderPage);
  await buyer.page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
});

it('gives money of a line back, which a person sends and records', async () => {
  const { page } = seller;
  await page.goto(`${site.origin()}/admin-panel/orders`);
  await page.getByRole('searchbox').fill('ada@example.org');
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('heading', { name: `Order ${number}` }).waitFor();
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Give money back' }).click();
  await page.getByRole('checkbox', { name: new RegExp(hare.title, 'u') }).check();
  await page.getByLabel('Reason').fill('The buyer asked');
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Give €4.00 back' }).click();
  await page.getByText('€4.00 goes back').waitFor();
  await page.goto(`${site.origin()}/admin-panel/payment-history?tab=findings`);
  await expect
    .poll(async () => {
      await page.reload();
      await page
        .getByText(/nothing to look at|goes back|send €4\.00/iu)
        .first()
        .waitFor();
      return await page.getByRole('heading', { name: 'Send money back by bank' }).count();
    })
    .toBe(1);
  await expectWellMade(page);
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('button', { name: 'Record €4.00 as sent back' }).click();
  await page.getByLabel('The bank’s reference').fill('2026-331-02');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByText(`${number}: recorded as sent back`).waitFor();
  await page.getByText('Sent back: €4.00').waitFor();
  await buyer.page.goto(orderPage);
  await buyer.page.getByRole('heading', { name: 'Your money was given back' }).waitFor();
});

it('sets who sells, a bank account and a tax rate', async () => {
  const { page } = seller;
  await page.goto(`${site.origin()}/admin-panel/orders?tab=seller`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Quillshelf Ltd');
  await page.getByRole('textbox', { name: 'Address' }).fill('1 Shelf Road\nBooktown');
  await page.getByLabel('The platform’s part in percent').fill('7.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The seller is saved').waitFor();
  await page.getByRole('button', { name: 'Add a bank account' }).click();
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('CHF');
  await page.getByLabel('Account holder').fill('Quillshelf Ltd');
  await page.getByLabel('IBAN or account number').fill('CH00 0000 0000 0000 0000 0');
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Save' }).last().click();
  await page.getByText('The account for CHF is saved').waitFor();
  await page.getByRole('button', { name: 'Set a tax rate' }).click();
  await page.getByRole('combobox', { name: 'Country' }).selectOption('DE');
  await page.getByLabel('Name of the tax').fill('VAT');
  await page.getByLabel('Rate in percent').fill('7');
  await page.getByRole('button', { name: 'Save' }).last().click();
  await page.getByRole('rowheader', { name: 'Germany' }).waitFor();
  await page.getByRole('cell', { name: 'Counts now' }).waitFor();
  await expectWellMade(page);
});
