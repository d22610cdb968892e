import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { launchBrowser, newPage, type RecordedPage } from './browser.ts';
import { cameraFlags, printedCard, showToCamera, type Hold, type Print } from './camera-video.ts';
import { serveScannerPage, type ScannerPage } from './scanner-page/serve-scanner-page.ts';

/** What the page has of the camera, written down from inside. */
interface Inside {
  pictures: number;
  tracks: MediaStreamTrack[];
}

function watchFromInside(): void {
  const inside: Inside = { pictures: 0, tracks: [] };
  Object.assign(window, { inside });
  const take = window.createImageBitmap.bind(window);
  window.createImageBitmap = (...from: [ImageBitmapSource]) => {
    inside.pictures += 1;
    return take(...from);
  };
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    const stream = await ask(constraints);
    inside.tracks.push(...stream.getTracks());
    return stream;
  };
}

/** A browser whose camera is a film of a printed card, and the page with nothing but the scanner on it. */
export class ScannerTablet {
  private constructor(
    private readonly folder: string,
    /** What the camera films. */
    readonly video: string,
    readonly card: Print,
    private readonly site: ScannerPage,
    readonly browser: Browser,
  ) {}

  /** With something printed, or with a card that says `printed` in its code. */
  static async open(printed: Print | string): Promise<ScannerTablet> {
    const folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-camera-'));
    const video = path.join(folder, 'card.y4m');
    const card = typeof printed === 'string' ? await printedCard(printed) : printed;
    await showToCamera(video, card);
    const site = await serveScannerPage();
    return new ScannerTablet(folder, video, card, site, await launchBrowser(cameraFlags(video)));
  }

  async newScanner(context: BrowserContext): Promise<RecordedPage> {
    await context.addInitScript(watchFromInside);
    const recorded = await newPage(context);
    await recorded.page.goto(this.site.origin);
    return recorded;
  }

  async dispose(): Promise<void> {
    await this.browser.close();
    await this.site.dispose();
    await rm(this.folder, { recursive: true, force: true });
  }
}

const pictures = (page: Page) =>
  page.evaluate(() => (window as unknown as { inside: Inside }).inside.pictures);
export const tracks = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { inside: Inside }).inside.tracks.map(({ readyState }) => readyState),
  );
export const reads = (page: Page) =>
  page.getByRole('list', { name: 'Read' }).getByRole('listitem').allTextContents();

export async function openIt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('region', { name: 'Card scanner' }).waitFor();
}

/** As soon as it can be pressed. */
export const photoButton = (page: Page) =>
  page.getByRole('button', { name: 'Use a photo' }).and(page.locator(':enabled'));

export async function choosePhoto(page: Page, buffer: Buffer): Promise<void> {
  await photoButton(page).waitFor();
  await page.locator('input[type=file]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
}

export async function close(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close' }).click();
}

/** Waits until so many more pictures were taken, which is when the one before the last was read. */
export async function untilPictures(page: Page, more: number): Promise<void> {
  const wanted = (await pictures(page)) + more;
  await page.waitForFunction(
    (count) => (window as unknown as { inside: Inside }).inside.pictures >= count,
    wanted,
  );
}

export function untilRead(page: Page): Promise<void> {
  return page.getByRole('list', { name: 'Read' }).getByRole('listitem').first().waitFor();
}

export interface Step {
  what: string;
  hold: Partial<Hold>;
  /** True where a child would be right to expect it. */
  isExpected?: true;
}

/** How cards are held and lit, from what anybody would expect to be read to what nobody would. */
export const steps: readonly Step[] = [
  { what: 'level', hold: {}, isExpected: true },
  { what: 'at 20 cm', hold: { distance: 200 }, isExpected: true },
  { what: 'at 40 cm', hold: { distance: 400 } },
  { what: 'at 50 cm', hold: { distance: 500 } },
  { what: 'turned by 10 degrees', hold: { turn: 10 }, isExpected: true },
  { what: 'turned by 20 degrees', hold: { turn: 20 }, isExpected: true },
  { what: 'turned by 45 degrees', hold: { turn: 45 } },
  { what: 'upside down', hold: { turn: 180 } },
  { what: 'leaning by 10 degrees', hold: { lean: 10 }, isExpected: true },
  { what: 'leaning by 20 degrees', hold: { lean: 20 }, isExpected: true },
  { what: 'leaning by 35 degrees', hold: { lean: 35 } },
  { what: 'leaning by 50 degrees', hold: { lean: 50 } },
  { what: 'turned and leaning by 20 degrees', hold: { turn: 20, lean: 20 }, isExpected: true },
  { what: 'blurred by 1.2 pixels', hold: { blur: 1.2 }, isExpected: true },
  { what: 'blurred by 2 pixels', hold: { blur: 2 } },
  { what: 'blurred by 3 pixels', hold: { blur: 3 } },
  { what: 'in 30 % of the light', hold: { light: 0.3, noise: 4 }, isExpected: true },
  { what: 'in 15 % of the light', hold: { light: 0.15, noise: 5 } },
  { what: 'in 8 % of the light', hold: { light: 0.08, noise: 5 } },
  { what: 'with 25 % of the contrast', hold: { contrast: 0.25 }, isExpected: true },
  { what: 'with 12 % of the contrast', hold: { contrast: 0.12, noise: 4 } },
  {
    what: 'turned, leaning, blurred and in 30 % of the light',
    hold: { turn: 15, lean: 15, blur: 1.2, light: 0.3, noise: 4 },
    isExpected: true,
  },
];

/** Pictures that a reader gets before a card counts as not read: about two seconds. */
const tries = 15;

/** One reader before cards that are held in many ways, with what it read of each. */
export class ReaderTrial {
  readonly #report: Record<string, { read: string; pictures: number }> = {};

  private constructor(
    private readonly tablet: ScannerTablet,
    private readonly hasWebAssembly: boolean,
    private readonly context: BrowserContext,
    private readonly opened: RecordedPage,
  ) {}

  static async open(tablet: ScannerTablet, hasWebAssembly: boolean): Promise<ReaderTrial> {
    const context = await tablet.browser.newContext({ viewport: { width: 768, height: 1024 } });
    if (!hasWebAssembly) await context.route('**/*.wasm', (route) => route.abort());
    return new ReaderTrial(tablet, hasWebAssembly, context, await tablet.newScanner(context));
  }

  /** What is read of the card within two seconds. */
  async look({ what, hold }: Step): Promise<string[]> {
    const { page } = this.opened;
    await showToCamera(this.tablet.video, this.tablet.card, hold);
    await page.reload();
    await openIt(page);
    await Promise.race([untilRead(page), untilPictures(page, tries)]);
    const found = await reads(page);
    this.#report[what] = { read: found.length > 0 ? 'yes' : 'no', pictures: await pictures(page) };
    return found;
  }

  /** Prints what was read. @throws where the page complained of anything else than the module that it was refused */
  async close(): Promise<void> {
    console.log(`Read by the reader in ${this.hasWebAssembly ? 'WebAssembly' : 'JavaScript'}`);
    console.table(this.#report);
    if (!this.hasWebAssembly) this.opened.forgive(/wasm|Aborted|ERR_FAILED/u);
    await this.context.close();
    this.opened.assertQuiet();
  }
}
