import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useSessionStore } from '#src/session/session.store.ts';
import { anyFormDirty } from '#src/ui/dirty-forms.ts';
import { isSomethingOpen, isWriting } from './anchors.ts';

/** Something that may come before the person's work, when that rests. */
export interface Guidance {
  id: string;
  /** True where the person asked for it. What comes by itself comes one at a time, and none after it on the same page. */
  isAsked: boolean;
  isDue: () => boolean;
  show: () => void;
}

/** Milliseconds between two looks at whether somebody is in the middle of something. */
export const pace = 1000;

/** True where nothing that somebody does is interrupted. */
function isCalm(): boolean {
  return (
    document.visibilityState === 'visible' &&
    !useSessionStore.getState().isLocked &&
    !anyFormDirty() &&
    !isWriting() &&
    !isSomethingOpen()
  );
}

/** Shows the first that is due, once the page has been calm for two looks. */
export function useGuidance(all: readonly Guidance[]): void {
  const { key } = useLocation();
  const shownAt = useRef<string | null>(null);

  const look = useEffectEvent((last: string | null): string | null => {
    if (!isCalm()) return null;
    const due = all.find(({ isAsked, isDue }) => (isAsked || shownAt.current !== key) && isDue());
    if (!due || due.id !== last) return due?.id ?? null;
    if (!due.isAsked) shownAt.current = key;
    due.show();
    return null;
  });

  useEffect(() => {
    let last: string | null = null;
    const timer = setInterval(() => {
      last = look(last);
    }, pace);
    return () => clearInterval(timer);
  }, []);
}
