import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { becomesReady } from '../support/becomes-ready.ts';
import { launchPersistent, newPage, type RecordedPage } from '../support/browser.ts';
import { expectReachedByKeyboard } from '../support/by-keyboard.ts';
import { lookers, pagesLookedAtBy, type Looker, type LookerName } from '../support/every-page.ts';
import { layoutShifts, watchLayoutShifts } from '../support/layout-shifts.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const laptop = { width: 1280, height: 800 };
const phone = { width: 340, height: 720 };
const site = siteOfFile({ hasWorkers: false });

/** Milliseconds that answers take on a slow network: long enough that what waits for them is drawn before. */
const late = 400;
/** Of a good page by https://web.dev/articles/cls. */
const mostShift = 0.1;

async function answerLate(context: BrowserContext): Promise<void> {
  await context.route('**/api/**', async (route) => {
    // Those of the event stream come as they happen.
    if (!route.request().url().includes('/events')) await new Promise((done) => setTimeout(done, late));
    await route.continue();
  });
}

/** The page of somebody who has come in. */
function pageOf({ tenant, name, password, colorScheme }: Looker) {
  let opened: RecordedPage | undefined;
  beforeAll(async () => {
    const context = await site.newContext({ viewport: laptop, reducedMotion: 'reduce', colorScheme });
    opened = await newPage(context);
    if (name !== null)
      await signInAt(opened.page, site.origin(tenant), name, password === undefined ? {} : { password });
    await watchLayoutShifts(opened.page);
    await answerLate(context);
  });
  afterAll(async () => {
    await opened?.page.context().unrouteAll({ behavior: 'ignoreErrors' });
    await opened?.page.context().close();
  });
  return (): RecordedPage => {
    if (!opened) throw new Error('Nobody has come in before the first beforeAll.');
    return opened;
  };
}

describe.each(Object.keys(lookers) as LookerName[])('to the %s', (who) => {
  const looker: Looker = lookers[who];
  const opened = pageOf(looker);

  it.each(pagesLookedAtBy(who))(
    '$at stays where it is while it fills, is well made, and used by the keyboard alone',
    async (looked) => {
      const { page, forgive, assertQuiet } = opened();
      const { at, from, stands, onPhone = stands } = looked;
      await page.setViewportSize(phone);
      await page.goto(`${site.origin(looker.tenant)}${from?.at ?? at}`);
      await from?.press(page).first().click();
      await onPhone(page).first().waitFor();
      await becomesReady(page);
      const { value, of } = await layoutShifts(page);
      expect(value, of.join('\n')).toBeLessThan(mostShift);
      await page.setViewportSize(laptop);
      await stands(page).first().waitFor();
      await becomesReady(page);
      await expectReachedByKeyboard(page);
      await expectWellMade(page);
      // Whoever looks at so many pages is signed in for longer than a token lasts, which is renewed then.
      forgive(/status of 401 /u);
      assertQuiet();
    },
  );
});

describe('where the browser keeps nothing', () => {
  let folder: string;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-blocked-'));
    await mkdir(path.join(folder, 'Default'));
    // As people block all site data in the settings: reading `localStorage` throws, and no database opens.
    const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
    await writeFile(path.join(folder, 'Default', 'Preferences'), JSON.stringify(blocked));
    context = await launchPersistent(folder, { viewport: phone, reducedMotion: 'reduce' });
    page = await context.newPage();
  });

  afterAll(async () => {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('nothing can be kept', async () => {
    await page.goto(site.origin('greenfield'));
    expect(
      await page.evaluate(() => {
        try {
          return String(window.localStorage.length);
        } catch (error) {
          return (error as Error).name;
        }
      }),
    ).toBe('SecurityError');
  });

  it.each((Object.keys(lookers) as LookerName[]).flatMap((who) => pagesLookedAtBy(who)))(
    '$at is no blank page',
    async ({ by, at }) => {
      const looker: Looker = lookers[by];
      await page.goto(`${site.origin(looker.tenant)}${at}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await expect.poll(async () => (await page.getByRole('main').innerText()).length).toBeGreaterThan(20);
    },
  );
});
