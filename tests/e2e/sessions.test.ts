import { describe, expect, it } from 'vitest';
import { newPage } from '../support/browser.ts';
import { chooseStaff, signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();

describe('a person', () => {
  it('is told what is wrong with a sign-in, and loses nothing typed', async () => {
    const context = await site.newContext({ hasWorkers: false });
    const { page } = await newPage(context);
    await page.goto(`${site.origin('greenfield')}/login`);
    await chooseStaff(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Please enter your email/username.').waitFor();
    await page.getByText('Please enter your password.').waitFor();
    await page.getByLabel('Email or username').fill('teacher@greenfield.test');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Login failed. Please check your credentials.' })
      .first()
      .waitFor();
    expect(await page.getByLabel('Email or username').inputValue()).toBe('teacher@greenfield.test');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('not the password');
    await context.close();
  });

  it('is sent to the sign-in page, and back to where they wanted to go', async () => {
    const context = await site.newContext({ hasWorkers: false });
    const { page } = await newPage(context);
    await page.goto(`${site.origin('greenfield')}/dashboard?option=Teacher%20Dashboard`);
    await page.waitForURL(/\/login/u);
    await chooseStaff(page);
    await page.getByLabel('Email or username').fill('teacher@greenfield.test');
    await page.getByLabel('Password', { exact: true }).fill('Quill-demo-1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('list', { name: 'Classes' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    await page.goto(`${site.origin('greenfield')}/login`);
    await page.waitForURL(`${site.origin('greenfield')}/`);
    await context.close();
  });

  it('who is a teacher is not let into the administrators’ area, an administrator is', async () => {
    const context = await site.newContext({ hasWorkers: false });
    const { page } = await newPage(context);
    await signInAt(page, site.origin('greenfield'), 'teacher@greenfield.test');
    await page.goto(`${site.origin('greenfield')}/admin-school`);
    await page.waitForURL(`${site.origin('greenfield')}/`);
    await context.close();
    const other = await site.newContext({ hasWorkers: false });
    const { page: adminPage } = await newPage(other);
    await signInAt(adminPage, site.origin('greenfield'), 'admin@greenfield.test');
    await adminPage.goto(`${site.origin('greenfield')}/admin-school`);
    await adminPage.waitForURL('**/admin-school/dashboard');
    await adminPage.getByRole('link', { name: 'Classes', exact: true }).last().click();
    const classes = adminPage.getByRole('list', { name: 'Classes' });
    await classes.getByRole('link', { name: 'Birch' }).waitFor();
    expect(await classes.getByRole('link').allTextContents()).toEqual(['Birch', 'Cedar', 'Maple']);
    await other.close();
  });

  it('who signs out leaves no session and no child’s name behind, in this tab or another', async () => {
    const context = await site.newContext();
    const { page } = await newPage(context);
    const { page: otherTab } = await newPage(context);
    const origin = site.origin('greenfield');
    await signInAt(page, origin, 'teacher@greenfield.test');
    await page.goto(`${origin}/dashboard`);
    await page.getByRole('link', { name: 'Maple' }).click();
    await page.getByText('Aisha Rahman').first().waitFor();
    await otherTab.goto(`${origin}/dashboard`);
    await otherTab.getByRole('list', { name: 'Classes' }).waitFor();

    await page.getByRole('button', { name: /Clara Weiss/u }).click();
    await page.getByRole('menuitem', { name: /Sign out/u }).click();
    await page.waitForURL(/\/login/u);
    await otherTab.waitForURL(/\/login|\/$/u);
    await page.goBack();
    await page.waitForURL(/\/login/u);
    // What was shown is deleted behind the sign-in page; until then it is noted that it has to be.
    await page.waitForFunction(() => localStorage.getItem('snapshotsToForget') === null);
    const left = await page.evaluate(async () => {
      const stores: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(new Error(name));
        });
        for (const store of database.objectStoreNames) {
          const rows = await new Promise((resolve) => {
            const request = database.transaction(store).objectStore(store).getAll();
            request.onsuccess = () => resolve(request.result);
          });
          stores.push(JSON.stringify(rows));
        }
        database.close();
      }
      return stores.join('\n');
    });
    expect(left).not.toContain('Aisha');
    expect(left).not.toContain('Clara');
    expect(left).not.toContain('accessToken');
    await context.close();
  });
});

describe('a person with unsent changes', () => {
  it('is told so when signing out, and whoever comes next reads whose they are', async () => {
    const context = await site.newContext();
    const { page } = await newPage(context);
    const origin = site.origin('greenfield');
    await signInAt(page, origin, 'teacher@greenfield.test');
    await page.goto(`${origin}/dashboard?option=Teacher%20Dashboard`);
    await page.getByRole('link', { name: 'Cedar' }).click();
    const actions = page.getByRole('button', { name: /^Actions for/u }).first();
    await actions.waitFor();
    await context.setOffline(true);
    await actions.click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('First name').fill('Renamed');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved on this device.').waitFor();
    await page.getByRole('button', { name: /Show changes$/u }).click();
    await page.getByRole('dialog').getByText('Not yet: 1 change not sent').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: /Clara Weiss/u }).click();
    await page.getByRole('menuitem', { name: /Sign out/u }).click();
    await page.getByText(/^1 change waits on this tablet until you sign in here again\./u).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Unsent changes on this tablet').waitFor();
    await page.getByText(/Clara Weiss \(1\), waiting since/u).waitFor();
    await expectWellMade(page);

    await context.setOffline(false);
    await signInAt(page, origin, 'teacher@greenfield.test');
    await page.getByRole('status').filter({ hasText: 'All sent' }).waitFor({ state: 'attached' });
    expect(await page.getByText('1 waiting').count()).toBe(0);
    await context.close();
  });
});

describe('what makes the app installable', () => {
  it('is a manifest of the school, with its name, its colour and icons that can be cropped', async () => {
    const context = await site.newContext();
    const { page } = await newPage(context);
    await page.goto(`${site.origin('greenfield')}/`);
    const manifest = await page.evaluate(async () => {
      const href = document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? '';
      return (await (await fetch(href)).json()) as {
        name: string;
        theme_color: string;
        icons: { purpose: string; src: string }[];
      };
    });
    expect(manifest).toMatchObject({ name: 'Greenfield Primary · Quillshelf', theme_color: '#1f5f3f' });
    expect(manifest.icons.map((icon) => icon.purpose)).toContain('maskable');
    const session = await context.newCDPSession(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const { errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A window that forgets everything installs nothing, whatever it shows.
    const against = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito');
    expect(against).toEqual([]);
    await context.close();
  });
});
