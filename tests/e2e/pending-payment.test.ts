import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { mailsIn } from '../support/mail-folder.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();
const phone = { viewport: { width: 340, height: 740 }, reducedMotion: 'reduce' } as const;
const hare = 'The Hare and the Tortoise';
const twoDays = 2 * 24 * 60 * 60 * 1000;
const thanks = expect.stringMatching(/^Thank you for your order/u) as string;

let buyer: RecordedPage;
let payPage = '';

const subjects = async () => (await mailsIn(site.server)).map(({ subject }) => subject ?? '');

beforeAll(async () => {
  const office = await newPage(await site.newContext({ ...phone, viewport: { width: 1280, height: 800 } }));
  const { page } = office;
  const origin = site.origin('greenfield');
  await signInAt(page, origin, 'admin@greenfield.test');
  await page.goto(`${origin}/admin-school/donations?tab=shop`);
  await page.getByLabel('Currency').selectOption('INR');
  await page.getByLabel('Price of a digital book in INR').fill('120');
  await page.getByRole('combobox', { name: 'Cause' }).selectOption({ label: 'Friends of the Hedgehog' });
  await page.getByLabel('Letters of the shop').fill('grn');
  await page.getByRole('checkbox', { name: 'The shop is open' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The shop is saved').waitFor();
  await page.goto(`${origin}/admin-school/books`);
  await page.getByRole('button', { name: `Actions for ${hare}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Price and sale…' }).click();
  await page.getByRole('checkbox', { name: 'For sale' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`${hare} is for sale`).waitFor();
  office.assertQuiet();
  buyer = await newPage(await site.newContext(phone));
});

afterAll(() => buyer.assertQuiet());

it('a payment that PhonePe has not decided says that one can go, and no file is given', async () => {
  const { page } = buyer;
  const origin = site.origin('greenfield');
  await page.goto(`${origin}/library/the-hare-and-the-tortoise`);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('main').getByRole('link', { name: 'In your cart' }).click();
  await page.getByRole('link', { name: 'Check out' }).click();
  await page.getByLabel('Email').fill('asha@example.org');
  await page.getByRole('textbox', { name: 'Name' }).fill('Asha Hill');
  await page.getByRole('checkbox', { name: 'I am 18 or older.' }).check();
  await page.getByRole('checkbox', { name: /^I agree/u }).check();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page
    .getByRole('group', { name: 'Ways to pay' })
    .getByRole('button', { name: /^Pay ₹120\.00 with PhonePe$/u })
    .click();
  await page.getByRole('heading', { name: /^PhonePe/u }).waitFor();
  payPage = page.url();
  // Whatever PhonePe says later is lost on its way.
  await page.getByLabel('From now on').selectOption('never');
  await page.getByRole('button', { name: 'Change how messages are sent' }).click();
  await page.getByRole('button', { name: 'Pay later: keep it waiting' }).click();
  await page.getByRole('heading', { name: 'We are waiting for PhonePe.' }).waitFor();
  await page.getByText(/^You can close this page\./u).waitFor();
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Ask again' }).waitFor();
  await expectWellMade(page);
  await page.getByRole('link', { name: 'Look at your order' }).click();
  await page.getByText('We are waiting for PhonePe.').waitFor();
  expect(await page.getByRole('button', { name: 'Download…' }).count()).toBe(0);
  await expectWellMade(page);
});

it('it waits for two days, is paid then, and is found by asking', async () => {
  const { page } = buyer;
  const order = page.url();
  await page.goto('about:blank');
  await site.server.sleep(twoDays);
  await page.goto(order);
  await page.getByText('We are waiting for PhonePe.').waitFor();
  expect(await subjects()).not.toContainEqual(thanks);
  await page.goto(payPage);
  await page.getByRole('button', { name: 'Yes: the money comes' }).click();
  await page.goto(order);
  await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
  await page.getByRole('link', { name: /^Receipt GRN/u }).waitFor();
  await page.getByRole('button', { name: 'Send me a code' }).waitFor();
  await expectWellMade(page);
  await expect.poll(subjects).toContainEqual(thanks);
});
