import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();
const laptop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
const title = 'The Robot Who Watered the Plants';
const address = '/library/the-robot-who-watered-the-plants';

let visitor: RecordedPage;
let office: RecordedPage;
let platform: RecordedPage;

beforeAll(async () => {
  visitor = await newPage(await site.newContext(laptop));
  office = await newPage(await site.newContext(laptop));
  platform = await newPage(await site.newContext(laptop));
  await signInAt(office.page, site.origin('greenfield'), 'admin@greenfield.test');
  await signInAt(platform.page, site.origin(), 'platform@quillshelf.test');
});

afterAll(() => {
  visitor.forgive(/404/u);
  for (const each of [visitor, office, platform]) each.assertQuiet();
});

/** The item, from a tab of the queue. */
async function openItem(tab: string, name = title): Promise<void> {
  const { page } = platform;
  await page.goto(`${site.origin()}/admin-panel/book-monitoring`);
  await page.getByRole('link', { name: tab }).click();
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { name: 'What readers see' }).waitFor();
}

async function decide(button: string, words: string): Promise<void> {
  const { page } = platform;
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: button });
  await dialog.getByRole('textbox').fill(words);
  await dialog.getByRole('button', { name: button }).click();
  await page.getByRole('heading', { level: 1, name: 'Book monitoring' }).waitFor();
}

async function openReports() {
  const { page } = office;
  await page.goto(`${site.origin('greenfield')}/admin-school/reports`);
  return page.getByRole('listitem', { name: title });
}

it('the platform looks at a story that a visitor reported, and the school answers what it asks', async () => {
  const { page } = visitor;
  await page.goto(`${site.origin('greenfield')}${address}`);
  await page.getByRole('button', { name: 'Something is not right here' }).click();
  await page.getByRole('radio', { name: 'It is frightening or hurtful' }).press('Space');
  await page.getByRole('button', { name: 'Tell the school' }).click();
  await page.getByText('Thank you. The school will look at it.').waitFor();

  const panel = platform.page;
  await panel.goto(`${site.origin()}/admin-panel/book-monitoring`);
  await panel.getByRole('listitem').filter({ hasText: 'Reported: frightening or hurtful' }).first().waitFor();
  await expectWellMade(panel);
  await openItem('Waiting (1)');
  const cover = panel.getByRole('img', { name: `Cover of ${title}` });
  await cover.waitFor();
  expect(await cover.evaluate((picture) => (picture as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await expectWellMade(panel);
  await decide('Ask the school', 'Whom is it about?');

  const card = await openReports();
  await card.getByText('Whom is it about?').waitFor();
  await card.getByRole('button', { name: 'Answer' }).click();
  const dialog = office.page.getByRole('dialog', { name: 'Answer' });
  await dialog.getByLabel('Your answer').fill('About a robot.');
  await dialog.getByRole('button', { name: 'Answer' }).click();
  await office.page.getByText('The platform reads your answer.').waitFor();
});

it('the platform takes it down; the school asks for it back, and it comes back', async () => {
  await openItem('Waiting (1)');
  await platform.page.getByText('About a robot.').first().waitFor();
  await decide('Take down', 'Let us talk about it.');
  await visitor.page.reload();
  await visitor.page.getByText('There is no such book or story here').waitFor();

  const card = await openReports();
  await card.getByText(/^Taken down .* by Quillshelf$/u).waitFor();
  await expectWellMade(office.page);
  await card.getByRole('button', { name: 'Ask for it back' }).click();
  const dialog = office.page.getByRole('dialog', { name: 'Ask for it back' });
  await dialog.getByLabel('Why it should come back').fill('It is a tale.');
  await dialog.getByRole('button', { name: 'Ask for it back' }).click();
  await card.getByText(/^You asked for it back/u).waitFor();

  // Strangers may not see its title any more, and so no list of the panel says it.
  await openItem('Waiting (1)', 'A story of Greenfield Primary');
  await platform.page.getByText('It is a tale.').waitFor();
  await decide('Reinstate', 'It is a tale indeed.');
  await visitor.page.reload();
  await visitor.page.getByRole('heading', { level: 1, name: title }).waitFor();
});
