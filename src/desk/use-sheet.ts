import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAtWork } from '#src/ui/dirty-forms.ts';

/** What can rise over the desk, one at a time. */
export type SheetName =
  | 'picture'
  | 'draw'
  | 'cover'
  | 'speak'
  | 'again'
  | 'more'
  | 'parts'
  | 'move'
  | 'earlier'
  | 'removed'
  | 'file'
  | 'answer';

interface SheetState {
  isOpen: boolean;
  /** In the place of the one that is open, if one is. */
  show: () => void;
  /** `then` runs once it is gone: what it changes in the address would else be taken back with it. */
  close: (then?: () => void) => void;
}

/** A sheet that sinks still has the keyboard, and takes it along. */
const nowhere = 'body, #main, [role="dialog"] *';

/** Gives the keyboard to the picture of a page, if nothing has it. */
export function focusPicture(): void {
  if (document.activeElement?.matches(nowhere))
    document.querySelector<HTMLElement>('.node-picture [aria-expanded]')?.focus({ preventScroll: true });
}

function openIn(state: unknown): string | null {
  const sheet = (state as { sheet?: unknown } | null)?.sheet;
  return typeof sheet === 'string' ? sheet : null;
}

/** Whether any sheet is open. */
export function useIsSheetOpen(): boolean {
  return openIn(useLocation().state) !== null;
}

/** Which sheet is open is a step in the history, so Back closes it. */
export function useSheet(name: SheetName): SheetState {
  const location = useLocation();
  const navigate = useNavigate();
  const open = openIn(location.state);
  const isOpen = open === name;
  const opener = useRef<Element | null>(null);
  const after = useRef<(() => void) | null>(null);
  const isClosing = useRef(false);
  // Also while the code of what is on it is being fetched.
  useAtWork(isOpen);

  useEffect(() => {
    if (open !== null) return;
    const [then, before] = [after.current, opener.current];
    [after.current, opener.current, isClosing.current] = [null, null, false];
    if (then) then();
    else if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    // "Picture goes here" has become the picture.
    else if (before !== null) focusPicture();
  }, [open]);

  return {
    isOpen,
    show: () => {
      // Asked for once more while it is open: what it holds is gone when it closes.
      if (!isOpen) opener.current = document.activeElement;
      const { pathname, search } = location;
      void navigate({ pathname, search }, { state: { sheet: name }, replace: open !== null });
    },
    close: (then) => {
      if (isClosing.current) return;
      isClosing.current = true;
      after.current = then ?? null;
      void navigate(-1);
    },
  };
}
