import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright';
import { expect, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** In which ways a page is looked at: on a phone, in all of them, or in one of them, another one each time. */
    looks: 'phone' | 'all' | 'one';
  }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All of WCAG 2.2 AA. */
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Those whose answer depends on colours and on where things stand; names, roles and the like are the same at any width. */
const rulesOfLooks = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];

const laptop = { width: 1280, height: 800 };
const tablet = { width: 768, height: 1024 };
const phone = { width: 340, height: 720 };

interface Look {
  readonly width: number;
  readonly height: number;
  /** Null: those that the page has. */
  readonly colorScheme: 'light' | 'dark' | null;
  /** What axe is asked there; nothing of it where only places and sizes count. */
  readonly rules: readonly string[];
}

/** Axe and other colours take nearly all of the time that a look takes; this sees only whether the page fits. */
const atAGlance = { colorScheme: null, rules: [] };

// The narrowest is where most goes wrong.
const onAPhone: readonly Look[] = [
  { ...laptop, ...atAGlance },
  { ...tablet, ...atAGlance },
  { ...phone, colorScheme: null, rules: allRules },
];

const inAllWays: readonly Look[] = [
  { ...laptop, colorScheme: 'light', rules: allRules },
  // Here other parts of a page are shown: what is a row of links elsewhere is a menu.
  { ...phone, colorScheme: 'light', rules: allRules },
  { ...tablet, colorScheme: 'dark', rules: rulesOfLooks },
];

let looked = 0;

/** One of all ways and a glance at the others: each page of a file in another one, and the next time in another one again. */
function inOneWay(): readonly Look[] {
  looked += 1;
  const chosen = (Number(process.env['EXPLORE_TURN'] ?? 0) + looked) % inAllWays.length;
  return inAllWays.map((look, place) => (place === chosen ? look : { ...look, ...atAGlance }));
}

const looks = { phone: () => onAPhone, all: () => inAllWays, one: inOneWay };

interface Wanted {
  /** The part of the page that is looked at, as a selector; where none is named, the open dialog, else the whole page. */
  part?: string;
  /** Pixels that everything to tap in the page's main part has at least, in both directions. */
  tapSize?: number;
  /** True where children tap links of lists, and boxes in them: each has the height of a finger. */
  hasListedLinks?: boolean;
}

/** Rules that a page breaks, each with the elements that break it. */
async function accessibilityFaults(
  page: Page,
  part: string | undefined,
  rules: readonly string[],
): Promise<string[]> {
  if (rules.length === 0) return [];
  // Half a megabyte, which a page reads once: that takes longer than most looks do.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const violations = await page.evaluate(
    async ([context, runOnly]) => {
      const options: axe.RunOptions = { resultTypes: ['violations'], runOnly: [...runOnly] };
      const checker = (globalThis as unknown as { axe: typeof axe }).axe;
      // What lies under an open dialog nobody can reach, and it was looked at without the dialog.
      const dialog = document.querySelector('[aria-modal="true"]') === null ? null : '[aria-modal="true"]';
      return (await checker.run(context ?? dialog ?? document, options)).violations;
    },
    [part, rules] as const,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}

/** What is smaller than it has to be, by its words. A small button inside of a field belongs to the field. */
function smallTargets(page: Page, size: number): Promise<string[]> {
  return page.evaluate((least) => {
    const inFields = '.mantine-PasswordInput-visibilityToggle, .mantine-CloseButton-root, [type=checkbox]';
    return [...document.querySelectorAll('main button, main input')]
      .filter((target) => !target.matches(inFields))
      .map((target) => ({
        name: target.textContent,
        box: (target.closest('.mantine-Input-wrapper') ?? target).getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width < least || box.height < least)
      .map(({ name, box }) => `${name} ${box.width}x${box.height}`);
  }, size);
}

/** Pixels: what a finger needs. */
const finger = 44;

/** Fields to type into or to choose from, and numbers of pages, that are lower than a finger needs, each by its name. */
function lowFields(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const noFields = ['checkbox', 'radio', 'range', 'file', 'color', 'hidden'];
    return (
      [...document.querySelectorAll<HTMLInputElement>('input, select, textarea, .mantine-Pagination-control')]
        .filter(({ type }) => !noFields.includes(type))
        .filter((field) => field.tabIndex >= 0 && field.checkVisibility())
        .map((field) => ({
          name: field.labels?.[0]?.textContent ?? field.getAttribute('aria-label'),
          box: (field.closest('.mantine-Input-wrapper') ?? field).getBoundingClientRect(),
        }))
        // Visually hidden ones are one pixel wide.
        .filter(({ box }) => box.width > 1 && Math.round(box.height) < least)
        .map(({ name, box }) => `${name} ${box.height}`)
    );
  }, finger);
}

/** Boxes in lists whose words, which tick them, too, are lower than a finger needs. */
function lowBoxes(page: Page): Promise<string[]> {
  return page.evaluate(
    (least) =>
      [...document.querySelectorAll<HTMLInputElement>('main li :is([type=checkbox], [type=radio])')]
        .flatMap(({ labels }) => [...(labels ?? [])])
        .map((label) => ({ name: label.textContent, height: label.getBoundingClientRect().height }))
        .filter(({ height }) => Math.round(height) < least)
        .map(({ name, height }) => `${name} ${height}`),
    finger,
  );
}

/** Links that are all that an item of a list has to tap, lower than a finger needs, with what of them is around their words. */
function lowLinks(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const heightOf = (part: Element, pseudo?: string) =>
      Number.parseFloat(getComputedStyle(part, pseudo).height) || 0;
    return [...document.querySelectorAll('main li a')]
      .filter((link) => link.checkVisibility() && link.closest('li')?.querySelectorAll('a').length === 1)
      .filter((link) => link.closest('p') === null)
      .map((link) => ({
        name: link.textContent,
        height: Math.max(link.getBoundingClientRect().height, heightOf(link, '::after')),
      }))
      .filter(({ height }) => Math.round(height) < least)
      .map(({ name, height }) => `${name} ${height}`);
  }, finger);
}

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/**
 * Nothing is on its way: the page has the colours that it was asked for, the frame with them is drawn, there is no fade in
 * which text has less contrast than it will have, no button under a spinner.
 */
async function becomeQuiet(page: Page, colorScheme: string): Promise<void> {
  await page.waitForFunction(
    (scheme) => [undefined, scheme].includes(document.documentElement.dataset['mantineColorScheme']),
    colorScheme,
  );
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => void requestAnimationFrame(resolve));
    await frame();
    await frame();
  });
  await page.waitForFunction(
    () =>
      document.querySelector('[data-loading]') === null &&
      document.getAnimations().every((animation) => animation.playState !== 'running'),
  );
}

/** Other colours than it has: all its styles are worked out anew each time that they are asked for, the same ones too. */
async function askForColors(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  const has = await page.evaluate(() => ({
    colorScheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
  }));
  if (has.colorScheme !== colorScheme || !has.isStill)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
}

/**
 * Asserts that a page breaks no rule of accessibility on a phone, has fields of at least 44 pixels, and does not scroll sideways
 * on a phone, a tablet or a laptop. `npm run test:explore` checks the rules at one of these widths, in light or in dark, another
 * one each time. The page is as wide as a phone afterwards.
 */
export async function expectWellMade(
  page: Page,
  { part, tapSize, hasListedLinks = false }: Wanted = {},
): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const has = isDark ? 'dark' : 'light';
  const which = inject('looks');
  const wanted = looks[which]();
  const inOrder = which === 'all' && isDark ? wanted.toReversed() : wanted;
  for (const { width, height, colorScheme: asked, rules } of inOrder) {
    const colorScheme = asked ?? has;
    const look = `at ${width} px in ${colorScheme} colours`;
    await page.setViewportSize({ width, height });
    await askForColors(page, colorScheme);
    // What scrolled half under the navbar is too small to be hit only for as long as it stays there.
    await page.evaluate(() => window.scrollTo(0, 0));
    await becomeQuiet(page, colorScheme);
    expect(await accessibilityFaults(page, part, rules), look).toEqual([]);
    expect(await sidewaysScroll(page), `${look}, sideways`).toBe(0);
    expect(await lowFields(page), `${look}, lower than a finger`).toEqual([]);
    if (tapSize !== undefined) expect(await smallTargets(page, tapSize), look).toEqual([]);
    if (hasListedLinks) {
      expect(await lowLinks(page), `${look}, links lower than a finger`).toEqual([]);
      expect(await lowBoxes(page), `${look}, boxes lower than a finger`).toEqual([]);
    }
  }
  await page.setViewportSize(phone);
}
