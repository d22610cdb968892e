import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSchoolBehindProxy, type SchoolBehindProxy } from '../support/school-behind-proxy.ts';
import { SchoolTablet } from '../support/school-tablet.ts';

const classCode = 'MAPXE247';
const clara = 'teacher@greenfield.test';
/** Milliseconds by the clock, from the moment in which the server answers again. */
const bound = 90_000;

let school: SchoolBehindProxy;
let tablet: SchoolTablet;

beforeAll(async () => {
  school = await openSchoolBehindProxy();
});

afterAll(async () => {
  await school.close();
});

beforeEach(async ({ onTestFailed, task }) => {
  tablet = await SchoolTablet.open(school.origin);
  onTestFailed(() => tablet.photograph(task.name));
});

afterEach(async () => {
  await tablet.dispose();
  school.proxy.reset();
});

/** How often a child of that name is in the class. */
async function timesOnServer(name: string): Promise<number> {
  return (await school.record.studentsIn(classCode)).filter((student) => student.name === name).length;
}

describe('a page that is killed between saving and sending', () => {
  it('has lost nothing: opened again, it sends the change once', async () => {
    const teacher = await tablet.signIn(clara);
    const push = school.proxy.holdUp('/sync/push');
    await teacher.add(['Kil Ledbefore']);
    await push.arrived;
    await tablet.crash(teacher);
    // The push that was on its way ends with the page that made it.
    school.proxy.goOffline();
    push.letGo();
    expect(await timesOnServer('Kil Ledbefore')).toBe(0);

    const again = await tablet.openTab();
    await again.openClass('Maple');
    await again.search('Kil Ledbefore');
    await again.actionsOf('Kil Ledbefore').waitFor();
    await again.chip(/1 waiting, no network/u).waitFor();
    school.proxy.goOnline();
    await again.chip(/All sent/u).waitFor();
    expect(await timesOnServer('Kil Ledbefore')).toBe(1);
    tablet.assertQuiet();
  });

  it('has made nothing twice where the server had heard of it', async () => {
    const teacher = await tablet.signIn(clara);
    school.proxy.decide = ({ url }) => (url.includes('/sync/push') ? 'delay' : null);
    await teacher.add(['Kil Ledafter']);
    await expect.poll(() => timesOnServer('Kil Ledafter')).toBe(1);
    await tablet.crash(teacher);
    school.proxy.goOnline();

    const again = await tablet.openTab();
    await again.openClass('Maple');
    await again.chip(/All sent/u).waitFor();
    await again.search('Kil Ledafter');
    await again.actionsOf('Kil Ledafter').waitFor();
    expect(await again.actionsOf('Kil Ledafter').count()).toBe(1);
    expect(await timesOnServer('Kil Ledafter')).toBe(1);
    tablet.assertQuiet();
  });
});

describe('two tabs of one teacher', () => {
  it('show each other’s changes, and send each once', async () => {
    const one = await tablet.signIn(clara);
    const other = await tablet.openTab();
    await other.openClass('Maple');
    const tabs = [one, other];
    await tablet.context.setOffline(true);
    await one.add(['Tabone First']);
    await other.add(['Tabtwo First']);
    for (const tab of tabs) {
      await tab.search('First');
      await tab.actionsOf('Tabone First').waitFor();
      await tab.actionsOf('Tabtwo First').waitFor();
      await tab.chip(/2 waiting, no network/u).waitFor();
    }
    await tablet.context.setOffline(false);
    for (const tab of tabs) await tab.chip(/All sent/u).waitFor();
    await one.rename('Tabone First', 'Firstly');
    await other.changePrivacy('Tabtwo First', 'community');
    for (const tab of tabs) {
      await tab.search('First');
      await tab.actionsOf('Tabone Firstly').waitFor();
      const row = tab.page.getByRole('row').filter({ has: tab.actionsOf('Tabtwo First') });
      await row.getByText('Community', { exact: true }).waitFor();
      await tab.chip(/All sent/u).waitFor();
    }
    const madeOnServer = async () =>
      (await school.record.studentsIn(classCode)).filter(({ name }) => name.includes('First'));
    await expect
      .poll(async () => (await madeOnServer()).filter(({ privacy }) => privacy === 'community'))
      .toHaveLength(1);
    const made = await madeOnServer();
    expect(made.map(({ name, privacy }) => `${name}, ${privacy}`).toSorted()).toEqual([
      'Tabone Firstly, private',
      'Tabtwo First, community',
    ]);
    const ids = new Set(made.map(({ id }) => id));
    const changes = (await school.record.changesBy(clara)).filter(({ subject_id }) => ids.has(subject_id));
    expect(changes.map(({ action }) => action).toSorted()).toEqual([
      'students.privacy_changed',
      'students.renamed',
    ]);
    tablet.assertQuiet();
  });
});

describe('a tab that freezes while it is sending', () => {
  it('holds up the other tab for a while and no longer, and nothing is made twice when it wakes', async () => {
    const frozen = await tablet.signIn(clara);
    const other = await tablet.openTab((page) => page.clock.install());
    await other.openClass('Maple');
    await other.chip(/All sent/u).waitFor();

    const push = school.proxy.holdUp('/sync/push');
    await frozen.add(['Fro Zen']);
    await push.arrived;
    const devTools = await tablet.devTools(frozen);
    await devTools.send('Page.setWebLifecycleState', { state: 'frozen' });
    // From here on everything gets through but what the frozen tab sent.
    school.proxy.gate = () => null;
    await other.add(['Wa King']);
    const held = () =>
      other.page.evaluate(async () => ((await navigator.locks.query()).held ?? []).map(({ name }) => name));
    expect((await held()).some((name) => name?.startsWith('sync '))).toBe(true);
    expect(await timesOnServer('Wa King')).toBe(0);

    for (let waited = 0; (await timesOnServer('Wa King')) === 0; waited += 1000) {
      expect(waited).toBeLessThan(bound);
      // A request that is on its way gets the time that it needs; the one that is held up does not end.
      await school.proxy.quiet(1);
      await other.page.clock.fastForward(1000);
    }
    await other.chip(/All sent/u).waitFor();
    // Both tabs' changes: they lie in one outbox.
    expect([await timesOnServer('Fro Zen'), await timesOnServer('Wa King')]).toEqual([1, 1]);

    push.letGo();
    await frozen.page.bringToFront();
    await devTools.send('Page.setWebLifecycleState', { state: 'active' });
    await frozen.search('Wa King');
    await frozen.actionsOf('Wa King').waitFor();
    await frozen.chip(/All sent/u).waitFor();
    expect([await timesOnServer('Fro Zen'), await timesOnServer('Wa King')]).toEqual([1, 1]);
    tablet.assertQuiet();
  });
});
