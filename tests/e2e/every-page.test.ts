import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { expectReachedByKeyboard } from '../support/by-keyboard.ts';
import { lookers, pagesLookedAtBy, type Looker, type LookerName } from '../support/every-page.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const laptop = { width: 1280, height: 800 };
const site = siteOfFile({ hasWorkers: false });

/** The page of somebody who has come in. */
function pageOf({ tenant, name, password, colorScheme }: Looker) {
  let opened: RecordedPage | undefined;
  beforeAll(async () => {
    const context = await site.newContext({ viewport: laptop, reducedMotion: 'reduce', colorScheme });
    opened = await newPage(context);
    if (name === null) return;
    await signInAt(opened.page, site.origin(tenant), name, password === undefined ? {} : { password });
  });
  afterAll(async () => {
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

  it.each(pagesLookedAtBy(who))('$at is well made, and used by the keyboard alone', async (looked) => {
    const { page, assertQuiet } = opened();
    const { at, from, stands } = looked;
    await page.setViewportSize(laptop);
    await page.goto(`${site.origin(looker.tenant)}${from?.at ?? at}`);
    await from?.press(page).first().click();
    await stands(page).first().waitFor();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expect.poll(() => page.getByRole('main').locator('[aria-busy=true]').count()).toBe(0);
    await expectReachedByKeyboard(page);
    await expectWellMade(page);
    assertQuiet();
  });
});
