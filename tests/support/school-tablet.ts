import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, CDPSession, Page } from 'playwright';
import { launchTablet, newPage, type RecordedPage } from './browser.ts';
import { untilOfficeIsKept } from './kept-parts.ts';
import { signInAt } from './sign-in.ts';
import { TeacherPage } from './teacher-page.ts';

/** What Chromium writes to the console about requests that a test cuts off; the app itself writes nothing. */
const cutOff = /^Failed to load resource: |net::ERR_/u;

/** One browser with its storage, as it stands in a classroom: closed and opened again, it is the same tablet. */
export class SchoolTablet {
  #tabs: RecordedPage[] = [];

  private constructor(
    /** Where the browser keeps everything. */
    readonly folder: string,
    private readonly origin: string,
    public context: BrowserContext,
  ) {}

  static async open(origin: string): Promise<SchoolTablet> {
    const folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-tablet-'));
    return new SchoolTablet(folder, origin, await launch(folder));
  }

  /** A new tab with nothing in it; `prepare` runs before any of the app does. */
  async openTab(prepare: (page: Page) => Promise<void> = async () => undefined): Promise<TeacherPage> {
    const tab = await newPage(this.context);
    this.#tabs.push(tab);
    await prepare(tab.page);
    return new TeacherPage(tab.page, this.origin);
  }

  /** Signs a member of the staff in and opens a class of theirs. */
  async signIn(email: string, className = 'Maple'): Promise<TeacherPage> {
    const teacher = await this.openTab();
    await signInAt(teacher.page, this.origin, email, { remember: true });
    await teacher.openClass(className);
    await teacher.chip(/All sent/u).waitFor();
    await untilOfficeIsKept(teacher.page);
    return teacher;
  }

  /** Ends the process that draws the page, as a tablet does that is short of memory. */
  async crash({ page }: TeacherPage): Promise<void> {
    const crashed = page.waitForEvent('crash');
    const session = await this.context.newCDPSession(page);
    // It is never answered, and ends with the page.
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    await page.close();
    this.#tabs = this.#tabs.filter((tab) => tab.page !== page);
  }

  devTools({ page }: TeacherPage): Promise<CDPSession> {
    return this.context.newCDPSession(page);
  }

  /** Takes out what a test makes the tabs complain of. */
  forgive(pattern: RegExp): void {
    for (const tab of this.#tabs) tab.forgive(pattern);
  }

  /** @throws Error where a tab complained of anything but the network */
  assertQuiet(): void {
    this.forgive(cutOff);
    for (const tab of this.#tabs) tab.assertQuiet();
  }

  /** Closes the app as a whole; `start` opens it again. */
  async stop(): Promise<void> {
    await this.context.close();
    this.#tabs = [];
  }

  async start(): Promise<void> {
    this.context = await launch(this.folder);
  }

  /** What the tabs show, for a test that failed. */
  async photograph(name: string): Promise<void> {
    for (const [place, page] of this.context.pages().entries())
      await page.screenshot({ path: `test-results/${name.replaceAll(/\W+/gu, '-')}-${place}.png` });
  }

  async dispose(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function launch(folder: string): Promise<BrowserContext> {
  return launchTablet(folder, { reducedMotion: 'reduce' });
}
