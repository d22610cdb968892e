import type { Page } from 'playwright';

/** Password of the demo's staff. */
const staffPassword = 'Quill-demo-1';

/**
 * Takes the first steps of the sign-in page: those past the faces of a prepared tablet, and that which is not there where nobody but
 * staff signs in, or had begun to.
 */
export async function chooseStaff(page: Page): Promise<void> {
  const choice = page.getByRole('button', { name: 'Teacher or administrator' });
  const field = page.getByLabel('Email or username');
  const pastFaces = page.getByRole('button', { name: 'Teacher or parent?' });
  await choice.or(field).or(pastFaces).waitFor();
  if (await pastFaces.isVisible()) {
    await pastFaces.click();
    await choice.waitFor();
  }
  if (await choice.isVisible()) await choice.click();
  await field.waitFor();
}

/** Signs somebody of the demo in through the form of the staff, and waits for the page that one comes to. */
export async function signInAt(
  page: Page,
  origin: string,
  name: string,
  { remember = false, password = staffPassword }: { remember?: boolean; password?: string } = {},
): Promise<void> {
  await page.goto(`${origin}/login`);
  await chooseStaff(page);
  await page.getByLabel('Email or username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  if (remember) await page.getByLabel('Keep me signed in on this device').check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Logged in successfully').waitFor();
  await page.waitForURL(`${origin}/`);
}

/**
 * Opens the camera for login cards. It is open where a child with a card passed the tablet on, over a reload as well, and beside the
 * faces of a prepared tablet where the browser lets it run unasked.
 */
export async function openScanner(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  const student = page.getByRole('button', { name: 'Student' });
  const scan = page.getByRole('button', { name: 'Scan my card' });
  const scanner = page.getByRole('region', { name: 'Card scanner' });
  await student.or(scan).or(scanner).first().waitFor();
  if (await student.isVisible()) await student.click();
  await scan.or(scanner).first().waitFor();
  if (await scan.isVisible()) await scan.click();
  await scanner.waitFor();
}
