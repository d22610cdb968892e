import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright';
import { vi } from 'vitest';
import { launchTablet, newPage, type RecordedPage } from './browser.ts';
import { cameraFlags, printedCard, showToCamera } from './camera-video.ts';
import { missingOf } from './kept-parts.ts';
import { SchoolOffice, type CardHolder } from './school-office.ts';
import { openSchoolBehindProxy, type SchoolBehindProxy } from './school-behind-proxy.ts';
import { openScanner, signInAt } from './sign-in.ts';
import { patience } from './patience.ts';

/** What Chromium writes to the console about requests that a test cuts off; the app itself writes nothing. */
const cutOff = /^Failed to load resource: |net::ERR_/u;

/** A tablet with a camera in a class of the demo's school, and the printed cards of two of its children. */
export class CameraTablet {
  private constructor(
    private readonly folder: string,
    readonly school: SchoolBehindProxy,
    readonly office: SchoolOffice,
    /** Two children of the class of maples. */
    readonly children: readonly [CardHolder, CardHolder],
    private context: BrowserContext,
    private recorded: RecordedPage,
  ) {}

  /** `hasClock`: the test moves the time of the tablet. */
  static async open({ hasClock = false } = {}): Promise<CameraTablet> {
    const folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-camera-'));
    const school = await openSchoolBehindProxy();
    await showToCamera(videoIn(folder), null);
    const office = await SchoolOffice.open(school);
    const children = await office.printTwoCards();
    const context = await launch(folder);
    if (hasClock) await context.clock.install();
    return new CameraTablet(folder, school, office, children, context, await newPage(context));
  }

  /** A teacher makes it ready for the class of maples, with all that children read and write with, and signs out. */
  async prepare(): Promise<void> {
    const { page } = this;
    await signInAt(page, this.school.origin, 'teacher@greenfield.test');
    await page.goto(`${this.school.origin}/dashboard?option=Tablets`);
    await page.getByRole('button', { name: 'Prepare this tablet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Prepare this tablet' });
    await dialog.getByRole('checkbox', { name: 'Maple' }).check();
    await dialog.getByRole('button', { name: 'Prepare', exact: true }).click();
    await page.getByText('Tablet prepared').waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // Children will read and write on it, where nobody has yet.
    const isComplete = async () => (await missingOf(page, 'library', 'reader', 'writing')).length === 0;
    await vi.waitUntil(isComplete, { timeout: patience });
    await page.getByRole('button', { name: /^Your menu/u }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/u);
    await this.forgotten();
  }

  /** Its browser ends with no time to tidy up, as where the battery is pulled out, and is opened again. */
  async breakDown(): Promise<void> {
    this.assertQuiet();
    const ended = this.context.waitForEvent('close');
    const session = await this.context.newCDPSession(this.page);
    // It is never answered.
    session.send('Browser.crash').catch(() => undefined);
    await ended;
    // A card that is still held up would be read while `goOn` looks which page this is.
    await this.hold(null);
    this.context = await launch(this.folder);
    this.recorded = await newPage(this.context);
  }

  get page(): Page {
    return this.recorded.page;
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name });
  }

  /** On a page of its own, or beside the faces of a tablet that is prepared. */
  private scanner(): Locator {
    return this.heading('Scan your card').or(this.heading('Hold up your card'));
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

  /**
   * A child who was there when the browser broke down goes on. Where Chromium had the time to write its cookies it brings them
   * back, and the session with them; else the card is asked for.
   */
  async goOn(child: CardHolder): Promise<void> {
    await this.page.goto(`${this.school.origin}/login`);
    const ownPage = this.page.getByRole('link', { name: 'Open my page' });
    await ownPage
      .or(this.page.getByRole('button', { name: 'Student' }))
      .or(this.scanner())
      .first()
      .waitFor();
    if (!(await ownPage.isVisible())) return await this.comeInByCard(child);
    await ownPage.click();
    await this.heading(`Hello, ${child.name}!`).waitFor();
  }

  /** To the page of a child who is being let in. */
  async arrive({ name }: CardHolder): Promise<void> {
    await this.page.getByText('Logged in successfully').waitFor();
    const toOwnPage = this.page.getByRole('link', { name: 'Open my page' });
    const ownPage = this.heading(`Hello, ${name}!`);
    await toOwnPage.or(ownPage).first().waitFor();
    if (await toOwnPage.isVisible()) await toOwnPage.click();
    await ownPage.waitFor();
  }

  /** The child who is signed in passes the tablet on, and takes the card along. */
  async leave(): Promise<void> {
    await this.hold(null);
    await this.page.getByRole('link', { name: 'I am finished' }).click();
    await this.scanner().waitFor();
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
    await this.context.close();
    await this.office.close();
    await this.school.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function launch(folder: string): Promise<BrowserContext> {
  return launchTablet(path.join(folder, 'browser'), {
    viewport: { width: 800, height: 1100 },
    reducedMotion: 'reduce',
    args: cameraFlags(videoIn(folder)),
  });
}

function videoIn(folder: string): string {
  return path.join(folder, 'card.y4m');
}
