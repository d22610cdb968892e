import type { BrowserContext } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { mailsIn } from '../support/mail-folder.ts';
import { chooseStaff, signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';

const email = 'teacher@greenfield.test';
const oldPassword = 'Quill-demo-1';
const newPassword = 'correct horse battery';

const site = siteOfFile({ hasWorkers: false });

const mailbox = () => mailsIn(site.server);

/** The address that the newest message leads to. */
async function newestLink(count: number): Promise<string> {
  await expect.poll(async () => (await mailbox()).length).toBe(count);
  const newest = (await mailbox()).at(-1);
  const [link = ''] = /http\S+#token=\S+/u.exec(newest?.text ?? '') ?? [];
  return link;
}

async function askForLink({ page }: RecordedPage): Promise<void> {
  // The sign-in page, which stands until this one is there, has a field for “Email or username”.
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByRole('heading', { name: 'Look at your email' }).waitFor();
}

describe('a teacher who forgot the password', () => {
  let context: BrowserContext;
  let elsewhere: BrowserContext;
  let first = '';
  let second = '';

  beforeAll(async () => {
    context = await site.newContext({ viewport: { width: 340, height: 720 } });
    elsewhere = await site.newContext();
  });

  afterAll(async () => {
    await context.close();
    await elsewhere.close();
  });

  it('asks for a link from the sign-in page, and finds it in the email', async () => {
    const opened = await newPage(context);
    await opened.page.goto(`${site.origin('greenfield')}/login`);
    await chooseStaff(opened.page);
    await opened.page.getByRole('link', { name: 'Forgot Password' }).click();
    await opened.page.waitForURL('**/resetpasswordemail');
    await askForLink(opened);
    first = await newestLink(1);
    const [mail] = await mailbox();
    expect(mail).toMatchObject({ subject: 'Choose a new password', to: [{ address: email }] });
    expect(first.startsWith(`${site.origin('greenfield')}/password-reset-confirm/#token=`)).toBe(true);
    opened.assertQuiet();
    await opened.page.close();
  });

  it('asks again, and is told kindly that the first link is old', async () => {
    const opened = await newPage(context);
    await opened.page.goto(`${site.origin('greenfield')}/resetpasswordemail`);
    await askForLink(opened);
    second = await newestLink(2);
    await opened.page.goto(first);
    await opened.page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
    await opened.page.getByRole('link', { name: 'Ask for a new link' }).click();
    await opened.page.waitForURL('**/resetpasswordemail');
    // Chromium itself writes down that the call was refused.
    expect(opened.forgive(/status of 410/u)).toBe(1);
    opened.assertQuiet();
    await opened.page.close();
  });

  it('opens the newest link, chooses a password, and signs in with it; who was signed in is signed out', async () => {
    const before = await newPage(elsewhere);
    await signInAt(before.page, site.origin('greenfield'), email);

    const opened = await newPage(context);
    const { page } = opened;
    await page.goto(second);
    await page.getByText(email).waitFor();
    // What opens the account stands neither in the address nor in the history.
    expect(page.url()).toBe(`${site.origin('greenfield')}/password-reset-confirm/`);
    await page.getByLabel('New password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Change my password' }).click();
    await page.getByText('The password needs at least 12 characters.').waitFor();
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByRole('button', { name: 'Change my password' }).click();
    await page.getByRole('heading', { name: 'Your password was changed' }).waitFor();
    opened.assertQuiet();

    await page.goto(second);
    await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
    await page.close();

    await before.page.goto(`${site.origin('greenfield')}/dashboard`);
    await before.page.waitForURL('**/login');
    await before.page.close();
  });

  it('is not let in with the old password any more, and is with the new one', async () => {
    const opened = await newPage(context);
    const { page } = opened;
    await page.goto(`${site.origin('greenfield')}/login`);
    await chooseStaff(page);
    await page.getByLabel('Email or username').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(oldPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Login failed. Please check your credentials.').first().waitFor();
    await page.getByLabel('Password', { exact: true }).fill(newPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Logged in successfully').waitFor();
    await page.waitForURL(`${site.origin('greenfield')}/`);
    expect(opened.forgive(/status of 401/u)).toBe(1);
    opened.assertQuiet();
    await page.close();
  });

  it('hears of it by email, and no secret stands in what the server wrote', async () => {
    await expect.poll(async () => (await mailbox()).at(-1)?.subject).toBe('Your password was changed');
    // The greeting of the demo names its accounts.
    const log = site.server.logs.filter((line) => !line.startsWith('  http')).join('\n');
    expect(log).toContain('An email is kept in ');
    for (const link of [first, second]) expect(log).not.toContain(link.split('#token=')[1]);
    expect(log).not.toContain(newPassword);
    expect(log).not.toContain(email);
  });
});
