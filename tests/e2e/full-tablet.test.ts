import type { CDPSession } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSchoolBehindProxy, type SchoolBehindProxy } from '../support/school-behind-proxy.ts';
import { SchoolTablet } from '../support/school-tablet.ts';
import type { TeacherPage } from '../support/teacher-page.ts';

const clara = 'teacher@greenfield.test';

let school: SchoolBehindProxy;
let tablet: SchoolTablet;
let tab: TeacherPage;
let devTools: CDPSession;

beforeAll(async () => {
  school = await openSchoolBehindProxy();
  tablet = await SchoolTablet.open(school.origin);
});

afterAll(async () => {
  await tablet.dispose();
  await school.close();
});

beforeEach(({ onTestFailed, task }) => {
  onTestFailed(() => tablet.photograph(task.name));
});

/** Bytes that the browser grants from now on; null: as many as ever. */
async function grant(quotaSize: number | null): Promise<void> {
  const origin = school.origin;
  await devTools.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize !== null && { quotaSize }) });
}

async function namesOnServer(): Promise<string[]> {
  const names = (await school.record.studentsIn('MAPXE247')).map(({ name }) => name);
  return names.filter((name) => name.startsWith('Ful '));
}

/** The button of the dialog in which a name was typed that cannot be stored. */
let button: Awaited<ReturnType<TeacherPage['openAddDialog']>>;

describe('a tablet that is full', () => {
  it('says at the form that a change could not be kept, and keeps what was typed', async () => {
    const before = await tablet.signIn(clara);
    school.proxy.goOffline();
    await before.add(['Ful Lbefore']);
    // Chromium takes what it granted a moment ago for granted, until nobody has the database open.
    await tablet.stop();
    await tablet.start();
    devTools = await tablet.devTools(await tablet.openTab());
    await grant(1);
    tab = await tablet.openTab();
    await tab.openClass('Maple');
    button = await tab.openAddDialog(['Ful Lnow', 'Ful Ltoo']);
    await button.click();
    await tab.page.getByText('Failed to add students. Please try again.').waitFor();
    await tab.page.getByText(/^This tablet is full/u).waitFor();
    expect(await tab.names.inputValue()).toBe('Ful Lnow\nFul Ltoo');
    expect(await tab.page.getByText('Students added successfully!').count()).toBe(0);
  });

  it('shows and keeps what was saved before', async () => {
    await tab.chip(/1 waiting, no network/u).waitFor();
    const other = await tablet.openTab();
    await other.openClass('Maple');
    await other.search('Ful');
    await other.actionsOf('Ful Lbefore').waitFor();
    await other.page.getByText('1 student', { exact: true }).waitFor();
    expect(await other.actionsOf('Ful Lbefore').count()).toBe(1);
    await other.chip(/1 waiting, no network/u).waitFor();
    await other.page.close();
  });

  it('takes the change with the same tap when there is room again, and sends everything once', async () => {
    await grant(null);
    await tab.page.bringToFront();
    await button.click();
    await tab.page.getByText('Students added successfully!').waitFor();
    await tab.chip(/2 waiting, no network/u).waitFor();
    school.proxy.goOnline();
    await tab.chip(/All sent/u).waitFor();
    expect(await namesOnServer()).toEqual(['Ful Lbefore', 'Ful Lnow', 'Ful Ltoo']);
    // What could not be stored is told to the person, and to the console for whoever looks for the reason.
    tablet.forgive(/DeviceFullError|AbortError|QuotaExceeded/u);
    tablet.assertQuiet();
  });
});
