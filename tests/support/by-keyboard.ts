import type { Page } from 'playwright';
import { expect } from 'vitest';

/** What a walk through a page by the Tab key found; each by its words. */
interface Walk {
  /** Shown, and never reached. */
  unreached: string[];
  /** Reached, and looking as if they were not. */
  unmarked: string[];
  /** Reached, and out of sight: off the screen, or under what stays in its place. */
  covered: string[];
  /** Reached, with a focus ring of which something around it cuts a side off. */
  cut: string[];
  /** How many were reached. */
  reached: number;
}

declare global {
  interface Window {
    walk?: { count: () => number; end: () => Walk };
  }
}

/** Begins to note what gets the focus, and how it looks then. */
function beginWalk(): void {
  const candidates = 'a[href], button, input, select, textarea, summary, [tabindex]';
  const isTabbable = (element: HTMLElement) => {
    if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[inert]') !== null)
      return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    // Of radio buttons that belong together one is reached, and the arrows go on from it.
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
    const group = [...document.getElementsByName(element.name)] as HTMLInputElement[];
    return element === (group.find(({ checked }) => checked) ?? group[0]);
  };
  const tabbable = () => [...document.querySelectorAll<HTMLElement>(candidates)].filter(isTabbable);
  const wanted = tabbable();
  // What shows the focus may be what lies around the element or beside it, such as the box of a check mark.
  const around = (element: Element): Element[] => {
    const { parentElement: parent } = element;
    if (!parent) return [element];
    const siblings = [...parent.children].filter((other) => other !== element);
    return [element, ...siblings, parent, ...(parent.parentElement ? [parent.parentElement] : [])];
  };
  // A link that is laid over a whole card by its ::after shows the focus there.
  const cardOf = (element: Element): Element[] =>
    element instanceof HTMLElement &&
    getComputedStyle(element, '::after').position === 'absolute' &&
    element.offsetParent !== null
      ? [element.offsetParent]
      : [];
  const look = (element: Element) =>
    [...around(element), ...cardOf(element)]
      .map((part) => {
        const { outline, boxShadow, borderColor, backgroundColor, clipPath, transform, textDecoration } =
          getComputedStyle(part);
        return [outline, boxShadow, borderColor, backgroundColor, clipPath, transform, textDecoration].join();
      })
      .join('\n');
  const words = (element: Element) =>
    `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)} ${element.id}`;
  const isCovered = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const places = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
    return !places.some(([x, y]) => {
      const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
      return hit !== null && around(element).some((part) => part === hit || part.contains(hit));
    });
  };
  /** What is drawn of a ring around an element; null where it has none. */
  const ringOf = (element: Element) => {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
    const width = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
    const beyond = width + Number.parseFloat(outlineOffset);
    if (width === 0 || beyond <= 0) return null;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left: left - beyond, right: right + beyond, top: top - beyond, bottom: bottom + beyond };
  };
  /** Whether an ancestor cuts a side of the ring off at which the element itself ends within the ancestor. */
  const isCutBy = (ancestor: Element, element: Element, ring: NonNullable<ReturnType<typeof ringOf>>) => {
    const { overflowX, overflowY, overflowClipMargin, contain } = getComputedStyle(ancestor);
    const paints = /paint|content|strict/u.test(contain);
    const clips = (overflow: string) => overflow !== 'visible' || paints;
    const box = ancestor.getBoundingClientRect();
    const own = element.getBoundingClientRect();
    const margin = overflowX === 'clip' ? Number.parseFloat(overflowClipMargin) || 0 : 0;
    const edge = {
      left: box.left + ancestor.clientLeft - margin,
      top: box.top + ancestor.clientTop - margin,
      right: box.right - ancestor.clientLeft + margin,
      bottom: box.bottom - ancestor.clientTop + margin,
    };
    const isSlight = 1;
    return (
      (clips(overflowX) &&
        ((own.left >= edge.left - isSlight && ring.left < edge.left - isSlight) ||
          (own.right <= edge.right + isSlight && ring.right > edge.right + isSlight))) ||
      (clips(overflowY) &&
        ((own.top >= edge.top - isSlight && ring.top < edge.top - isSlight) ||
          (own.bottom <= edge.bottom + isSlight && ring.bottom > edge.bottom + isSlight)))
    );
  };
  /** The ancestor that cuts its ring off; undefined where all of it is seen. */
  const cutterOf = (element: Element): Element | undefined => {
    const ring = ringOf(element);
    if (!ring) return undefined;
    let { position } = getComputedStyle(element);
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
      if (position === 'fixed') return undefined;
      const style = getComputedStyle(each);
      // What is placed by an outer element is not cut off by those between.
      const isPassed = position === 'absolute' && style.position === 'static' && style.transform === 'none';
      if (!isPassed && isCutBy(each, element, ring)) return each;
      if (!isPassed) ({ position } = style);
    }
    const { left, right } = element.getBoundingClientRect();
    const end = document.documentElement.clientWidth;
    const isOff = (left >= 0 && ring.left < -1) || (right <= end && ring.right > end + 1);
    return isOff ? document.body : undefined;
  };
  const still = document.createElement('style');
  still.textContent =
    '*, *::before, *::after { transition: none !important; scroll-behavior: auto !important; }';
  document.head.append(still);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  const before = new Map(wanted.map((element) => [element, look(element)]));
  const reached = new Set<Element>();
  const unmarked = new Set<string>();
  const covered = new Set<string>();
  const cut = new Set<string>();
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    reached.add(target);
    if (before.get(target) === look(target)) unmarked.add(words(target));
    if (isCovered(target)) covered.add(words(target));
    for (const part of around(target)) {
      const cutter = cutterOf(part);
      if (cutter) cut.add(`${words(target)} by ${cutter.tagName.toLowerCase()}.${cutter.className}`);
    }
  };
  document.addEventListener('focusin', note);
  window.walk = {
    // A field for a date is three fields and a button to the Tab key.
    count: () => tabbable().length + 3 * document.querySelectorAll('input[type=date]').length,
    end: () => {
      document.removeEventListener('focusin', note);
      still.remove();
      // What is gone by now, such as a link that is there only while it has the focus, was not left out.
      const unreached = wanted.filter((element) => !reached.has(element) && element.isConnected);
      return {
        unreached: unreached.map(words),
        unmarked: [...unmarked],
        covered: [...covered],
        cut: [...cut],
        reached: reached.size,
      };
    },
  };
}

/** Goes once round a page by the Tab key. */
export async function walkByKeyboard(page: Page): Promise<Walk> {
  await page.evaluate(beginWalk);
  // A little more than there are: the walk may begin in the middle, and leaves the page between its end and its beginning.
  const enough = async () => 4 + (await page.evaluate(() => window.walk?.count() ?? 0));
  let pressed = 0;
  // Counted again at the end: what comes while one walks, such as shelves that are fetched, is walked through as well.
  for (let end = await enough(); pressed < end; end = await enough())
    for (; pressed < end; pressed += 1) await page.keyboard.press('Tab');
  const found = await page.evaluate(() => window.walk?.end());
  if (!found) throw new Error('The page was left on the way');
  return found;
}

/**
 * Everything on a page that can be used is reached by the Tab key alone, and whoever comes to it sees where they are: it
 * looks otherwise than before, nothing lies over it, and nothing cuts its ring off.
 */
export async function expectReachedByKeyboard(page: Page): Promise<void> {
  const { reached, ...faults } = await walkByKeyboard(page);
  expect(faults, page.url()).toEqual({ unreached: [], unmarked: [], covered: [], cut: [] });
  // A page has a way past its navbar, the navbar, and something of its own.
  expect(reached, page.url()).toBeGreaterThan(8);
}
