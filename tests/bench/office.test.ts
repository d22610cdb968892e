import { execFileSync } from 'node:child_process';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { inTenant } from '#server/platform/database.ts';
import { makeClass, makeMember, makeStudents, makeTenant } from '#server/seeds/factories.ts';
import { launchPersistent } from '../support/browser.ts';
import { signInAt } from '../support/sign-in.ts';
import { schoolOfBench } from './kit/bench-school.ts';
import { bigSchool, findSchool } from './kit/big-school.ts';
import { figure, type Row } from './kit/figures.ts';
import { measureAct } from './kit/measure-act.ts';
import { report } from './kit/report.ts';
import type { Visitor } from './kit/server-client.ts';
import { clockOfServer } from './kit/server-clock.ts';

const rounds = 5;
const callsPerRound = 30;
/** Schools beside the big one, with as many students each as a usual primary school. */
const otherSchools = 20;
const classesOfOthers = 16;
const studentsPerClass = 25;

const big = schoolOfBench();

const listed = '/api/api-admin/search-student/';
/** What each list is asked for: as the pages of the area ask, and as their filters do. */
const listsOf = (classCode: string) => ({
  'Students, first page': `${listed}?is_archived=false`,
  'Students, last page': `${listed}?is_archived=false&offset=9980`,
  'Students, a search of two words': `${listed}?search=fern%20a`,
  'Students, a search that finds nobody': `${listed}?search=xyzzy`,
  'Students, not signed in for long': `${listed}?not_signed_in_since=2026-01-01`,
  'Students, no work yet': `${listed}?no_work=true&is_archived=false`,
  'Students, of one privacy': `${listed}?student_privacy=private`,
  'Students, of one class': `${listed}?class_id=${classCode}`,
  'Classes, first page': '/api/v1/school-classes/?limit=20',
  'Classes, all of them': '/api/v1/school-classes/?limit=1000',
  'Members, first page': '/api/v1/members/?limit=20',
});
type List = keyof ReturnType<typeof listsOf>;
const names = Object.keys(listsOf('')) as List[];
/** Of the big school, one of its 400. */
const classOfBigSchool = 'BIGXX007';
/** Classes of the school that imports everybody, and rows of the file of each. */
const importedClasses = 100;
const rowsPerFile = 100;

async function measureLists(admin: Visitor, classCode: string): Promise<Record<List, number[]>> {
  const serverTime = await clockOfServer(big.server);
  const lists = listsOf(classCode);
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<List, number[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const began = serverTime();
      for (let number = 0; number < callsPerRound; number += 1)
        await big.server.client.send(admin, 'GET', lists[name], '');
      if (round > 0) times[name].push((serverTime() - began) / callsPerRound);
    }
  }
  return times;
}

/** Further schools in the same database, so that each table holds more than twice as many rows as the big school alone has. */
async function addOtherSchools(): Promise<void> {
  const { installation } = big.server;
  for (let number = 0; number < otherSchools; number += 1) {
    const school = await makeTenant(installation, { subdomain: `bench-other-${number}` });
    for (let place = 0; place < classesOfOthers; place += 1) {
      const schoolClass = await makeClass(installation, school);
      await makeStudents(
        installation,
        school,
        schoolClass,
        Array.from({ length: studentsPerClass }, (_, seat) => ({
          first_name: `Child ${seat}`,
          last_name: schoolClass.name,
          username: `${schoolClass.class_id.toLowerCase()}-${seat}`,
        })),
      );
    }
  }
  await installation.refreshStatistics();
}

/**
 * A school that imported everybody a moment ago, class by class, while nothing has told the database's planner yet that its
 * tables are another size.
 */
async function importSchool(): Promise<{ admin: Visitor; classCode: string }> {
  const { installation, client } = big.server;
  const subdomain = 'bench-import';
  const person = { email: 'admin@bench-import.test', password: bigSchool.password };
  const school = await makeTenant(installation, { subdomain });
  await makeMember(installation, school, { role: 'school_admin', ...person });
  const admin = await client.signIn(subdomain, person.email, person.password);
  let classCode = '';
  for (let place = 0; place < importedClasses; place += 1) {
    const { id, class_id } = await makeClass(installation, school);
    const rows = Array.from({ length: rowsPerFile }, (_, row) => ({
      id: uuidv7(),
      row: row + 2,
      first_name: `Child ${row}`,
      last_name: `Fern ${place}`,
    }));
    await client.send(
      admin,
      'POST',
      `/api/class/${id}/imports/${uuidv7()}/rows/`,
      JSON.stringify({ file_name: 'everybody.csv', row_count: rows.length, rows }),
    );
    classCode = class_id;
  }
  return { admin, classCode };
}

const speeds = [1, 4] as const;

interface PageTimes {
  cold: number[];
  search: number[];
  sort: number[];
  filter: number[];
  page: number[];
}

async function measurePage(speed: number): Promise<PageTimes> {
  const times: PageTimes = { cold: [], search: [], sort: [], filter: [], page: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const context = await launchPersistent(big.folder);
    try {
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: speed });
      const began = Date.now();
      await page.goto(`${big.origin}/admin-school/students`, { waitUntil: 'commit' });
      await page.getByRole('rowheader').first().waitFor();
      const cold = Date.now() - began;
      await page.waitForTimeout(1500);
      const field = page.getByRole('searchbox', { name: 'Search students' });
      const sortByBooks = page.getByRole('columnheader', { name: 'Books' }).getByRole('button');
      const measured = {
        cold,
        sort: await measureAct(page, () => sortByBooks.click()),
        filter: await measureAct(page, async () => {
          await page.getByLabel('Work').selectOption('none');
        }),
        page: await measureAct(page, () => page.getByRole('button', { name: 'Page 2' }).click()),
        search: await measureAct(page, async () => {
          await field.evaluate((input: HTMLInputElement) => {
            const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
            setter?.call(input, 'fern');
            input.dispatchEvent(new Event('input', { bubbles: true }));
          });
          await field.press('Enter');
        }),
      };
      expect(await page.getByRole('rowheader').count()).toBeGreaterThan(0);
      if (round > 0)
        for (const kind of Object.keys(times) as (keyof PageTimes)[]) times[kind].push(measured[kind]);
    } finally {
      await context.close();
    }
  }
  return times;
}

/** Signs in once, and waits until everything is on the device. */
async function settleIn(): Promise<string> {
  const context = await launchPersistent(big.folder);
  const version = context.browser()?.version() ?? chromiumVersion();
  const page = await context.newPage();
  await signInAt(page, big.origin, bigSchool.admin, { remember: true });
  await page.goto(`${big.origin}/admin-school/students`);
  await page.getByText('of 10000 students').waitFor({ timeout: 120_000 });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.close();
  return version;
}

function chromiumVersion(): string {
  return execFileSync(process.env['CHROMIUM_PATH'] ?? 'chromium', ['--version'], { encoding: 'utf8' }).trim();
}

it('the school office is measured: its lists on the server, and the page of all students', async () => {
  const { id } = await findSchool(big.server.installation);
  const students = await inTenant(big.server.installation.database, id, (transaction) =>
    transaction
      .selectFrom('students')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  expect(students.count).toBe(bigSchool.students);
  const school = { id, school_name: '', subdomain: bigSchool.subdomain };
  for (let number = 0; number < 60; number += 1)
    await makeMember(big.server.installation, school, { role: 'teacher', password_hash: 'none' });

  const admin = await big.server.client.signIn(bigSchool.subdomain, bigSchool.admin, bigSchool.password);
  const alone = await measureLists(admin, classOfBigSchool);
  const imported = await importSchool();
  const afterImport = await measureLists(imported.admin, imported.classCode);
  await addOtherSchools();
  const again = await big.server.client.signIn(bigSchool.subdomain, bigSchool.admin, bigSchool.password);
  const among = await measureLists(again, classOfBigSchool);

  const version = await settleIn();
  const pages = new Map<number, PageTimes>();
  for (const speed of speeds) pages.set(speed, await measurePage(speed));

  const pageRows = (speed: number): Row[] => {
    const times = pages.get(speed);
    if (!times) throw new Error('Nothing was measured');
    return [
      { what: 'Cold start: the first page of 10,000 students is there', ours: figure('ms', times.cold) },
      {
        what: 'A search over 10,000, from the key press to the painted list',
        ours: figure('ms', times.search),
      },
      { what: '10,000 in another order, from the click to the painted list', ours: figure('ms', times.sort) },
      { what: '10,000 filtered, from the choice to the painted list', ours: figure('ms', times.filter) },
      { what: 'Another page of them, from the click to the painted list', ours: figure('ms', times.page) },
    ];
  };
  await report('office', `PostgreSQL embedded, on the same machine as the callers. Chromium ${version}`, [
    {
      title: `Lists of a school of ${bigSchool.students.toLocaleString('en-US')}`,
      against: 'alone in the database',
      rows: names.flatMap((name): Row[] => [
        { what: name, ours: figure('ms', alone[name]), target: { most: 30 } },
        {
          what: `… of a school that imported ${(importedClasses * rowsPerFile).toLocaleString('en-US')} a moment ago`,
          ours: figure('ms', afterImport[name]),
          target: { most: 30 },
        },
        {
          what: `… among ${otherSchools + 1} further schools`,
          ours: figure('ms', among[name]),
          against: figure('ms', alone[name]),
          target: { most_times: 1.5 },
        },
      ]),
      notes: [
        `Processor time of the server and its database for a call, by ${callsPerRound} calls a round over HTTP.`,
        `The further schools have ${otherSchools * classesOfOthers * studentsPerClass + importedClasses * rowsPerFile} students together.`,
      ],
    },
    ...speeds.map((speed) => ({
      title:
        speed === 1
          ? "The page of all students, at the machine's own speed"
          : `The page of all students, with a ${speed} times slower processor`,
      rows: pageRows(speed),
      ...(speed === 1 && {
        notes: [
          'Cold start: signed in, everything on the device, the browser closed and started again, opened at that address.',
          'A search runs by itself half a second after the last key; the key that is measured is Enter, which does not wait.',
        ],
      }),
    })),
  ]);
});
