import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useSessionStore } from '#src/session/session.store.ts';
import { anyFormDirty } from '#src/ui/dirty-forms.ts';
import { isPageMissing, isSomethingOpen, isToastShown, isWriting } from './anchors.ts';

/** Something that may come before the person's work, when that rests. */
export interface Guidance {
  id: string;
  /** True where the person asked for it. What comes by itself comes one at a time, none after it on the same page, and none where that is missing. */
  isAsked: boolean;
  isDue: () => boolean;
  show: () => void;
}

/** Milliseconds between two looks at whether somebody is in the middle of something. */
export const pace = 1000;

/** What a person does with a page. Moving the pointer counts: a control may be about to be pressed. */
const doings = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'input', 'focusin'] as const;

/** Milliseconds without any of them before something may open. */
const rest = 2 * pace;

/** True while a field holds what was typed on this page and not sent, wherever the focus is. */
function isHalfTyped(typed: ReadonlySet<Element>): boolean {
  return [...typed].some(
    (field) =>
      field.isConnected &&
      ((field instanceof HTMLInputElement && field.value !== '') ||
        (field instanceof HTMLTextAreaElement && field.value !== '')),
  );
}

/** True where nothing that somebody does is interrupted. */
function isCalm(): boolean {
  return (
    document.visibilityState === 'visible' &&
    !useSessionStore.getState().isLocked &&
    !anyFormDirty() &&
    !isWriting() &&
    !isSomethingOpen() &&
    !isToastShown()
  );
}

/** Shows the first that is due, once the page has been calm for two looks. */
export function useGuidance(all: readonly Guidance[]): void {
  const { key } = useLocation();
  const shownAt = useRef<string | null>(null);
  const lastDoing = useRef(-Infinity);
  const typed = useRef(new Set<Element>());

  const look = useEffectEvent((last: string | null): string | null => {
    if (Date.now() - lastDoing.current < rest || isHalfTyped(typed.current) || !isCalm()) return null;
    const isTimeForMore = shownAt.current !== key && !isPageMissing();
    const due = all.find(({ isAsked, isDue }) => (isAsked || isTimeForMore) && isDue());
    if (!due || due.id !== last) return due?.id ?? null;
    if (!due.isAsked) shownAt.current = key;
    due.show();
    return null;
  });

  useEffect(() => {
    const leaving = new AbortController();
    const options = { capture: true, passive: true, signal: leaving.signal };
    const fields = typed.current;
    for (const doing of doings)
      document.addEventListener(doing, () => (lastDoing.current = Date.now()), options);
    document.addEventListener(
      'input',
      ({ target }) => {
        if (target instanceof Element && target.closest('form')) fields.add(target);
      },
      options,
    );
    document.addEventListener('submit', () => fields.clear(), options);
    return () => leaving.abort();
  }, []);

  useEffect(() => {
    let last: string | null = null;
    const timer = setInterval(() => {
      last = look(last);
    }, pace);
    return () => clearInterval(timer);
  }, []);
}
