import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Inline } from '#contract/works/document.schema.ts';
import { runsOf } from '#src/document/export/runs.ts';
import { inVisualOrder, levelsOf } from '#src/document/export/visual-order.ts';
import { linesOf } from '#src/ui/text-lines.ts';
import { newPage, openContext } from '../support/browser.ts';

type Direction = 'ltr' | 'rtl';

/** What children write who have two languages; `*bold*`. */
const lines: readonly [Direction, string][] = [
  ['rtl', 'قرأت *Harry* Potter'],
  ['rtl', 'قرأت Harry *Potter* اليوم مع أمي.'],
  ['rtl', 'عمري *10* سنوات، وأخي 7 سنوات!'],
  ['rtl', 'عندي ١٢ كتابا و 3 أقلام (2 *red*).'],
  ['rtl', 'الصفحة 12-15 من «The Fox»؟'],
  ['rtl', 'سعر *القلم*: $3.50 أو 20%'],
  ['rtl', 'قلت: "Hello, my friend!" ثم ذهبت.'],
  ['rtl', 'البريد zoe@school.example هو *لي*'],
  ['rtl', 'קראתי את *Harry Potter* היום.'],
  ['rtl', 'עמוד 12 מתוך *34* (בערך)'],
  ['rtl', 'שלום (Harry)! מה שלומך?'],
  ['rtl', '*ABC* הם אותיות, גם [DEF] הן.'],
  ['rtl', 'הטלפון 03-123-4567, שעה 10:30'],
  ['rtl', 'Tom ודני הלכו ל-*Park*'],
  ['ltr', 'I read *שלום עולם* today.'],
  ['ltr', 'I read שלום *עולם* (again), page 12.'],
  ['ltr', 'My name is *ليلى* and I am 9 (تسعة).'],
  ['ltr', 'She said: «مرحبا، *كيف* حالك؟» and left'],
  ['ltr', '1. קודם, 2. אחר כך, 3. *סוף*!'],
  ['ltr', 'اللغة العربية and *עברית* are [both] written 100% from right to left'],
];

let page: Page;

beforeAll(async () => {
  ({ page } = await newPage(
    await openContext({ hasWorkers: false, viewport: { width: 1280, height: 800 } }),
  ));
});

afterAll(() => page.context().close());

const partsOf = (text: string) =>
  text
    .split('*')
    .map((part, place) => ({ text: part, isBold: place % 2 === 1 }))
    .filter((part) => part.text !== '');

/** Places of the characters in the text, from left to right as the PDF has them. */
function inThePdf(text: string, direction: Direction): number[] {
  const content = partsOf(text).map((part): Inline => ({
    type: 'text',
    text: part.text,
    ...(part.isBold && { marks: [{ type: 'bold' }] }),
  }));
  const runs = runsOf(content);
  const drawn = linesOf(runs, { width: 1000, language: 'en', measure: (each) => each.length });
  expect(drawn).toHaveLength(1);
  return drawn.flatMap((line) =>
    inVisualOrder(line, levelsOf(runs, direction), direction).flatMap((run) => {
      const places = Array.from({ length: run.text.length }, (_, at) => run.start + at);
      return run.direction === 'rtl' ? places.toReversed() : places;
    }),
  );
}

/** Places of the characters in the text, from left to right as the browser draws them. */
async function inTheBrowser(text: string, direction: Direction): Promise<number[]> {
  return await page.evaluate(
    ([parts, dir]) => {
      const line = document.createElement('p');
      line.dir = dir;
      line.style.cssText = 'font: 20px sans-serif; white-space: pre';
      for (const part of parts) {
        const element = document.createElement(part.isBold ? 'b' : 'span');
        element.textContent = part.text;
        line.append(element);
      }
      document.body.replaceChildren(line);
      const middles: { place: number; middle: number }[] = [];
      let place = 0;
      for (const { firstChild } of line.children) {
        for (let at = 0; at < (firstChild?.textContent?.length ?? 0); at += 1, place += 1) {
          const range = document.createRange();
          if (!firstChild) throw new Error('A part without a text');
          range.setStart(firstChild, at);
          range.setEnd(firstChild, at + 1);
          const [box] = range.getClientRects();
          if (!box) throw new Error(`Nothing is drawn at ${place}`);
          middles.push({ place, middle: (box.left + box.right) / 2 });
        }
      }
      return middles.toSorted((one, other) => one.middle - other.middle).map((each) => each.place);
    },
    [partsOf(text), direction] as const,
  );
}

describe('a line of two directions', () => {
  it('there are twenty of', () => expect(lines).toHaveLength(20));

  it.each(lines)('set %s, has the order of the browser in the PDF: %s', async (direction, text) => {
    const inBrowser = await inTheBrowser(text, direction);
    const plain = text.replaceAll('*', '');
    const read = (places: number[]) => places.map((place) => plain[place]).join('');
    const inPdf = inThePdf(text, direction);
    expect(read(inPdf)).toBe(read(inBrowser));
    expect(inPdf).toEqual(inBrowser);
    // It is none that anybody could get by doing nothing.
    expect(inPdf).not.toEqual(inPdf.toSorted((one, other) => one - other));
  });
});

describe('a name of another direction than the page', () => {
  const names = { ltr: 'Maple', rtl: 'الصف الثالث' };

  it.each([
    ['ltr', 'a', names.rtl],
    ['ltr', 'span', names.rtl],
    ['ltr', 'h3', names.rtl],
    ['ltr', 'bdi', names.rtl],
    ['rtl', 'a', names.ltr],
  ] as const)(
    'begins where its neighbours begin: on a page set %s, in an element %s',
    async (direction, tag, name) => {
      await page.setContent(
        `<ul dir="${direction}" style="width: 600px; margin: 0; padding: 0">
        <li style="display: flex; flex-direction: column"><${tag} dir="auto">${name}</${tag}></li>
      </ul>`,
      );
      await page.addStyleTag({ path: 'src/ui/global.css' });
      const { list, shown } = await page.evaluate(() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('[dir=auto]') ?? document.body);
        const { left, right } = range.getBoundingClientRect();
        const around = document.querySelector('ul')?.getBoundingClientRect();
        return { list: { left: around?.left, right: around?.right }, shown: { left, right } };
      });
      if (direction === 'ltr') expect(shown.left).toBe(list.left);
      else expect(shown.right).toBe(list.right);
      expect(shown.right - shown.left).toBeLessThan(400);
    },
  );
});
