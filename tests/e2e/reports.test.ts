import type { BrowserContext } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage, openContext, type RecordedPage } from '../support/browser.ts';
import { childTabletOfFile, cutOff } from '../support/child-tablet.ts';
import { signInAt } from '../support/sign-in.ts';
import { expectWellMade } from '../support/well-made.ts';

const story = 'the-robot-who-watered-the-plants';
const title = 'The Robot Who Watered the Plants';
const lost = 'There is no such book or story here';

const tablet = childTabletOfFile();
const contexts: BrowserContext[] = [];

let visitor: RecordedPage;
let admin: RecordedPage;
let lead: RecordedPage;

beforeAll(async () => {
  const open = async () => {
    const context = await openContext({ hasWorkers: false, reducedMotion: 'reduce' });
    contexts.push(context);
    return await newPage(context);
  };
  visitor = await open();
  admin = await open();
  lead = await open();
});

afterAll(async () => {
  for (const context of contexts) await context.close();
});

describe('a story that a reader reports', () => {
  it('is taken down by the school, is gone from a tablet that keeps it, and may come back', async () => {
    const { origin } = tablet.school;
    const direct = tablet.school.server.origin('greenfield');
    await tablet.signIn();
    await tablet.page.goto(`${origin}/library/${story}`);
    await tablet.page.getByRole('button', { name: 'Keep on this tablet' }).click();
    await tablet.page.getByText('All that you keep here').waitFor();
    await tablet.page.goto(`${origin}/on-this-tablet`);
    const kept = tablet.page.getByRole('list', { name: 'Kept on this tablet' }).getByRole('listitem');
    await expect.poll(() => kept.count()).toBe(1);
    tablet.school.proxy.goOffline();

    // Somebody who only came by.
    await visitor.page.goto(`${direct}/library/${story}`);
    await visitor.page.getByRole('button', { name: 'Something is not right here' }).click();
    const dialog = visitor.page.getByRole('dialog', { name: 'What is not right?' });
    await dialog.getByText('What is it?').waitFor();
    await expectWellMade(visitor.page);
    await dialog.getByRole('radio', { name: 'Somebody else wrote or drew it' }).press('Space');
    await dialog.getByLabel('Do you want to say more?').fill('It stands in a book of mine.');
    await dialog.getByRole('button', { name: 'Tell the school' }).click();
    await dialog.getByText('Thank you. The school will look at it.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    const at = admin.page;
    await signInAt(at, direct, 'admin@greenfield.test');
    await at.goto(`${direct}/admin-school/dashboard`);
    await at.getByRole('link', { name: '1 book or story was reported by a reader' }).click();
    const card = at.getByRole('listitem', { name: title });
    await card.getByText('It stands in a book of mine.').waitFor();
    await expectWellMade(at);
    await card.getByRole('button', { name: 'Take it down' }).click();
    const question = at.getByRole('dialog', { name: 'Take it down' });
    await question.getByLabel('A kind word to the author').fill('Let us talk about it.');
    await question.getByRole('button', { name: 'Take it down' }).click();
    await card.getByText(/^Taken down /u).waitFor();
    await expectWellMade(at);
    await visitor.page.reload();
    await visitor.page.getByText(lost).waitFor();

    // Nobody told the tablet yet.
    expect(await kept.count()).toBe(1);
    tablet.school.proxy.goOnline();
    await tablet.page.getByText('You keep nothing here yet').waitFor();

    // A lead decides as well, and has a way there.
    await signInAt(lead.page, direct, 'lead@greenfield.test');
    await lead.page.goto(`${direct}/dashboard?option=Teacher%20Dashboard`);
    await lead.page.getByRole('link', { name: 'Reports' }).click();
    await lead.page
      .getByRole('listitem', { name: title })
      .getByText(/^Taken down /u)
      .waitFor();
    lead.assertQuiet();

    await card.getByRole('button', { name: 'Reinstate' }).click();
    await at.getByText('Nobody reported anything').waitFor();
    await visitor.page.reload();
    await visitor.page.getByRole('heading', { level: 1, name: title }).waitFor();
    visitor.forgive(/404/u);
    visitor.assertQuiet();
    admin.forgive(cutOff);
    admin.assertQuiet();
    tablet.assertQuiet();
  });
});
