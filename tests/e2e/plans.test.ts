import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();
const laptop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
const day = 24 * 60 * 60 * 1000;
const words = 'I write about marmalade';
const refusal = /^Your plan has run out\. All work is safe\./u;

let office: RecordedPage;
let platform: RecordedPage;
let child: RecordedPage;

beforeAll(async () => {
  office = await newPage(await site.newContext(laptop));
  platform = await newPage(await site.newContext(laptop));
  child = await newPage(await site.newContext(laptop));
  await signInAt(platform.page, site.origin(), 'platform@quillshelf.test');
  await signInAt(office.page, site.origin('greenfield'), 'admin@greenfield.test');
});

afterAll(() => {
  // A session is renewed after days of sleep, and the provider's page has no icon.
  office.forgive(/status of 401|favicon\.ico/u);
  for (const each of [office, platform, child]) each.assertQuiet();
});

const plansPage = () => `${site.origin('greenfield')}/admin-school/subscriptions`;

/** Moves the site's clock on while no page looks. */
async function sleep(days: number): Promise<void> {
  for (const { page } of [office, platform, child]) await page.goto('about:blank');
  await site.server.sleep(days * day);
}

async function invite(email: string): Promise<void> {
  const { page } = office;
  await page.goto(`${site.origin('greenfield')}/admin-school/teachers`);
  await page.getByRole('button', { name: 'Invite by email' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
}

it('the platform makes a plan with a trial, and schools have to have one', async () => {
  const { page } = platform;
  await page.goto(`${site.origin()}/admin-panel/subscription-plan`);
  await page.getByRole('button', { name: 'Add a plan' }).click();
  await page.getByLabel('Name').fill('Orchard');
  await page.getByLabel('What is in it').fill('All books\nHelp by email');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The plan is saved').waitFor();
  await page.getByRole('link', { name: 'Variants of Orchard' }).click();
  await page.getByRole('button', { name: 'Add a variant' }).click();
  await page.getByLabel('Period').selectOption('month');
  await page.getByLabel('Currency').selectOption('EUR');
  await page.getByLabel('Price of a seat in EUR').fill('2');
  await page.getByLabel('Days of trial').fill('7');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('rowheader', { name: 'Orchard, monthly' }).waitFor();
  await expectWellMade(page);
  await page.goto(`${site.origin()}/admin-panel/subscription-plan`);
  await page.getByLabel('Schools have to have a plan').click();
  await page.getByRole('dialog').getByRole('button', { name: 'They have to' }).click();
  await page.getByText('Schools have to have a plan now').waitFor();
  await expectWellMade(page);
});

it('a school is told to choose one, sees what it costs, and begins its trial', async () => {
  const { page } = office;
  await page.goto(`${site.origin('greenfield')}/admin-school/dashboard`);
  await page
    .getByRole('complementary', { name: 'Your plan' })
    .getByRole('link', { name: 'Open Plans' })
    .click();
  await page.getByText('Please choose a plan').waitFor();
  await page.getByRole('radio', { name: /^Orchard, monthly/u }).check();
  await page.getByLabel('Country').selectOption('DE');
  await page.getByText(/^Free until/u).waitFor();
  await page.getByRole('checkbox', { name: /^I agree/u }).check();
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Begin the trial' }).click();
  await page.getByText('Your trial has begun').waitFor();
  await page.getByText(/^Trial until/u).waitFor();
  await page.getByRole('link', { name: /^Pay €/u }).waitFor();
  await expectWellMade(page);
});

it('after the trial it says how many days are left, and nothing is refused', async () => {
  await sleep(9);
  const { page } = office;
  await page.goto(`${site.origin('greenfield')}/admin-school/dashboard`);
  await page.getByText(/^Your plan is not paid yet\. 1\d days left\./u).waitFor();
  await page.goto(plansPage());
  await page.getByText(/^Not paid yet: 1\d days left/u).waitFor();
  await invite('ida@example.org');
  await page.getByText('Invitation sent', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

it('after the grace an invitation is refused with the way to Plans, and what a child writes arrives', async () => {
  await sleep(14);
  const { page } = office;
  await invite('nora@example.org');
  const note = page.getByRole('dialog').getByText(refusal);
  await note.waitFor();
  await page.getByRole('dialog').getByRole('link', { name: 'Open Plans' }).waitFor();
  expect(office.forgive(/status of 409/u)).toBe(1);
  expect(await page.getByRole('dialog').getByRole('textbox', { name: 'Email' }).inputValue()).toBe(
    'nora@example.org',
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close without saving' }).click();
  await page.goto(plansPage());
  await page.getByText('Read-only until it is paid').waitFor();
  await page.getByText('Children go on writing, and nothing is lost.').waitFor();
  await expectWellMade(page);

  const { page: tablet } = child;
  const origin = site.origin('greenfield');
  const asChild = { password: 'sunny-otter-42' };
  await signInAt(tablet, origin, 'zoe-otter-42', asChild);
  await tablet.goto(`${origin}/dashboard`);
  expect(await tablet.getByRole('complementary', { name: 'Your plan' }).count()).toBe(0);
  await tablet.getByRole('textbox', { name: 'About me' }).fill(words);
  await tablet.getByRole('button', { name: 'Save' }).click();
  await tablet.getByText('All sent').first().waitFor();
  // Another device has it from the server alone.
  const other = await newPage(await site.newContext(laptop));
  await signInAt(other.page, origin, 'zoe-otter-42', asChild);
  await other.page.goto(`${origin}/dashboard`);
  await expect.poll(() => other.page.getByRole('textbox', { name: 'About me' }).inputValue()).toBe(words);
});

it('once it is paid at the provider it is active, and nothing is refused any more', async () => {
  const { page } = office;
  await page.goto(plansPage());
  await page.getByRole('link', { name: /^Pay €/u }).click();
  await page
    .getByRole('group', { name: 'Ways to pay' })
    .getByRole('button', { name: /by card$/u })
    .click();
  await page.getByRole('heading', { name: /^Stripe/u }).waitFor();
  await page.getByRole('button', { name: /^Pay €/u }).click();
  await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
  await expect
    .poll(async () => {
      await page.goto(plansPage());
      await page.getByRole('heading', { name: 'Your plan' }).waitFor();
      return await page.getByText(/^Active until/u).count();
    })
    .toBe(1);
  await invite('nora@example.org');
  await page.getByText('Invitation sent', { exact: true }).waitFor();
  await page.goto(`${site.origin('greenfield')}/admin-school/payment-history`);
  await page
    .getByRole('link', { name: /^Invoice /u })
    .first()
    .waitFor();
  await expectWellMade(page);
});
