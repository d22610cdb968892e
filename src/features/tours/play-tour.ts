import 'driver.js/dist/driver.css';
import { driver, type PopoverDOM } from 'driver.js';
import { anchorOf, isOnPage, isSomethingOpen } from './anchors.ts';
import type { TourStep } from './tour.ts';
import styles from './tours.module.css';

/** What driver.js writes onto what it points at, and takes away again whoever it is from. */
const borrowed = ['aria-haspopup', 'aria-expanded', 'aria-controls'] as const;

/** The words go in as text: what is put into a page is never read as HTML. */
function write({ title, description, closeButton, wrapper }: PopoverDOM, step: TourStep): void {
  title.textContent = step.title;
  description.textContent = step.text;
  for (const element of [title, description]) element.style.display = 'block';
  closeButton.setAttribute('aria-label', 'End the tour');
  wrapper.setAttribute('aria-modal', 'true');
}

/**
 * Leads through what of the steps is on the page. The page beneath is out of reach meanwhile: nothing is pressed by mistake,
 * and a screen reader stays with the words.
 * @returns how to end it at once; `onEnd` is told however it ends
 */
export function playTour(steps: readonly TourStep[], onEnd: () => void): () => void {
  const present = steps.filter(({ at }) => isOnPage(at));
  const page = document.getElementById('root');
  const focused = document.activeElement;
  const held = new Map<Element, (string | null)[]>();
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  let isOver = false;

  const player = driver({
    steps: present.map(({ at }) => ({ element: anchorOf(at), popover: {} })),
    animate: !isStill,
    duration: 200,
    smoothScroll: !isStill,
    disableActiveInteraction: true,
    stagePadding: 6,
    stageRadius: 12,
    overlayOpacity: 0.6,
    overlayClickBehavior: () => undefined,
    popoverClass: styles.popover ?? '',
    showProgress: true,
    progressText: '{{current}} of {{total}}',
    nextBtnText: 'Next',
    prevBtnText: 'Back',
    doneBtnText: 'Done',
    onPopoverRender: (popover, { index = 0 }) => {
      const step = present[index];
      if (step) write(popover, step);
      // driver.js gives the keyboard to the button that ends the tour; it belongs to the one that goes on, from the first moment.
      queueMicrotask(() => popover.nextButton.focus());
    },
    onHighlightStarted: (element) => {
      if (element && !held.has(element))
        held.set(
          element,
          borrowed.map((name) => element.getAttribute(name)),
        );
    },
    onDestroyStarted: () => end(),
  });

  // What comes before the page, such as a question after a long pause, comes before a tour as well.
  const others = new MutationObserver(() => {
    if (isSomethingOpen(document.querySelector('.driver-popover'))) end();
  });

  // What it points at moves as well when the page settles after a tablet was turned, or when something comes late.
  const moved = new ResizeObserver(() => {
    if (!isOver) player.refresh();
  });

  function end(): void {
    if (isOver) return;
    isOver = true;
    others.disconnect();
    moved.disconnect();
    player.destroy();
    for (const [element, values] of held)
      for (const [place, name] of borrowed.entries()) {
        const value = values[place] ?? null;
        if (value !== null) element.setAttribute(name, value);
      }
    if (page) page.inert = false;
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    onEnd();
  }

  if (page) page.inert = true;
  player.drive();
  others.observe(document.body, { childList: true, subtree: true });
  if (page) moved.observe(page);
  return end;
}
