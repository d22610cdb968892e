import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile({ hasWorkers: false });
let origin: string;

beforeAll(async () => {
  origin = site.origin('greenfield');
});

/** What Chromium itself writes about an answer that refuses. */
const refusals = /^Failed to load resource: the server responded with a status of (401|404)/u;

/** Somebody at a tablet of their own. */
async function atTablet(work: (tablet: RecordedPage) => Promise<void>): Promise<void> {
  const context = await site.newContext({ reducedMotion: 'reduce' });
  const tablet = await newPage(context);
  await tablet.page.goto(`${origin}/login`);
  await work(tablet);
  expect(Object.values(tablet.record).flat().join('\n')).toBe('');
  await context.close();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function findClass(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Student' }).click();
  await page.getByLabel('Class code').fill(code);
  await page.getByRole('button', { name: 'Find my class' }).click();
}

describe('a network that fails before the app is installed', () => {
  it('takes no page away: what came too late comes when the network is back', async () => {
    const context = await site.newContext({ hasWorkers: true, serviceWorkers: 'block' });
    const late = /\/assets\/(update-prompt|left-work|unsent-here|sync-chip|user-menu)-/u;
    await context.route(late, (route) => route.abort());
    const tablet = await newPage(context);
    const { page } = tablet;
    const missed = page.waitForEvent('requestfailed', (request) => /user-menu-/u.test(request.url()));
    await signInAt(page, origin, 'teacher@greenfield.test');
    await missed;
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Your menu' }).count()).toBe(0);
    await context.unroute(late);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.getByRole('button', { name: 'Your menu' }).waitFor();
    expect(tablet.forgive(/net::ERR_FAILED/u)).toBeGreaterThan(0);
    tablet.assertQuiet();
    await context.close();
  });
});

describe('a child', () => {
  it('signs in by the class code, its picture and its password', async () => {
    await atTablet(async ({ page }) => {
      await findClass(page, 'mapx e247');
      await heading(page, 'Who are you?').waitFor();
      await page.getByRole('button', { name: 'More names' }).click();
      await page.getByText('Page 2 of 2').waitFor();
      await page.getByRole('button', { name: 'Zoë F., otter' }).click();
      await page.getByLabel('Your password').fill(' sunny-otter-42 ');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Logged in successfully').waitFor();
      await page.waitForURL(`${origin}/`);
      await page.getByRole('link', { name: 'Open my page' }).click();
      await heading(page, 'Hello, Zoë!').waitFor();
      await page.goto(`${origin}/login`);
      await page.waitForURL(`${origin}/`);
    });
  });

  it('is told when the code is wrong, finds itself by searching, and mistypes once', async () => {
    await atTablet(async ({ page, forgive }) => {
      await findClass(page, 'NXSUCH99');
      await page.getByText('Invalid class code. Please check and try again.').first().waitFor();
      await page.getByRole('alert').filter({ hasText: 'Invalid class code.' }).waitFor();
      await page.getByLabel('Class code').fill('MAPXE247');
      await page.keyboard.press('Enter');
      await page.getByRole('searchbox', { name: 'Search for your name' }).fill('zoe');
      const tiles = page.getByRole('list', { name: 'Children of the class' }).getByRole('button');
      await page.waitForFunction(
        () => document.querySelectorAll('[aria-label="Children of the class"] button').length === 1,
      );
      await tiles.click();
      await page.getByLabel('Your password').fill('wrong');
      await page.keyboard.press('Enter');
      await page
        .getByRole('alert')
        .filter({ hasText: 'Login failed. Please check your credentials.' })
        .first()
        .waitFor();
      expect(forgive(refusals)).toBe(2);
      await page.getByRole('button', { name: 'Back' }).click();
      await heading(page, 'Who are you?').waitFor();
      await page.getByRole('button', { name: 'Back' }).click();
      await page.getByLabel('Class code').waitFor();
      await page.getByRole('button', { name: 'Back' }).click();
      await heading(page, 'Who is signing in?').waitFor();
    });
  });

  it('needs no finger: the keyboard does it all, and begins at each step where one types', async () => {
    await atTablet(async ({ page }) => {
      await page.getByRole('button', { name: 'Student' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
      await page.keyboard.type('MAPXE247');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement?.textContent === 'Who are you?');
      await page.keyboard.press('Tab');
      await page.keyboard.type('zoe');
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        () => document.querySelectorAll('[aria-label="Children of the class"] button').length === 1,
      );
      // The button that clears the search comes first.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByLabel('Your password').waitFor();
      await page.keyboard.type('sunny-otter-42');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${origin}/`);
    });
  });

  it('of another school finds nobody here by its own class’s code', async () => {
    await atTablet(async ({ page, forgive }) => {
      await findClass(page, 'WYLXW438');
      await page.getByText('Invalid class code. Please check and try again.').first().waitFor();
      forgive(refusals);
    });
  });
});

describe('a teacher', () => {
  it('signs in with email and password, after Back and a look at the password', async () => {
    await atTablet(async ({ page }) => {
      await page.getByRole('button', { name: 'Parent' }).click();
      await page.getByRole('button', { name: 'Back' }).click();
      await page.getByRole('button', { name: 'Teacher or administrator' }).click();
      await page.getByLabel('Email or username').fill('teacher@greenfield.test');
      await page.getByLabel('Password', { exact: true }).fill('Quill-demo-1');
      await page.getByRole('button', { name: 'Show password' }).click();
      await page.getByRole('button', { name: 'Hide password' }).click();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Logged in successfully').waitFor();
      await page.waitForURL(`${origin}/`);
    });
  });

  it('comes to the right school by its name in an address, and gets a kind page for a link that is none', async () => {
    await atTablet(async ({ page, forgive }) => {
      await page.goto(`${origin}/login/greenfield/`);
      await heading(page, 'Who is signing in?').waitFor();
      await page.goto(`${origin}/login/riverside/`);
      await page.waitForURL(`${site.origin('riverside')}/login`);
      await heading(page, 'Who is signing in?').waitFor();
      await page.goto(`${origin}/login/Zm9vYmFyYmF6/`);
      await heading(page, 'This link does not work any more').waitFor();
      forgive(refusals);
      await page.getByRole('link', { name: 'Sign in here' }).click();
      await heading(page, 'Who is signing in?').waitFor();
    });
  });

  it('of the platform is asked for nothing but email and password', async () => {
    await atTablet(async ({ page }) => {
      await page.goto(`${site.origin()}/login`);
      await page.getByLabel('Email or username').waitFor();
      expect(await page.getByRole('button', { name: 'Student' }).count()).toBe(0);
    });
  });
});

describe('a parent', () => {
  it('comes in by the password that the school shares, over a reload, and leaves again', async () => {
    await atTablet(async ({ page, forgive }) => {
      await page.getByRole('button', { name: 'Parent' }).click();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Please enter a password.').waitFor();
      await page.getByLabel('Community password').fill('wrong');
      await page.keyboard.press('Enter');
      await page
        .getByRole('alert')
        .filter({ hasText: 'Invalid password. Please try again.' })
        .first()
        .waitFor();
      await page.getByLabel('Community password').fill('welcome-parents');
      await page.keyboard.press('Enter');
      await page.getByText('Community login successful! Welcome back.').waitFor();
      await page.waitForURL(`${origin}/`);
      await heading(page, 'Welcome, families of Greenfield Primary').waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Leave the community view' }).click();
      await heading(page, 'Welcome to Greenfield Primary').waitFor();
      await page.reload();
      await heading(page, 'Welcome to Greenfield Primary').waitFor();
      // Chromium writes of an answer when it has time: by now it had.
      expect(forgive(refusals)).toBeGreaterThan(0);
    });
  });
});

/** What a child taps is 48 pixels at least in both directions. */
const expectFit = (page: Page) => expectWellMade(page, { tapSize: 48 });

describe('at every width and in every colour scheme', () => {
  it('each step of a child and of a parent is well made', async () => {
    await atTablet(async ({ page }) => {
      await heading(page, 'Who is signing in?').waitFor();
      await expectFit(page);
      await page.getByRole('button', { name: 'Student' }).click();
      await page.getByRole('button', { name: 'Find my class' }).click();
      await page.getByText('Please enter a class code.').waitFor();
      await expectFit(page);
      await page.getByLabel('Class code').fill('CEDAR583');
      await page.keyboard.press('Enter');
      await heading(page, 'Who are you?').waitFor();
      await expectFit(page);
      await page.getByRole('list', { name: 'Children of the class' }).getByRole('button').first().click();
      await page.getByLabel('Your password').waitFor();
      await expectFit(page);
      await page.goto(`${origin}/login`);
      await page.getByRole('button', { name: 'Parent' }).click();
      await page.getByLabel('Community password').fill('welcome-parents');
      await expectFit(page);
      await page.keyboard.press('Enter');
      await heading(page, 'Welcome, families of Greenfield Primary').waitFor();
      await expectFit(page);
      await page.goto(`${origin}/login`);
      await findClass(page, 'MAPXE247');
      await page.getByRole('searchbox').fill('Zoë F');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Zoë F., otter' }).click();
      await page.getByLabel('Your password').fill('sunny-otter-42');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Open my page' }).click();
      await heading(page, 'Hello, Zoë!').waitFor();
      await expectFit(page);
    });
  });
});
