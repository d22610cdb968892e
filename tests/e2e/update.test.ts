import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ProjectCopy } from '../support/project-copy.ts';
import { openSchoolBehindProxy, type SchoolBehindProxy } from '../support/school-behind-proxy.ts';
import { SchoolTablet } from '../support/school-tablet.ts';
import type { TeacherPage } from '../support/teacher-page.ts';

const clara = 'teacher@greenfield.test';
const david = 'lead@greenfield.test';
/** What the button at the top of every page is called in the second version. */
const newWords = 'Your own menu';

let project: ProjectCopy;
let school: SchoolBehindProxy;
/** A part of the app that the second version has in another form, under another name. */
const changed = 'src/app/not-found.screen.tsx';

let oldChunk: string;
/** Two tablets with two tabs each, all of them open since before the second version was built. */
const tablets: { tablet: SchoolTablet; one: TeacherPage; other: TeacherPage }[] = [];

beforeAll(async () => {
  project = await ProjectCopy.make();
  school = await openSchoolBehindProxy({ project: project.folder });
  for (const email of [clara, david]) {
    const tablet = await SchoolTablet.open(school.origin);
    const one = await tablet.signIn(email);
    const other = await tablet.openTab();
    await other.openClass('Maple');
    tablets.push({ tablet, one, other });
    for (const { page } of [one, other])
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  }
  oldChunk = await project.chunkOf(changed);
  await project.edit('src/app/shell/user-menu.tsx', 'Your menu', newWords);
  await project.edit(changed, 'The address may be misspelt', 'Perhaps the address is misspelt');
  await project.build();
  // The program is built twice, beside the tests of other files.
}, 300_000);

afterAll(async () => {
  for (const { tablet } of tablets) await tablet.dispose();
  await school.close();
  await project.dispose();
});

beforeEach(({ onTestFailed, task }) => {
  onTestFailed(async () => {
    for (const [place, { tablet }] of tablets.entries()) await tablet.photograph(`${task.name} ${place}`);
  });
});

function tabletOf(place: number) {
  const found = tablets[place];
  if (!found) throw new Error('There are two tablets');
  return found;
}

/** The children of the class whose name begins like this, in order. */
async function namesOnServer(beginning: string): Promise<string[]> {
  const names = (await school.record.studentsIn('MAPXE247')).map(({ name }) => name);
  return names.filter((name) => name.startsWith(beginning));
}

const prompt = (page: Page) => page.getByText('A new version is ready');
const isNew = (page: Page) => page.getByRole('button', { name: newWords });

/** True while the new version is on the tablet and not in force. */
function waits(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.waiting instanceof ServiceWorker;
  });
}

/** The browser looks for a new version when a page is loaded; every tab hears of it. */
async function findNewVersion({ one, other }: { one: TeacherPage; other: TeacherPage }): Promise<void> {
  await other.page.reload();
  for (const { page } of [one, other]) await prompt(page).waitFor();
}

/** Turns the page: a moment at which a version that waits takes over by itself where it may. */
async function turnPage({ page }: TeacherPage): Promise<void> {
  await page.bringToFront();
  await page.locator('#content').getByRole('link', { name: 'Classes', exact: true }).click();
}

/** Whether any tab of the device says that it is in the middle of something. */
function isAnyTabBusy({ page }: TeacherPage): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const channel = new BroadcastChannel('quillshelf-updates');
        const end = (isBusy: boolean) => {
          channel.close();
          resolve(isBusy);
        };
        channel.addEventListener('message', ({ data }) => {
          if (data === 'busy') end(true);
        });
        setTimeout(end, 1000, false);
        channel.postMessage('busy?');
      }),
  );
}

/**
 * Turns the page at a moment at which nobody is in the middle of anything: a tab goes on saying that it sends for as long as it
 * has not heard that another one has sent everything.
 */
async function turnPageInPeace(teacher: TeacherPage): Promise<void> {
  await expect.poll(() => isAnyTabBusy(teacher)).toBe(false);
  await turnPage(teacher);
}

/** Turns the page in vain: another tab says that it is in the middle of something. */
async function turnPageInVain(teacher: TeacherPage): Promise<void> {
  const { page } = teacher;
  // In two steps: the first resolves when the line is open, so that no answer is missed.
  const heard = await page.evaluateHandle(() => {
    const channel = new BroadcastChannel('quillshelf-updates');
    const isHeard = new Promise<void>((resolve) => {
      channel.addEventListener('message', ({ data }) => {
        if (data === 'busy') resolve();
      });
    });
    return { isHeard };
  });
  await turnPage(teacher);
  await heard.evaluate(({ isHeard }) => isHeard);
  await page.getByRole('list', { name: 'Classes' }).waitFor();
}

describe('files of the version before', () => {
  /** What the server answers to this tab, past the service worker's own copies. */
  function ask(address: string): Promise<{ status: number; type: string; text: string }> {
    return tabletOf(0).one.page.evaluate(async (url) => {
      const answer = await fetch(url, { cache: 'no-store', headers: { accept: 'text/html,*/*' } });
      const type = answer.headers.get('content-type') ?? '';
      return { status: answer.status, type, text: await answer.text() };
    }, `${address}?asked`);
  }

  it('are still served, and no new tablet has to fetch them', async () => {
    const newChunk = await project.chunkOf(changed);
    expect(newChunk).not.toBe(oldChunk);
    expect((await ask(`/${newChunk}`)).text).toContain('Perhaps the address is misspelt');
    expect(await ask(`/${oldChunk}`)).toMatchObject({
      status: 200,
      type: expect.stringContaining('javascript'),
      text: expect.stringContaining('The address may be misspelt'),
    });
    const worker = (await ask('/service-worker.js')).text;
    expect(worker).toContain(newChunk);
    expect(worker).not.toContain(oldChunk);
  });

  it('that never were are not answered with the app’s page', async () => {
    expect(await ask('/assets/not-found.screen-00000000.js')).toEqual({
      status: 404,
      type: expect.stringContaining('text/plain'),
      text: 'Not found',
    });
  });
});

/** As where somebody writes: the buttons of a desk are at the foot, too. */
const setDesk = (page: Page, isDesk: boolean) =>
  page.evaluate((is) => document.documentElement.toggleAttribute('data-desk', is), isDesk);

describe('a new version', () => {
  it('does not take over by itself while another tab holds something typed', async () => {
    const { one, other } = tabletOf(0);
    await one.openAddDialog(['Typ Edbefore', 'Typ Edtoo']);
    await findNewVersion({ one, other });
    await turnPageInVain(other);
    expect(await waits(other.page)).toBe(true);
    expect(await isNew(other.page).count()).toBe(0);
    expect(await one.names.inputValue()).toBe('Typ Edbefore\nTyp Edtoo');
    expect(await prompt(other.page).isVisible()).toBe(true);
    await setDesk(other.page, true);
    expect(await prompt(other.page).isVisible()).toBe(false);
    await setDesk(other.page, false);
  });

  it('takes over where a person says so, and the tab with something typed goes on with it', async () => {
    const { tablet, one, other } = tabletOf(0);
    await other.page.getByRole('button', { name: 'Update now' }).click();
    await isNew(other.page).waitFor();
    expect(await waits(other.page)).toBe(false);
    expect(await one.names.inputValue()).toBe('Typ Edbefore\nTyp Edtoo');
    expect(await isNew(one.page).count()).toBe(0);

    await one.page.bringToFront();
    await one.page.getByRole('button', { name: 'Add 2 students' }).click();
    await one.page.getByText('Students added successfully!').waitFor();
    await expect.poll(() => namesOnServer('Typ ')).toEqual(['Typ Edbefore', 'Typ Edtoo']);
    await one.chip(/All sent/u).waitFor();
    await turnPageInPeace(one);
    await isNew(one.page).waitFor();
    tablet.assertQuiet();
  });

  it('waits for changes that are on their way, and then takes over in all tabs without a tap', async () => {
    const { tablet, one, other } = tabletOf(1);
    await findNewVersion({ one, other });
    const push = school.proxy.holdUp('/sync/push');
    await one.add(['On Theway']);
    await push.arrived;
    await turnPageInVain(other);
    expect(await waits(other.page)).toBe(true);
    school.proxy.gate = () => null;
    push.letGo();
    for (const tab of [one, other]) await tab.chip(/All sent/u).waitFor();
    await turnPageInPeace(one);
    for (const { page } of [one, other]) await isNew(page).waitFor();
    expect(await namesOnServer('On ')).toEqual(['On Theway']);
    tablet.assertQuiet();
  });
});
