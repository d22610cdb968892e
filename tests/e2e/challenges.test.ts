import { beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile({ hasWorkers: false });
const laptop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
const place = '/challenges/a-day-with-ten-litres';

let child: RecordedPage;

beforeAll(async () => {
  child = await newPage(await site.newContext(laptop));
});

describe('a challenge', () => {
  it('leads a visitor to sign in, begins a work for a child, and stamps the passport', async () => {
    const { page } = child;
    const origin = site.origin('greenfield');
    await page.goto(`${origin}${place}`);
    await page.getByRole('link', { name: 'Sign in to start' }).waitFor();
    await signInAt(page, origin, 'zoe-otter-42', { password: 'sunny-otter-42' });
    await page.goto(`${origin}${place}`);
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await expectWellMade(page, { hasListedLinks: true });
    await page.setViewportSize(laptop.viewport);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForURL(/\/uploadblogsteps\/.*step=write/u);
    await page.getByRole('textbox', { name: 'Name your story' }).waitFor();
    await page.goto(`${origin}${place}`);
    await page.getByRole('button', { name: 'Go on', exact: true }).waitFor();

    await page.goto(`${origin}/sdgs/6`);
    await page.getByRole('button', { name: 'I learned about this goal' }).click();
    await page.getByText('You learned about this goal.').waitFor();
    await page.goto(`${origin}/courses/be-the-change/choose-a-goal`);
    await page.getByText('How many goals are there?').waitFor();
    await expectWellMade(page, { hasListedLinks: true });
    await page.goto(`${origin}/dashboard?option=My%20Passport`);
    const water = page.getByRole('listitem').filter({ hasText: '6. Clean water and sanitation' });
    await water.getByText('Learned, done').waitFor();
    expect(await water.getByText('Made, not yet').count()).toBe(1);
    await expectWellMade(page, { hasListedLinks: true });
    child.assertQuiet();
  });
});
