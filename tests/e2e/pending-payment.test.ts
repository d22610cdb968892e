import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { mailsIn } from '../support/mail-folder.ts';
import { checkOutHare, fillInBuyer, openShop, sellHare } from '../support/shop-pages.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();
const phone = { viewport: { width: 340, height: 740 }, reducedMotion: 'reduce' } as const;
const twoDays = 2 * 24 * 60 * 60 * 1000;
const thanks = expect.stringMatching(/^Thank you for your order/u) as string;

let buyer: RecordedPage;
let payPage = '';

/** Presses a button of the practice provider's page and waits for the page that its form leads to. */
async function press(page: Page, name: string): Promise<void> {
  await page.waitForLoadState();
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name }).click();
  await loaded;
}

/** Whatever PhonePe says later is lost on its way. A restart forgets it. */
async function loseMessages(page: Page): Promise<void> {
  await page.getByLabel('From now on').selectOption('never');
  await press(page, 'Change how messages are sent');
}

const subjects = async () => (await mailsIn(site.server)).map(({ subject }) => subject ?? '');

beforeAll(async () => {
  const office = await newPage(await site.newContext({ ...phone, viewport: { width: 1280, height: 800 } }));
  const { page } = office;
  const origin = site.origin('greenfield');
  await signInAt(page, origin, 'admin@greenfield.test');
  await openShop(page, origin, { currency: 'INR', price: '120', schoolPart: null });
  await sellHare(page, origin);
  office.assertQuiet();
  buyer = await newPage(await site.newContext(phone));
});

afterAll(() => buyer.assertQuiet());

it('a payment that PhonePe has not decided says that one can go, and no file is given', async () => {
  const { page } = buyer;
  const origin = site.origin('greenfield');
  await checkOutHare(page, origin);
  await fillInBuyer(page, { email: 'asha@example.org', name: 'Asha Hill' });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page
    .getByRole('group', { name: 'Ways to pay' })
    .getByRole('button', { name: /^Pay ₹120\.00 with PhonePe$/u })
    .click();
  await page.getByRole('heading', { name: /^PhonePe/u }).waitFor();
  payPage = page.url();
  await loseMessages(page);
  await press(page, 'Pay later: keep it waiting');
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
  await loseMessages(page);
  await press(page, 'Yes: the money comes');
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
  await page.getByRole('link', { name: 'Look at your order' }).click();
  await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();
  await page.getByRole('link', { name: /^Receipt GRN/u }).waitFor();
  await page.getByRole('button', { name: 'Send me a code' }).waitFor();
  await expectWellMade(page);
  await expect.poll(subjects).toContainEqual(thanks);
});
