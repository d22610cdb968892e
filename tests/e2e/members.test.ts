import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { mailsIn } from '../support/mail-folder.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile({ hasWorkers: false });
let office: RecordedPage;

beforeAll(async () => {
  office = await newPage(await site.newContext({ reducedMotion: 'reduce' }));
  await signInAt(office.page, site.origin('greenfield'), 'admin@greenfield.test');
});

/** The link in the newest message to somebody. */
async function linkFor(email: string): Promise<string> {
  let text = '';
  await expect
    .poll(async () => {
      const mails = await mailsIn(site.server);
      text = mails.findLast(({ to }) => to?.some(({ address }) => address === email))?.text ?? '';
      return text;
    })
    .not.toBe('');
  return /http\S+/u.exec(text)?.[0] ?? '';
}

async function open(address: string): Promise<void> {
  await office.page.goto(`${site.origin('greenfield')}${address}`);
  await office.page.getByRole('heading', { level: 1 }).first().waitFor();
}

describe('somebody who is invited', () => {
  const email = 'nora.lind@example.org';

  it('stands among the open invitations', async () => {
    const { page } = office;
    await open('/admin-school/teachers');
    await page.getByRole('table', { name: 'Admin/Teachers' }).getByRole('link').first().waitFor();
    await page.getByRole('button', { name: 'Invite by email' }).click();
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText('Email is required').waitFor();
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText('Invitation sent').waitFor();
    await page.getByRole('button', { name: `Send again: ${email}` }).waitFor();
    expect(await linkFor(email)).toMatch(/\/accept-invitation\/#token=[\w-]{43}$/u);
    await expectWellMade(page);
    office.assertQuiet();
  });

  it('follows the link, chooses a password, and is in; the link works once', async () => {
    const link = await linkFor(email);
    const context = await site.newContext({ reducedMotion: 'reduce' });
    const opened = await newPage(context);
    const { page } = opened;
    await page.goto(link);
    await page.getByRole('heading', { name: /^Welcome to / }).waitFor();
    await page.getByRole('button', { name: 'Accept and sign in' }).click();
    await page.getByText('First name is required').waitFor();
    await expectWellMade(page);
    await page.getByLabel('First name').fill('Nora');
    await page.getByLabel('Last name').fill('Lind');
    await page.getByLabel('Password', { exact: true }).fill('three words in a row');
    await page.getByRole('button', { name: 'Accept and sign in' }).click();
    await page.getByRole('button', { name: 'Your menu, Nora Lind' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    opened.assertQuiet();

    await page.goto(link);
    await page.getByRole('heading', { name: 'This invitation was used already' }).waitFor();
    expect(opened.forgive(/status of 410/u)).toBe(1);
    opened.assertQuiet();
    await context.close();
  });
});

describe('an account', () => {
  it('is changed with a picture that is cut in the browser, and shown where its person is', async () => {
    const { page } = office;
    const photograph = await sharp({
      create: { width: 900, height: 600, channels: 3, background: '#7a9e7e' },
    })
      .jpeg()
      .toBuffer();
    await open('/admin-school/users?q=nora');
    await page.getByRole('button', { name: 'Actions for Nora Lind' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('heading', { name: 'Edit Nora Lind' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Country is required').waitFor();
    await page.getByLabel('Country').selectOption({ label: 'Sweden' });
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'nora.jpg', mimeType: 'image/jpeg', buffer: photograph });
    const cut = page.getByRole('button', { name: 'Use this picture' });
    await cut.and(page.locator(':not([disabled])')).waitFor();
    await expectWellMade(page, { part: '[role=dialog]' });
    await cut.click();
    await page.getByRole('button', { name: 'Remove' }).waitFor();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('User updated successfully!').waitFor();
    // Where the form was opened from.
    await page.waitForURL('**/admin-school/users?q=nora');
    await page.getByRole('link', { name: 'Nora Lind' }).click();
    await page.getByRole('heading', { name: 'Nora Lind', level: 1 }).waitFor();
    await page.getByText('Sweden').waitFor();
    const picture = page.locator('main img[src^="/media/"]');
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(512);
    await expectWellMade(page);
    office.assertQuiet();
  });

  it('is archived and restored', async () => {
    const { page } = office;
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByText(/^Archived since today/u).waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Nora Lind can sign in again').waitFor();
    await expect.poll(() => page.getByText(/^Archived since/u).count()).toBe(0);
    office.assertQuiet();
  });

  it('is made by an administrator, whose own words are not lost where the address is taken', async () => {
    const { page } = office;
    await open('/admin-school/userprofile');
    await page.getByLabel('First name').fill('Ida');
    await page.getByLabel('Last name').fill('Berg');
    await page.getByRole('textbox', { name: 'Email' }).fill('nora.lind@example.org');
    await page.getByLabel('Country').selectOption({ label: 'Norway' });
    await page.getByRole('button', { name: 'Add user' }).click();
    await page.getByText('Error saving user. Please try again.').waitFor();
    await page.getByText('Somebody here has this email address already.').first().waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ida');
    await page.getByRole('textbox', { name: 'Email' }).fill('ida.berg@example.org');
    await page.getByRole('button', { name: 'Add user' }).click();
    await page.getByText('User added successfully!').waitFor();
    expect(await linkFor('ida.berg@example.org')).toContain('/accept-invitation/');
    expect(office.forgive(/status of 409/u)).toBe(1);
    office.assertQuiet();
  });

  it('gets another address when its link is opened', async () => {
    const { page } = office;
    await open('/admin-school/users?q=nora');
    await page.getByRole('button', { name: 'Actions for Nora Lind' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill('nora@example.net');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('nora@example.net is not confirmed yet').waitFor();
    const context = await site.newContext({ reducedMotion: 'reduce' });
    const opened = await newPage(context);
    await opened.page.goto(await linkFor('nora@example.net'));
    await opened.page.getByRole('button', { name: 'Confirm this address' }).waitFor();
    expect(new URL(opened.page.url()).search).toBe('');
    await opened.page.getByRole('button', { name: 'Confirm this address' }).click();
    await opened.page.getByText('From now on you sign in with nora@example.net.').waitFor();
    opened.assertQuiet();
    await context.close();
  });

  it('keeps its address where the old one stops the change', async () => {
    const { page } = office;
    await open('/admin-school/users?q=nora');
    await page.getByRole('button', { name: 'Actions for Nora Lind' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill('nora@example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('nora@example.com is not confirmed yet').waitFor();
    await expect.poll(() => linkFor('nora@example.net')).toContain('/verification/#stop=');
    const context = await site.newContext({ reducedMotion: 'reduce' });
    const opened = await newPage(context);
    await opened.page.goto(await linkFor('nora@example.net'));
    await opened.page.getByRole('button', { name: 'Stop this change' }).waitFor();
    expect(new URL(opened.page.url()).hash).toBe('');
    await expectWellMade(opened.page);
    await opened.page.getByRole('button', { name: 'Stop this change' }).click();
    await opened.page.getByText(/^You sign in with nora@example\.net as before/u).waitFor();
    opened.assertQuiet();
    await context.close();
  });
});

describe('the community password', () => {
  it('is changed on the profile page, and families who came by the old one are out', async () => {
    const { page } = office;
    const context = await site.newContext({ reducedMotion: 'reduce' });
    const family = await newPage(context);
    await family.page.goto(`${site.origin('greenfield')}/login`);
    const enter = (password: string) =>
      family.page.evaluate(async (typed) => {
        const headers = { 'content-type': 'application/json' };
        const body = JSON.stringify({ password: typed });
        await fetch('/api/generic-password-login', { method: 'POST', headers, body });
        return (await (await fetch('/api/check-generic-access')).json()) as unknown;
      }, password);
    const isIn = () =>
      family.page.evaluate(async () => (await (await fetch('/api/check-generic-access')).json()) as unknown);
    expect(await enter('welcome-parents')).toEqual({ authenticated: true });

    await open('/admin-school/profile');
    const section = page.getByRole('region', { name: 'Community password' });
    await section.getByLabel('New community password').fill('seven');
    await section.getByRole('button', { name: 'Change community password' }).click();
    await section.getByText('The password needs at least 8 characters.').waitFor();
    await expectWellMade(page);
    await section.getByLabel('New community password').fill('seven red kites');
    await section.getByRole('button', { name: 'Change community password' }).click();
    await page.getByText('Community password set').waitFor();
    expect(await isIn()).toEqual({ authenticated: false });
    expect(await enter('seven red kites')).toEqual({ authenticated: true });
    office.assertQuiet();
    family.assertQuiet();
    await context.close();
  });
});
