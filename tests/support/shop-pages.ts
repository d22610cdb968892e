import type { Page } from 'playwright';

/** A book that the demo’s Greenfield has in its library. */
export const hare = { title: 'The Hare and the Tortoise', slug: 'the-hare-and-the-tortoise' } as const;

interface OpenedShop {
  currency?: string;
  /** Of a digital book, as it is typed. */
  price?: string;
  /** The school’s part in percent; null leaves the field as it is. */
  schoolPart?: string | null;
  /** Name of the cause. */
  cause?: string;
}

/** Opens the shop of a school as its office, which is signed in, with digital books alone. */
export async function openShop(
  page: Page,
  origin: string,
  { currency = 'EUR', price = '4', schoolPart = '10', cause = 'Friends of the Hedgehog' }: OpenedShop = {},
): Promise<void> {
  await page.goto(`${origin}/admin-school/donations?tab=shop`);
  await page.getByLabel('Currency').selectOption(currency);
  await page.getByLabel(`Price of a digital book in ${currency}`).fill(price);
  if (schoolPart !== null) await page.getByLabel('The school’s part in percent').fill(schoolPart);
  await page.getByRole('combobox', { name: 'Cause' }).selectOption({ label: cause });
  await page.getByLabel('Letters of the shop').fill('grn');
  await page.getByRole('checkbox', { name: 'The shop is open' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The shop is saved').waitFor();
}

/** Puts the hare up for sale, once the shop is open. */
export async function sellHare(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/admin-school/books`);
  await page.getByRole('button', { name: `Actions for ${hare.title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Price and sale…' }).click();
  await page.getByRole('checkbox', { name: 'For sale' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`${hare.title} is for sale`).waitFor();
}

/** Puts the hare into the cart and goes on to the checkout. */
export async function checkOutHare(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/library/${hare.slug}`);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('main').getByRole('link', { name: 'In your cart' }).click();
  await page.getByRole('link', { name: 'Check out' }).click();
}

/** Fills in at the checkout who buys or gives, and that it is an adult who agrees. */
export async function fillInBuyer(
  page: Page,
  { email = 'ada@example.org', name = 'Ada Hill' }: { email?: string; name?: string } = {},
): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('checkbox', { name: 'I am 18 or older.' }).check();
  await page.getByRole('checkbox', { name: /^I agree/u }).check();
}

/** Pays from the checkout by card, at the practice provider. @param sum as the button says it: "€4.00" */
export async function payByCard(page: Page, sum: string): Promise<void> {
  await page.getByRole('button', { name: `Pay ${sum} by card`, exact: true }).click();
  await page.getByRole('heading', { name: /^Stripe/u }).waitFor();
  await page.getByRole('button', { name: /^Pay €/u }).click();
  await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
}
