import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, newPage, type RecordedPage } from '../support/browser.ts';
import { cameraFlags, printedCard, showToCamera } from '../support/camera-video.ts';
import { mailsIn } from '../support/mail-folder.ts';
import { readPrintedCards } from '../support/printed-cards.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { openScanner } from '../support/sign-in.ts';
import { expectWellMade } from '../support/well-made.ts';

const school = { name: 'Hillside School', host: 'hillside-school', email: 'head@hillside.test' };
const password = 'correct horse battery';
const children = ['Ada Hill', 'Ben Brook', 'Chloé Field'];
const primary = '#7a1f4b';

let folder: string;
let server: ServerProcess;
let browser: Browser;
let opened: RecordedPage;
let page: Page;
let cards: string[] = [];

const origin = () => server.origin(school.host);
const video = () => path.join(folder, 'card.y4m');
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const step = (name: string) => page.getByRole('listitem').filter({ hasText: name });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-registration-'));
  await showToCamera(video(), null);
  server = await startServerProcess({ seed: 'demo' });
  browser = await launchBrowser(cameraFlags(video()));
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  opened = await newPage(context);
  ({ page } = opened);
});

afterAll(async () => {
  await browser.close();
  await server.dispose();
  await rm(folder, { recursive: true, force: true });
});

async function pictureOf(color: string): Promise<Buffer> {
  return await sharp({ create: { width: 120, height: 60, channels: 3, background: color } })
    .png()
    .toBuffer();
}

/** The picture that the host of the page answers at an address. */
async function pictureAt(address: string): Promise<Buffer> {
  const { status, type, bytes } = await page.evaluate(async (url) => {
    const answer = await fetch(url);
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      bytes: [...new Uint8Array(await answer.arrayBuffer())],
    };
  }, address);
  expect([status, type]).toEqual([200, expect.stringMatching(/^image\/(?:png|webp)$/u)]);
  return Buffer.from(bytes);
}

/** The colour in the middle of a picture: `red` as the logo of this school, or what it is instead. */
async function colorOf(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const place = 3 * (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2));
  const [red = 0, green = 0, blue = 0] = data.subarray(place, place + 3);
  // Of a picture that was pressed together a colour comes back nearly as it was.
  const isLogo = Math.max(Math.abs(red - 0xc0), Math.abs(green - 0x20), Math.abs(blue - 0x40)) < 8;
  return isLogo ? 'red' : `${red},${green},${blue}`;
}

/** What a page has as the colour of its school. */
const primaryOn = async (address: string) => {
  await page.goto(address);
  await page
    .getByRole('link', { name: /Sign in/u })
    .or(page.getByRole('heading', { level: 1 }))
    .first()
    .waitFor();
  return await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--primary_color'),
  );
};

describe('a school that has never heard of us', () => {
  it('registers, and loses nothing of what it typed over a reload', async () => {
    await page.goto(`${server.origin()}/register`);
    await heading('Register a school or organization').waitFor();
    const button = page.getByRole('button', { name: 'Register', exact: true });
    expect(await button.isDisabled()).toBe(true);
    await field('Name').fill('Greenfield');
    await page.getByText('This name is taken already. Please choose another one.').waitFor();
    await field('Name').fill(school.name);
    await page.getByText(`${school.host}.localhost:${server.port} is free.`).waitFor();
    await field('Your own site').fill('www.hillside.example');
    await field('First name').fill('Robin');
    expect(await field('Your own site').inputValue()).toBe('https://www.hillside.example');
    await field('Last name').fill('Hill');
    await field('Email').fill('nobody');
    await field('Primary colour').fill(primary);
    await page.getByText('Invalid email address').waitFor();
    await field('Email').fill(school.email);
    await page.locator('input[type=file]').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await pictureOf('#c02040'),
    });
    await page.getByRole('img', { name: 'The logo' }).waitFor();
    await expectWellMade(page);

    await page.reload();
    await page.getByRole('img', { name: 'The logo' }).waitFor();
    expect(await field('Name').inputValue()).toBe(school.name);
    expect(await field('Primary colour').inputValue()).toBe(primary);
    await button.click();
    await heading('Registration successful!').waitFor();
    await page.getByText(school.email).waitFor();
    await expectWellMade(page);
    await page.getByRole('link', { name: 'Open the sign-in page' }).click();
    await page.waitForURL(`${origin()}/login`);
    await page.getByText('Nobody can sign in here yet.').waitFor();
    await expectWellMade(page);
  });

  it('has a place with its own name, colours, logo and icons, which nothing of another school gets into', async () => {
    const shown = page.getByRole('banner').locator('img').first();
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(120);
    const address = (await shown.getAttribute('src')) ?? '';
    expect(await colorOf(await pictureAt(address))).toBe('red');

    const manifest = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? '';
      return (await (await fetch(link)).json()) as { icons: { src: string; sizes: string }[] };
    });
    expect(manifest).toMatchObject({
      name: `${school.name} · Quillshelf`,
      short_name: school.name,
      theme_color: primary,
      start_url: '/',
    });
    expect(manifest.icons).toHaveLength(4);
    for (const { src, sizes } of manifest.icons) {
      const icon = await pictureAt(src);
      const { width, height } = await sharp(icon).metadata();
      expect(`${width}x${height}`).toBe(sizes);
      expect(await colorOf(icon)).toBe('red');
    }
    const greenfield = await primaryOn(server.origin('greenfield'));
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await primaryOn(origin())).toBe(primary);
      expect(await primaryOn(server.origin('greenfield'))).toBe(greenfield);
    }
    expect(greenfield).not.toBe(primary);
    // Now at the other school, which has no logo and answers none of somebody else's.
    const there = await page.evaluate(async (logoElsewhere) => {
      const tenant = (await (await fetch('/api/current-tenant')).json()) as { logo: string | null };
      return { logo: tenant.logo, elsewhere: (await fetch(logoElsewhere)).status };
    }, address);
    expect(there).toEqual({ logo: null, elsewhere: 404 });
  });

  it('follows the email, chooses a password and is signed in at the first steps', async () => {
    await expect.poll(async () => (await mailsIn(server)).length).toBe(1);
    const [mail] = await mailsIn(server);
    expect(mail).toMatchObject({ to: [{ address: school.email }] });
    const [link = ''] = /http\S+#token=\S+/u.exec(mail?.text ?? '') ?? [];
    expect(link.startsWith(`${origin()}/password-reset-confirm/`)).toBe(true);
    await page.goto(link);
    await heading('Choose a password').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set my password' }).click();
    await page.getByText('Logged in successfully').waitFor();
    await page.waitForURL(`${origin()}/admin-school/dashboard`);
  });

  it('is led by its first steps to a class, to children, and to printed cards', async () => {
    await page.goto(`${origin()}/admin-school/dashboard`);
    await step('Make it look like your school').getByText('(done)').waitFor({ state: 'attached' });
    await page.getByText('1 of 6 done').waitFor();
    await expectWellMade(page);
    await page.getByRole('link', { name: 'Make the first class' }).click();
    const making = page.getByRole('dialog', { name: 'Create a class' });
    await making.getByLabel('Name').fill('Owls');
    await making.getByRole('button', { name: 'Create class' }).click();
    await heading('Owls').waitFor();

    await page.goto(`${origin()}/admin-school/dashboard`);
    await page.getByText('2 of 6 done').waitFor();
    await page.getByRole('link', { name: 'Add the children of the class' }).click();
    await heading('Owls').waitFor();
    await page.getByRole('textbox', { name: 'Names' }).fill(children.join('\n'));
    await page.getByRole('button', { name: 'Add 3 students' }).click();
    await page.getByRole('table').getByText('Ada', { exact: false }).first().waitFor();
    const download = page.getByRole('button', { name: 'Download Class Login' });
    await expect.poll(() => download.isEnabled()).toBe(true);
    const [started] = await Promise.all([page.waitForEvent('download'), download.click()]);
    expect(started.suggestedFilename()).toBe('Class_Owls_LoginDetails.pdf');
    const pages = await readPrintedCards(await readFile(await started.path()));
    cards = pages.flatMap(({ codes }) => codes.map(({ text }) => text));
    expect(cards).toHaveLength(children.length);

    await page.goto(`${origin()}/admin-school/dashboard`);
    await page.getByText('4 of 6 done').waitFor();
    await page.getByRole('button', { name: 'Hide this list' }).click();
    await page.getByRole('button', { name: 'First steps: 4 of 6 done' }).waitFor();
    // The logo that another school was asked for.
    expect(opened.forgive(/icons\/app\/logo-/u)).toBe(1);
    opened.assertQuiet();
  });

  it('lets a child in by such a card', async () => {
    const [card] = cards;
    if (card === undefined) throw new Error('No card was printed');
    await showToCamera(video(), await printedCard(card));
    const context = await browser.newContext({
      viewport: { width: 800, height: 1100 },
      reducedMotion: 'reduce',
    });
    const tablet = await newPage(context);
    await openScanner(tablet.page, origin());
    await tablet.page.getByText('Logged in successfully').waitFor();
    await tablet.page.getByRole('link', { name: 'Open my page' }).click();
    await tablet.page.getByRole('heading', { level: 1, name: /^Hello, (Ada|Ben|Chloé)!$/u }).waitFor();
    expect(await tablet.page.getByRole('banner').innerText()).toContain(school.name);
    tablet.assertQuiet();
    await context.close();
  });
});
