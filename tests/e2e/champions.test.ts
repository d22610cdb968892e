import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayOf } from '#contract/kit/day.ts';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { mailsIn } from '../support/mail-folder.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile({ hasWorkers: false });
const email = 'nora.lind@example.org';

/** The newest letter to her that says something. */
async function letterWith(words: string): Promise<string> {
  let text = '';
  await expect
    .poll(async () => {
      const mails = await mailsIn(site.server);
      text =
        mails.findLast(
          (mail) => mail.to?.some(({ address }) => address === email) && mail.text?.includes(words),
        )?.text ?? '';
      return text;
    })
    .not.toBe('');
  return text;
}

describe('a superpower teacher', () => {
  let office: RecordedPage;
  let nora: RecordedPage;

  beforeAll(async () => {
    office = await newPage(await site.newContext({ viewport: { width: 1280, height: 900 } }));
    await signInAt(office.page, site.origin(), 'platform@quillshelf.test');
    nora = await newPage(await site.newContext({ reducedMotion: 'reduce' }));
  });

  it('is invited with a reason and an end', async () => {
    const { page } = office;
    await page.goto(`${site.origin()}/admin-panel/superpower-teacher`);
    await page.getByRole('rowheader', { name: /Ana Ruiz/u }).waitFor();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'Add a superpower teacher' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('First name').fill('Nora');
    await dialog.getByLabel('Last name').fill('Lind');
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
    await dialog.getByLabel('Last day').fill(addDays(dayOf(new Date()), 30));
    await dialog.getByLabel('Why').fill('Writes pages about rivers');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('rowheader', { name: /Nora Lind/u }).waitFor();
    office.assertQuiet();
  });

  it('follows the link, reads what they may, and drafts a page that they cannot publish', async () => {
    const { page } = nora;
    const [link = ''] = /http\S+/u.exec(await letterWith('as a superpower teacher')) ?? [];
    await page.goto(link);
    await page.getByText(/as superpower teacher/u).waitFor();
    await page.getByLabel('Password', { exact: true }).fill('three words in a row');
    await page.getByRole('button', { name: 'Accept and sign in' }).click();
    await page.getByText('Writes pages about rivers').waitFor();
    expect(new URL(page.url()).pathname).toBe('/champion');
    await expectWellMade(page);
    await page.getByRole('link', { name: 'My pages' }).click();
    await page.getByText('No pages yet.').waitFor();
    await expectWellMade(page);
    await page.getByRole('button', { name: 'New page' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('River day');
    await dialog.getByLabel('Address').fill('river-day');
    await dialog.getByRole('button', { name: 'Make the page' }).click();
    await page.getByLabel('Summary').fill('A day at the river');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /Publish|Take off|Show versions/u }).count()).toBe(0);
    await page.goto(`${site.origin()}/admin-panel/content`);
    await page.getByRole('link', { name: 'Open my page' }).waitFor();
    nora.assertQuiet();
  });

  it('shares a resource, which the platform declines, and approves once it is better', async () => {
    const { page } = nora;
    await page.goto(`${site.origin()}/champion`);
    await page.getByRole('link', { name: 'My resources' }).click();
    await page.getByText('You share nothing yet').waitFor();
    await expectWellMade(page);
    await page.getByRole('link', { name: 'Share something' }).click();
    await page.getByLabel('Title').fill('Ten river words');
    await page.getByLabel('Text', { exact: true }).fill('bank, bed, bend');
    await page.getByRole('button', { name: 'Send it' }).click();
    await page.getByText('Waiting to be read').waitFor();
    await expectWellMade(page);

    await office.page.goto(`${site.origin()}/admin-panel/superpower-teacher`);
    await office.page.getByRole('button', { name: 'Decline Ten river words' }).click();
    const dialog = office.page.getByRole('dialog');
    await dialog.getByLabel('Why').fill('Please name three more');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await office.page.getByText('Ten river words is declined').waitFor();

    await page.reload();
    await page.getByText('Please name three more').waitFor();
    await page.getByRole('link', { name: 'Ten river words' }).click();
    await page.getByLabel('Text', { exact: true }).fill('bank, bed, bend, mouth, delta, tide');
    await page.getByRole('button', { name: 'Send it' }).click();
    await page.getByText('Waiting to be read').waitFor();
    await office.page.reload();
    await office.page.getByRole('button', { name: 'Approve Ten river words' }).click();
    await office.page.getByText('Everybody sees Ten river words now').waitFor();
    await page.reload();
    await page.getByText('Everybody sees it').waitFor();

    const visitor = await newPage(await site.newContext());
    await visitor.page.goto(`${site.origin()}/library?shelf=teachers`);
    await visitor.page.getByRole('link', { name: 'Ten river words' }).waitFor();
    for (const each of [office, nora, visitor]) each.assertQuiet();
  });

  it('is signed out and told why once the rights are revoked; what they wrote stays', async () => {
    const { page } = office;
    await page.getByRole('button', { name: 'Actions for Nora Lind' }).click();
    await page.getByRole('menuitem', { name: 'Revoke rights' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke Nora Lind’s rights?' });
    await dialog.getByLabel('Why').fill('The pages are done');
    await dialog.getByRole('button', { name: 'Revoke rights' }).click();
    await page.getByText('Nora Lind is signed out, and gets a letter').waitFor();
    await letterWith('The pages are done');
    await nora.page.goto(`${site.origin()}/champion`);
    await nora.page.waitForURL(/\/login/u);
    expect(nora.forgive(/status of 401/u)).toBeGreaterThan(0);
    await page.goto(`${site.origin()}/admin-panel/content?q=river`);
    await page.getByRole('link', { name: 'Edit River day' }).click();
    await page.getByLabel('Summary').waitFor();
    expect(await page.getByLabel('Summary').inputValue()).toBe('A day at the river');
    office.assertQuiet();
  });
});
