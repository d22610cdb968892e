import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright';
import sharp from 'sharp';
import { animalOf } from '#contract/kit/avatar-names.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picturesIn, readCode, readPrintedCards } from '../support/printed-cards.ts';
import { startDemoServer } from '../support/demo-server.ts';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { SchoolRecord } from '../support/school-record.ts';
import { ReaderTrial, ScannerTablet, steps } from '../support/scanner-tablet.ts';
import { SchoolTablet } from '../support/school-tablet.ts';
import type { ServerProcess } from '../support/server-process.ts';
import type { TeacherPage } from '../support/teacher-page.ts';

const school = 'greenfield';
const code = 'MAPXE247';
/** Scripts that a font alone does not set right, and one that has colours. */
const newNames = ['محمد العلي', 'क्षितिज शर्मा', 'Nguyễn Thị Ánh', 'Łukasz Żółć', 'Sunny 🌻Flower'];

/** Dots of an animal: 12 mm with 300 in an inch. */
const animalSide = Math.round((12 * 300) / 25.4);

let server: ServerProcess;
let proxy: FaultProxy;
let record: SchoolRecord;
let tablet: SchoolTablet;
let tab: TeacherPage;

beforeAll(async () => {
  server = await startDemoServer();
  proxy = await startFaultProxy(server.port);
  record = new SchoolRecord(server, school);
  tablet = await SchoolTablet.open(proxy.origin(school));
  tab = await tablet.signIn('teacher@greenfield.test');
});

afterAll(async () => {
  await tablet.dispose();
  await proxy.close();
  await server.dispose();
});

interface Credentials {
  username: string;
  password: string;
}

/** Whose account is opened; null where it is not. */
async function signIn(credentials: Credentials): Promise<{ id: string } | null> {
  const answer = await tab.page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('/api/auth/token/', { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as { user?: { id: string } } };
  }, JSON.stringify(credentials));
  expect([200, 401]).toContain(answer.status);
  return answer.body.user ?? null;
}

async function download(page: Page, action: () => Promise<void>): Promise<{ name: string; file: Buffer }> {
  const [started]: [Download, void] = await Promise.all([page.waitForEvent('download'), action()]);
  return { name: started.suggestedFilename(), file: await readFile(await started.path()) };
}

async function readPicture(png: Buffer): Promise<Credentials> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const picture = { grey: data, width: info.width, height: info.height };
  return JSON.parse(await readCode(picture)) as Credentials;
}

async function openCard(fullName: string): Promise<void> {
  await tab.search(fullName);
  await tab.actionsOf(fullName).click();
  await tab.page.getByRole('menuitem', { name: 'Login card' }).click();
  await tab.page.getByRole('button', { name: 'Download card' }).waitFor();
}

describe('the login cards of a class', () => {
  it('are an A4 file with ten cards on a page, whose codes are read and open each child’s account', async () => {
    await tab.add(newNames);
    await tab.chip(/All sent/u).waitFor();
    const { page } = tab;
    const { name, file } = await download(page, () =>
      page.getByRole('button', { name: 'Download Class Login' }).click(),
    );
    expect(name).toBe('Class_Maple_LoginDetails.pdf');
    const students = await record.studentsIn(code);
    const pages = await readPrintedCards(file);
    expect(pages).toHaveLength(Math.ceil(students.length / 10));
    for (const { size } of pages)
      expect([Math.round(size.width), Math.round(size.height)]).toEqual([595, 842]);
    const codes = pages.flatMap((each) => each.codes);
    expect(pages[0]?.codes).toHaveLength(10);
    expect(codes).toHaveLength(students.length);
    for (const { widthInMillimetres } of codes) expect(widthInMillimetres).toBeGreaterThanOrEqual(35);
    const opened: (string | undefined)[] = [];
    for (const { text } of codes) opened.push((await signIn(JSON.parse(text) as Credentials))?.id);
    expect(new Set(opened)).toEqual(new Set(students.map(({ id }) => id)));
    // In the order of the list as it is shown, whose first page this is.
    const rows = page.getByRole('table').getByRole('checkbox', { name: /^Select (?!all)/u });
    const labels = await rows.evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')));
    const names = new Map(students.map((student) => [student.id, student.name]));
    const printed = opened.slice(0, labels.length).map((id) => `Select ${names.get(id ?? '')}`);
    expect(printed).toEqual(labels);
  });

  it('are read by a tablet’s camera as the printer put them on paper, held level and held badly', async () => {
    const { page } = tab;
    const { file } = await download(page, () =>
      page.getByRole('button', { name: 'Download Class Login' }).click(),
    );
    const [printed] = (await readPrintedCards(file)).flatMap(({ codes }) => codes);
    if (!printed) throw new Error('Nothing was printed');
    const camera = await ScannerTablet.open(printed.print);
    const trial = await ReaderTrial.open(camera, true);
    // Each way to hold it badly, one by one: tests/explore/printed-cards.test.ts.
    const expected = steps.filter(({ isExpected }) => isExpected);
    const [level, worst] = [expected.at(0), expected.at(-1)];
    if (!level || !worst) throw new Error('No way to hold a card');
    expect(await trial.look(level), level.what).toEqual([printed.text]);
    expect(await trial.look(worst), worst.what).toEqual([printed.text]);
    await trial.close();
    await camera.dispose();
  });

  it('show each name as the browser sets it, in any script', async () => {
    const { page } = tab;
    const { file } = await download(page, () =>
      page.getByRole('button', { name: 'Download Class Login' }).click(),
    );
    const students = await record.studentsIn(code);
    const pictures = picturesIn(file);
    // The name of the class is one picture for all of them, and each animal one.
    const animals = new Set<string>();
    for (const { id } of students)
      animals.add(animalOf({ id, avatar: (await record.ownThingsOf(id)).avatar }));
    expect(pictures).toHaveLength(students.length + 1 + animals.size);
    const shapes = await Promise.all(pictures.map((picture) => sharp(picture).metadata()));
    const ofNames = pictures.filter((_, place) => {
      const { width, height } = shapes[place]!;
      return width !== animalSide || height !== animalSide;
    });
    expect(ofNames).toHaveLength(students.length + 1);
    for (const picture of ofNames) {
      // Dark words on white.
      const { channels, dominant } = await sharp(picture).stats();
      expect(dominant.r).toBeGreaterThan(200);
      expect(Math.min(...channels.map(({ min }) => min))).toBeLessThan(80);
    }
  });

  it('wait for the network, and say so', async () => {
    const { page } = tab;
    proxy.goOffline();
    await page.getByRole('button', { name: 'Download Class Login' }).click();
    const dialog = page.getByRole('dialog', { name: 'Login cards of Maple' });
    await dialog.getByText('Failed to download Login Info.').waitFor();
    await dialog.getByText(/^Printing waits for the network/u).waitFor();
    proxy.goOnline();
    const { name } = await download(page, () => dialog.getByRole('button', { name: 'Try again' }).click());
    expect(name).toBe('Class_Maple_LoginDetails.pdf');
    await dialog.waitFor({ state: 'detached' });
  });

  it('wait for the network as well where nobody printed on this tablet before', async () => {
    const fresh = await SchoolTablet.open(proxy.origin(school));
    try {
      const { page } = await fresh.signIn('teacher@greenfield.test');
      // No network at all: not even for files of the app.
      proxy.decide = () => 'drop_before';
      await page.getByRole('button', { name: 'Download Class Login' }).click();
      const dialog = page.getByRole('dialog', { name: 'Login cards of Maple' });
      await dialog.getByText('Failed to download Login Info.').waitFor();
      await dialog.getByText(/^Printing waits for the network/u).waitFor();
      proxy.goOnline();
      const { name } = await download(page, () => dialog.getByRole('button', { name: 'Try again' }).click());
      expect(name).toBe('Class_Maple_LoginDetails.pdf');
      fresh.assertQuiet();
    } finally {
      proxy.goOnline();
      await fresh.dispose();
    }
  });
});

describe('the login card of one child', () => {
  it('is a picture of 500 by 150 pixels, and is void once it is replaced', async () => {
    const { page } = tab;
    await openCard('محمد العلي');
    const first = await download(page, () => page.getByRole('button', { name: 'Download card' }).click());
    const { width, height, format } = await sharp(first.file).metadata();
    expect([format, width, height]).toEqual(['png', 500, 150]);
    const lost = await readPicture(first.file);
    expect(first.name).toBe(`${lost.username}_LoginDetails.png`);
    const child = (await record.studentsIn(code)).find(({ name }) => name === 'محمد العلي');
    expect((await signIn(lost))?.id).toBe(child?.id);

    await page.getByRole('button', { name: 'Replace card' }).click();
    await page.getByText('The old card stops working at once.').waitFor();
    const second = await download(page, () =>
      page.getByRole('button', { name: 'Replace and download' }).click(),
    );
    expect(await signIn(lost)).toBeNull();
    expect((await signIn(await readPicture(second.file)))?.id).toBe(child?.id);
    await page
      .getByText(/^Void since/u)
      .first()
      .waitFor();
    tablet.assertQuiet();
  });
});
