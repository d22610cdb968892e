import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { launchTablet, newPage, type RecordedPage } from './browser.ts';
import { openSchoolBehindProxy, type SchoolBehindProxy } from './school-behind-proxy.ts';
import { signInAt } from './sign-in.ts';

/** What Chromium writes to the console about requests that a test cuts off. */
export const cutOff = /^Failed to load resource: |net::ERR_/u;

interface ChildTablet {
  /** Between the tablet and it stands a proxy that can go offline. */
  readonly school: SchoolBehindProxy;
  readonly page: Page;
  /** Zoë of the demo's Maple comes in by her username, to stay signed in. */
  signIn(): Promise<void>;
  /** Another start of the same browser on the same storage. @throws where the page said anything but that the network is gone */
  startAgain(): Promise<void>;
  /** @throws where the page said anything but that the network is gone */
  assertQuiet(): void;
}

/**
 * One tablet on which children sign in, for all tests of a file: open as soon as their first `beforeAll` runs. `flags` are
 * for its browser.
 */
export function childTabletOfFile(flags: readonly string[] = []): ChildTablet {
  let school: SchoolBehindProxy | undefined;
  let folder: string | undefined;
  let opened: { context: BrowserContext; tab: RecordedPage } | undefined;
  const launch = async (place: string): Promise<void> => {
    const context = await launchTablet(place, { reducedMotion: 'reduce', args: [...flags] });
    opened = { context, tab: await newPage(context) };
  };
  function there<Part>(part: Part | undefined): Part {
    if (part === undefined) throw new Error('The tablet is there from the first beforeAll on, not before.');
    return part;
  }
  beforeAll(async () => {
    school = await openSchoolBehindProxy();
    folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-child-'));
    await launch(folder);
  });
  afterAll(async () => {
    await opened?.context.close();
    await school?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });
  const assertQuiet = (): void => {
    const { tab } = there(opened);
    tab.forgive(cutOff);
    tab.assertQuiet();
  };
  return {
    get school() {
      return there(school);
    },
    get page() {
      return there(opened).tab.page;
    },
    async signIn() {
      const zoe = { remember: true, password: 'sunny-otter-42' };
      await signInAt(there(opened).tab.page, there(school).origin, 'zoe-otter-42', zoe);
    },
    async startAgain() {
      assertQuiet();
      await there(opened).context.close();
      await launch(there(folder));
    },
    assertQuiet,
  };
}
