import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { fillInBuyer, openShop, payByCard } from '../support/shop-pages.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();
const laptop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
const name = 'A shed for the bees';

let office: RecordedPage;
let platform: RecordedPage;
let giver: RecordedPage;

beforeAll(async () => {
  office = await newPage(await site.newContext(laptop));
  platform = await newPage(await site.newContext(laptop));
  giver = await newPage(await site.newContext(laptop));
  await signInAt(office.page, site.origin('greenfield'), 'admin@greenfield.test');
  await signInAt(platform.page, site.origin(), 'platform@quillshelf.test');
});

afterAll(() => {
  for (const each of [office, platform, giver]) each.assertQuiet();
});

it('a school names a cause and hands it in', async () => {
  const { page } = office;
  await page.goto(`${site.origin('greenfield')}/admin-school/charities`);
  await page.getByRole('link', { name: 'Add a cause' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('In a sentence').fill('A dry place for ten hives.');
  await page.getByLabel('Goal', { exact: true }).fill('100');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expectWellMade(page);
  // Something is missing, and is said where it is filled in.
  await page.getByRole('button', { name: 'Hand in to be checked' }).click();
  await page.getByText('Please tell what the money is for').waitFor();
  await expect
    .poll(() => page.getByLabel('Story').evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.getByLabel('Story').fill('Bees make our apples.\n\nThe shed keeps them dry.');
  await page.getByRole('combobox', { name: 'Country' }).selectOption('GB');
  await page.getByLabel('Registration number').fill('1184221');
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Hand in to be checked' }).click();
  await page.getByText('Waiting to be checked').first().waitFor();
});

it('the platform looks at it and opens it', async () => {
  const { page } = platform;
  await page.goto(`${site.origin()}/admin-panel/charities-dashboard`);
  await page.getByRole('link', { name: `Check ${name}` }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByText('Greenfield Primary').first().waitFor();
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('link', { name: 'See its page' }).waitFor();
});

it('once the shop is open, a visitor reads of it and gives', async () => {
  const origin = site.origin('greenfield');
  await openShop(office.page, origin, { cause: name });

  const { page } = giver;
  await page.goto(`${origin}/charities/`);
  await page.getByRole('link', { name }).click();
  await page.getByText('Bees make our apples.').waitFor();
  await expectWellMade(page);
  await page.getByRole('link', { name: 'Give' }).click();
  await page.getByText('Say how much you give.').waitFor();
  await page.getByLabel('Amount in EUR').fill('25');
  await fillInBuyer(page);
  await expectWellMade(page);
  await payByCard(page, '€25.00');

  await expect
    .poll(async () => {
      await page.goto(`${origin}/charities/a-shed-for-the-bees`);
      await page.getByText('Bees make our apples.').waitFor();
      return await page.getByText('€25.00 raised').count();
    })
    .toBe(1);
  // Who gave is told to nobody.
  expect(await page.getByText('Ada').count()).toBe(0);
});

it('the school tells what happened, and everybody reads it', async () => {
  const { page } = office;
  await page.goto(`${site.origin('greenfield')}/admin-school/charities`);
  await page.getByRole('rowheader').getByRole('link', { name }).click();
  await page.getByLabel('What happened?').fill('The roof is on.');
  await page.getByRole('button', { name: 'Tell everybody' }).click();
  await page.getByText('Everybody can read it now').waitFor();
  await giver.page.reload();
  await giver.page.getByText('The roof is on.').waitFor();
  expect(await giver.page.getByText('Ada').count()).toBe(0);
});
