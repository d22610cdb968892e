import { expect, it } from 'vitest';
import { newPage } from '../support/browser.ts';
import { gate } from '../support/gate.ts';
import { siteOfFile } from '../support/site-of-file.ts';

const site = siteOfFile();

it('a page that was on its way while the app was installed works without a network as well', async () => {
  const context = await site.newContext();
  const origin = site.origin('greenfield');
  const there = await newPage(context);
  const late = await newPage(context);
  const answer = gate();
  await late.page.route(`${origin}/login`, async (route) => {
    await answer.passed;
    await route.continue();
  });
  const coming = late.page.goto(`${origin}/login`);
  await there.page.goto(origin);
  await there.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  answer.open();
  await coming;
  await late.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  expect(await late.page.evaluate(async () => (await fetch('/index.html')).ok)).toBe(true);
  await context.close();
});
