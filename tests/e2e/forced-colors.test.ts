import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openContext } from '../support/browser.ts';

let page: Page;

beforeAll(async () => {
  page = await (await openContext({ hasWorkers: false, forcedColors: 'active' })).newPage();
  await page.setContent(`
    <style>.mantine-Checkbox-input { appearance: none; background: navy; }</style>
    <nav><a id="other" href="#1">Classes</a> <a id="here" href="#2" aria-current="page">Students</a></nav>
    <button id="chosen" aria-pressed="true">All</button>
    <div class="mantine-Checkbox-root">
      <input id="box" class="mantine-Checkbox-input" type="checkbox" checked />
      <svg id="tick" style="color: var(--checkbox-icon-color)"></svg>
    </div>`);
  await page.addStyleTag({ path: 'src/ui/global.css' });
});

afterAll(() => page.context().close());

const styleOf = (id: string, name: 'outlineStyle' | 'backgroundColor' | 'color') =>
  page.evaluate(([of, which]) => getComputedStyle(document.querySelector(`#${of}`) ?? document.body)[which], [
    id,
    name,
  ] as const);

it('shows what is chosen where the system chooses the colours', async () => {
  expect(await styleOf('other', 'outlineStyle')).toBe('none');
  expect(await styleOf('here', 'outlineStyle')).toBe('solid');
  expect(await styleOf('chosen', 'outlineStyle')).toBe('solid');
});

it('shows the tick of a box where the system chooses the colours', async () => {
  const { highlight, text } = await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<i id="system" style="forced-color-adjust: none; background: Highlight; color: HighlightText"></i>',
    );
    const { backgroundColor, color } = getComputedStyle(document.querySelector('#system') ?? document.body);
    return { highlight: backgroundColor, text: color };
  });
  expect(await styleOf('box', 'backgroundColor')).toBe(highlight);
  expect(await styleOf('tick', 'color')).toBe(text);
});
