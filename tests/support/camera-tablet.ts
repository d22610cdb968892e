import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { launchBrowser, newPage, type RecordedPage } from './browser.ts';
import { cameraFlags, printedCard, showToCamera } from './camera-video.ts';
import { SchoolOffice, type CardHolder } from './school-office.ts';
import { openSchoolBehindProxy, type SchoolBehindProxy } from './school-behind-proxy.ts';
import { openScanner } from './sign-in.ts';

/** What Chromium writes to the console about requests that a test cuts off; the app itself writes nothing. */
const cutOff = /^Failed to load resource: |net::ERR_/u;

/** A tablet with a camera in a class of the demo's school, and the printed cards of two of its children. */
export class CameraTablet {
  private constructor(
    private readonly folder: string,
    readonly school: SchoolBehindProxy,
    private readonly browser: Browser,
    readonly office: SchoolOffice,
    /** Two children of the class of maples. */
    readonly children: readonly [CardHolder, CardHolder],
    private readonly recorded: RecordedPage,
  ) {}

  /** `hasClock`: the test moves the time of the tablet. */
  static async open({ hasClock = false } = {}): Promise<CameraTablet> {
    const folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-camera-'));
    const school = await openSchoolBehindProxy();
    await showToCamera(videoIn(folder), null);
    const browser = await launchBrowser(cameraFlags(videoIn(folder)));
    const office = await SchoolOffice.open(browser, school);
    const children = await office.printTwoCards();
    const context = await browser.newContext({
      viewport: { width: 800, height: 1100 },
      reducedMotion: 'reduce',
    });
    if (hasClock) await context.clock.install();
    return new CameraTablet(folder, school, browser, office, children, await newPage(context));
  }

  get page(): Page {
    return this.recorded.page;
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name });
  }

  /** The card that is before the camera from its next start on; null: none. */
  async hold(card: CardHolder | null): Promise<void> {
    await showToCamera(videoIn(this.folder), card && (await printedCard(card.code)));
  }

  /** Signs a child in by its card, and opens its page. */
  async comeInByCard(child: CardHolder): Promise<void> {
    await this.hold(child);
    await openScanner(this.page, this.school.origin);
    await this.arrive(child);
  }

  /** To the page of a child who is being let in. */
  async arrive({ name }: CardHolder): Promise<void> {
    await this.page.getByText('Logged in successfully').waitFor();
    await this.page.getByRole('link', { name: 'Open my page' }).click();
    await this.heading(`Hello, ${name}!`).waitFor();
  }

  /** The child who is signed in passes the tablet on, and takes the card along. */
  async leave(): Promise<void> {
    await this.hold(null);
    await this.page.getByRole('link', { name: 'I am finished' }).click();
    await this.heading('Scan your card').waitFor();
    await this.forgotten();
  }

  /** Until nothing of whoever left is kept here. */
  async forgotten(): Promise<void> {
    await this.page.waitForFunction(() => localStorage.getItem('snapshotsToForget') === null);
  }

  /** @throws Error where the page complained of anything but the network and `expected` */
  assertQuiet(expected: RegExp = cutOff): void {
    this.recorded.forgive(cutOff);
    this.recorded.forgive(expected);
    this.recorded.assertQuiet();
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.school.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function videoIn(folder: string): string {
  return path.join(folder, 'card.y4m');
}
