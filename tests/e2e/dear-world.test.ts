import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage, openContext, type RecordedPage } from '../support/browser.ts';
import { childTabletOfFile } from '../support/child-tablet.ts';
import { reviewingTeacherOfFile } from '../support/reviewing-teacher.ts';
import { signInAt } from '../support/sign-in.ts';
import { drawLine } from '../support/story-pictures.ts';
import { expectWellMade } from '../support/well-made.ts';

const words = 'Dear World, let the river sing.';

const tablet = childTabletOfFile();
const teacher = reviewingTeacherOfFile();
let platform: RecordedPage;
let visitor: RecordedPage;

beforeAll(async () => {
  platform = await newPage(await openContext({ hasWorkers: false, reducedMotion: 'reduce' }));
  visitor = await newPage(await openContext({ hasWorkers: false, reducedMotion: 'reduce' }));
});

afterAll(async () => {
  await platform.page.context().close();
  await visitor.page.context().close();
});

const here = () => tablet.school.server.origin('greenfield');

/** What a guardian and the school said of the child: strangers may read what it publishes. */
async function openToTheWorld(): Promise<void> {
  const { page } = teacher;
  const [zoe] = (await tablet.school.record.studentsIn('MAPXE247')).filter(({ name }) =>
    name.startsWith('Zoë'),
  );
  const statuses = await page.evaluate(
    async ([id = '']) => {
      const signIn = await fetch('/api/auth/token/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'teacher@greenfield.test', password: 'Quill-demo-1' }),
      });
      const { access } = (await signIn.json()) as { access: string };
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${access}` };
      const privacy = await fetch('/api/users/privacy-preference/bulk/', {
        method: 'POST',
        headers,
        body: JSON.stringify({ user_ids: [id], privacy_preference: 'public' }),
      });
      const permission = await fetch(`/api/v1/students/${id}/permissions/public/`, {
        method: 'PUT',
        headers,
        body: '{}',
      });
      return [privacy.status, permission.status];
    },
    [zoe?.id ?? ''],
  );
  expect(statuses).toEqual([200, 200]);
}

describe('a message to the world', () => {
  it('is written, drawn and handed in without a network', async () => {
    const { page, school } = tablet;
    await tablet.signIn();
    await page.goto(`${school.origin}/my-messages`);
    await page.getByRole('button', { name: 'Write a message' }).waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expectWellMade(page);
    school.proxy.goOffline();
    await page.getByRole('button', { name: 'Write a message' }).click();
    await page.getByLabel('What do you tell the world?').fill(words);
    const pad = await drawLine(page);
    await pad.getByRole('button', { name: 'Put it in' }).click();
    await page.getByLabel('What can be seen in your drawing?').fill('A red line');
    await page.getByLabel('Which goal is it about?').selectOption('6');
    await page.getByText('Your message is ready.').waitFor();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Hand it in' }).click();
    await page.getByText('Your teacher has it now').waitFor();
    school.proxy.goOnline();
  });

  it('is read by the teacher and published', async () => {
    await teacher.signIn(here());
    await openToTheWorld();
    const { page } = teacher;
    await (await teacher.untilHandedIn('A message to the world')).click();
    await page.getByText(words).waitFor();
    await page.getByText('Goal 6: Clean water and sanitation').waitFor();
    await teacher.publish();
  });

  it('is put into the edition by the platform', async () => {
    const { page } = platform;
    await signInAt(page, tablet.school.server.origin(), 'platform@quillshelf.test');
    await page.goto(`${tablet.school.server.origin()}/admin-panel/dear-world?edition=none`);
    await page.getByRole('link', { name: words }).waitFor();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Actions for the message by Zoë' }).click();
    await page
      .getByRole('menuitem', { name: /^Put into Dear World/u })
      .first()
      .click();
    await page.getByText(/^It is in Dear World/u).waitFor();
    platform.assertQuiet();
  });

  it('is found by a visitor who flips the book, and gone once the teacher takes it off the shelf', async () => {
    const { page } = visitor;
    const book = `${tablet.school.server.origin()}/dear-world-book`;
    await page.goto(`${book}?goal=6`);
    await page.getByText('Message 1 of 2').waitFor();
    const goal = await page.getByRole('link', { name: /^Goal 6:/u }).boundingBox();
    expect(goal?.height).toBeGreaterThanOrEqual(44);
    await expectWellMade(page);
    await page.getByRole('button', { name: 'The next message' }).click();
    await page.getByText(words).waitFor();
    const drawing = page.getByRole('img', { name: 'A red line' });
    await expect
      .poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await page.getByText('Zoë, United Kingdom').waitFor();

    const at = teacher.page;
    await at.getByRole('button', { name: 'Take it off the shelf' }).click();
    const question = at.getByRole('dialog', { name: 'Take it off the shelf' });
    await question.getByLabel('Why?').fill('Let us look at it once more.');
    await question.getByRole('button', { name: 'Take it off', exact: true }).click();
    await at.getByText('The message is off the shelf.').waitFor();
    await page.reload();
    await page.getByText('Message 1 of 1').waitFor();
    visitor.assertQuiet();
    tablet.assertQuiet();
  });
});
