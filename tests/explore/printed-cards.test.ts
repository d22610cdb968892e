import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPrintedCards } from '../support/printed-cards.ts';
import { ReaderTrial, ScannerTablet, steps } from '../support/scanner-tablet.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { TeacherPage } from '../support/teacher-page.ts';

const site = siteOfFile();
let text: string;
let tablet: ScannerTablet;
let trial: ReaderTrial;

beforeAll(async () => {
  const page = await (await site.newContext({ reducedMotion: 'reduce' })).newPage();
  const origin = site.origin('greenfield');
  await signInAt(page, origin, 'teacher@greenfield.test');
  await new TeacherPage(page, origin).openClass('Maple');
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Class Login' }).click();
  const file = await readFile(await (await started).path());
  const [printed] = (await readPrintedCards(file)).flatMap(({ codes }) => codes);
  if (!printed) throw new Error('Nothing was printed');
  text = printed.text;
  tablet = await ScannerTablet.open(printed.print);
  trial = await ReaderTrial.open(tablet, true);
});

afterAll(async () => {
  await trial.close();
  await tablet.dispose();
});

describe('a card as the printer put it on paper', () => {
  it.each(steps.filter(({ isExpected }) => isExpected))(
    'is read by a tablet’s camera $what',
    async (step) => {
      expect(await trial.look(step)).toEqual([text]);
    },
  );
});
