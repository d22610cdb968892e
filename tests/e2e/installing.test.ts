import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newPage, openContext } from '../support/browser.ts';
import { gate } from '../support/gate.ts';
import { openSchoolBehindProxy, type SchoolBehindProxy } from '../support/school-behind-proxy.ts';

let school: SchoolBehindProxy;

beforeAll(async () => {
  school = await openSchoolBehindProxy();
});

afterEach(() => school.proxy.reset());

afterAll(() => school.close());

const isTakenOver = () => navigator.serviceWorker.controller !== null;

describe('the app is installed', () => {
  it('for a page as well that was on its way meanwhile', async () => {
    const context = await openContext();
    const there = await newPage(context);
    const late = await newPage(context);
    const answer = gate();
    await late.page.route(`${school.origin}/login`, async (route) => {
      await answer.passed;
      await route.continue();
    });
    const coming = late.page.goto(`${school.origin}/login`);
    await there.page.goto(school.origin);
    await there.page.waitForFunction(isTakenOver);
    answer.open();
    await coming;
    await late.page.waitForFunction(isTakenOver);
    await context.setOffline(true);
    expect(await late.page.evaluate(async () => (await fetch('/index.html')).ok)).toBe(true);
    await context.close();
  });

  it.each<[string, (page: Page) => Promise<void>]>([
    [
      'once the network is back',
      async (page) => {
        await page.context().setOffline(true);
        await page.context().setOffline(false);
      },
    ],
    ['by itself half a minute later', (page) => page.clock.fastForward(31_000)],
  ])('%s where the network failed in the middle of it', async (_when, pass) => {
    const context = await openContext();
    const { page } = await newPage(context);
    await page.clock.install();
    let dropped = 0;
    school.proxy.decide = ({ url, headers }) => {
      // What the worker fetches; the page itself asks for scripts and styles.
      if (headers['sec-fetch-dest'] !== 'empty' || !url.startsWith('/assets/')) return null;
      dropped += 1;
      return 'drop_before';
    };
    await page.goto(`${school.origin}/login`);
    await expect.poll(() => dropped).toBeGreaterThan(0);
    const isGivenUp = async () => (await navigator.serviceWorker.getRegistration('/')) === undefined;
    await expect.poll(() => page.evaluate(isGivenUp)).toBe(true);
    school.proxy.goOnline();
    await pass(page);
    await page.waitForFunction(isTakenOver);
    await context.close();
  });
});
