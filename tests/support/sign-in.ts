import type { Page } from 'playwright';

/** Password of the demo's staff. */
const staffPassword = 'Quill-demo-1';

/** Takes the first step of the sign-in page, which is not there where nobody but staff signs in, or had begun to. */
export async function chooseStaff(page: Page): Promise<void> {
  const choice = page.getByRole('button', { name: 'Teacher or administrator' });
  const field = page.getByLabel('Email or username');
  await choice.or(field).waitFor();
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

/** Opens the camera for login cards. It is open where a child with a card passed the tablet on, over a reload as well. */
export async function openScanner(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  const student = page.getByRole('button', { name: 'Student' });
  await student.or(page.getByRole('heading', { level: 1, name: 'Scan your card' })).waitFor();
  if (!(await student.isVisible())) return;
  await student.click();
  await page.getByRole('button', { name: 'Scan my card' }).click();
}
