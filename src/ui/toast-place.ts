/** A rectangle of the window, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Corners and edges of the window, the most wanted first: within the thumb's reach. */
const places = [
  'bottom-right',
  'bottom-left',
  'bottom-center',
  'top-right',
  'top-left',
  'top-center',
] as const;
export type ToastPlace = (typeof places)[number];

/** What a toast with two lines takes, and how far it stands from the edge. */
const largest = { width: 440, height: 108, margin: 16 } as const;

function boxAt(place: ToastPlace, window: { width: number; height: number }): Box {
  const width = Math.min(largest.width, window.width - 2 * largest.margin);
  const left = {
    left: largest.margin,
    center: (window.width - width) / 2,
    right: window.width - largest.margin - width,
  }[place.split('-')[1] as 'left' | 'center' | 'right'];
  const top = place.startsWith('top') ? largest.margin : window.height - largest.margin - largest.height;
  return { left, top, right: left + width, bottom: top + largest.height };
}

const overlap = (one: Box, other: Box) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

interface Size {
  width: number;
  height: number;
}

/** How much of the controls a toast covers. */
function coveredAt(place: ToastPlace, controls: readonly Box[], window: Size): number {
  const box = boxAt(place, window);
  return controls.reduce((sum, control) => sum + overlap(box, control), 0);
}

/** Where a toast covers none of the controls, or the least of them; of such places, the one that covers least of what is behind. */
export function freePlace(controls: readonly Box[], window: Size, behind: readonly Box[] = []): ToastPlace {
  let best = { place: places[0] as ToastPlace, covers: Number.POSITIVE_INFINITY, hides: 0 };
  for (const place of places) {
    const covers = coveredAt(place, controls, window);
    const hides = coveredAt(place, behind, window);
    if (covers < best.covers || (covers === best.covers && hides < best.hides))
      best = { place, covers, hides };
    if (covers === 0 && hides === 0) break;
  }
  return best.place;
}

/** Whether a toast there is in the way of something. */
export function isInTheWay(place: ToastPlace, controls: readonly Box[], window: Size): boolean {
  return coveredAt(place, controls, window) > 0;
}

/** Where a toast goes that is in the way of what came onto the page after it; null where it stays. */
export function betterPlace(now: ToastPlace, controls: readonly Box[], window: Size): ToastPlace | null {
  const place = freePlace(controls, window);
  return coveredAt(place, controls, window) < coveredAt(now, controls, window) ? place : null;
}

const control =
  'a[href], button, input, select, textarea, [role="button"], [role="switch"], [tabindex="0"], [data-keep-free]';

/** What can be pressed in a part of the page as it is drawn now, or is what one came to see; nothing of the toasts themselves. */
export function controlsOnScreen(part: ParentNode = document): Box[] {
  return [...part.querySelectorAll(control)]
    .filter((element) => element.closest('.mantine-Notifications-root') === null)
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
}

/** The same of the dialog that is above all else: what is behind it cannot be pressed. Of the page where there is none. */
export function controlsInFront(): Box[] {
  return controlsOnScreen([...document.querySelectorAll('[aria-modal="true"]')].at(-1));
}
