import { readFile } from 'node:fs/promises';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { mailsIn } from '../support/mail-folder.ts';
import { fillInBuyer, openShop, payByCard } from '../support/shop-pages.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';
import { filterOf } from '../support/list-filters.ts';

const site = siteOfFile();
const laptop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
const cause = 'Friends of the Hedgehog';

let office: RecordedPage;
let platform: RecordedPage;
let giver: RecordedPage;
let reader: RecordedPage;
/** Of the certificate, as it stands in the e-mail. */
let link = '';

beforeAll(async () => {
  office = await newPage(await site.newContext(laptop));
  platform = await newPage(await site.newContext(laptop));
  giver = await newPage(await site.newContext(laptop));
  reader = await newPage(await site.newContext(laptop));
  const { page } = office;
  const origin = site.origin('greenfield');
  await signInAt(page, origin, 'admin@greenfield.test');
  await openShop(page, origin, { cause });
});

// Chromium writes each answer of 410 into the console, as it should be once the certificate is withdrawn.
afterAll(() => {
  for (const each of [office, platform, giver]) each.assertQuiet();
});

async function mailWith(subject: RegExp): Promise<string> {
  let text = '';
  await expect
    .poll(async () => {
      const mail = (await mailsIn(site.server)).findLast((each) => subject.test(each.subject ?? ''));
      text = mail?.text ?? '';
      return text;
    })
    .not.toBe('');
  return text;
}

async function saved(page: Page, button: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return await readFile(await download.path());
}

describe('a gift', () => {
  it('is paid, and its email leads to a certificate that anyone can check', async () => {
    const { page } = giver;
    const origin = site.origin('greenfield');
    await page.goto(`${origin}/charities/`);
    await page.getByRole('link', { name: cause }).click();
    await page.getByRole('link', { name: 'Give' }).click();
    await page.getByLabel('Amount in EUR').fill('25');
    await fillInBuyer(page);
    await payByCard(page, '€25.00');
    await page.getByRole('link', { name: 'Look at your order' }).click();
    await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor();

    const text = await mailWith(/^Thank you for your order/u);
    link = /http\S+\/certificates\/[\w-]{22}/u.exec(text)?.[0] ?? '';
    const answer = await reader.page.goto(link);
    expect(answer?.headers()['x-robots-tag']).toBe('noindex');
    await reader.page.getByText(/This certificate is valid\./u).waitFor();
    await reader.page.getByRole('img', { name: /Ada Hill gave €25\.00/u }).waitFor();
    await expectWellMade(reader.page);
  });

  it('has a certificate that is printed on one sheet across, and saved as PDF and as a picture', async () => {
    const { page } = reader;
    const across = [842, 595];
    const sheets = async (bytes: Buffer) => {
      const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
      const first = await pdf.getPage(1);
      const { items } = await first.getTextContent();
      const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
      const found = { count: pdf.numPages, size: first.view.slice(2).map(Math.round), text };
      await pdf.destroy();
      return found;
    };
    expect(await sheets(await page.pdf({ preferCSSPageSize: true }))).toMatchObject({
      count: 1,
      size: across,
    });
    const made = await sheets(await saved(page, 'Save as PDF'));
    expect(made).toMatchObject({ count: 1, size: across });
    expect(made.text).toMatch(/Certificate of giving.*Ada Hill/u);
    const picture = await saved(page, 'Save as picture');
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 2970, height: 2100 });
  });

  it('shows up among the sales of all schools and in what the school raised, without a buyer', async () => {
    const { page } = platform;
    await signInAt(page, site.origin(), 'platform@quillshelf.test');
    await page.goto(`${site.origin()}/admin-panel/donations`);
    await page.getByRole('rowheader', { name: new RegExp(cause, 'u') }).waitFor();
    await page.getByRole('rowheader', { name: 'EUR, practice' }).waitFor();
    await expectWellMade(page);
    expect(await page.getByText('Ada').count()).toBe(0);
    await (await filterOf(page, 'State')).selectOption('Given back, all or in part');
    await page.getByText('No sales match these filters').waitFor();
    await office.page.goto(`${site.origin('greenfield')}/admin-school/donations?tab=causes`);
    await office.page.getByRole('rowheader', { name: `${cause}, practice` }).waitFor();
    await expectWellMade(office.page);
  });

  it('that is given back withdraws its certificate, and the page says since when', async () => {
    const { page } = giver;
    await page.getByRole('button', { name: 'Send me a code' }).click();
    const code = /Your code is (\d{6})/u.exec(await mailWith(/^Your code/u))?.[1] ?? '';
    await page.getByLabel('Code from the email').fill(code);
    await page.getByRole('button', { name: 'Open my order' }).click();
    const own = page.getByRole('link', { name: `Certificate for your gift to ${cause}` });
    await own.waitFor();
    expect(link).toContain(await own.getAttribute('href'));
    await page.getByRole('checkbox', { name: /, gift, €25\.00$/u }).check();
    await page.getByRole('button', { name: 'Give back €25.00…' }).click();
    await page.getByRole('button', { name: 'Give it back' }).click();
    await page.getByText(/^€25\.00 goes back the way it was paid/u).waitFor();
    await expect
      .poll(async () => {
        await reader.page.goto(link);
        await reader.page.getByText(/This certificate (is valid|was withdrawn)/u).waitFor();
        return await reader.page.getByText('This certificate was withdrawn').count();
      })
      .toBe(1);
    await reader.page.getByText(/^It is not valid since \d+ \w+ \d{4}\.$/u).waitFor();
    expect(await reader.page.getByText('Ada').count()).toBe(0);
    await expectWellMade(reader.page);
  });
});
