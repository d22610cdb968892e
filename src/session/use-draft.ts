import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocalDrafts, type OwnDrafts } from './local-drafts.ts';
import { report } from './report.ts';

/** Milliseconds without a key after which what is typed is kept. */
const quiet = 400;

/** What a form can do with what was typed into it before. */
export interface Draft {
  /** True where what stands in the form was typed before, and came back. */
  isRestored: boolean;
  /** Throws away what came back. */
  startAnew: () => void;
  /** The form is saved or given up: nothing of it is kept any more. */
  end: () => void;
}

interface DraftOptions<Value> {
  /** Which form, of what: the same after a reload. */
  name: string;
  /** What is typed and not saved; null where that is nothing. Never a password. */
  value: Value | null;
  /** Puts back what was kept. @returns false where it makes no sense to this version of the form */
  restore: (kept: unknown) => boolean;
  /** Puts the form back to where it began. */
  reset: () => void;
  /** Where it is kept; left out, with what else the signed-in person has here. */
  localDrafts?: OwnDrafts | undefined;
}

/** Keeps what is typed on this device, over a reload and a restart, until it is saved, given up, or the session ends. */
export function useDraft<Value>({ name, value, restore, reset, ...place }: DraftOptions<Value>): Draft {
  const own = useLocalDrafts();
  const localDrafts = place.localDrafts ?? own;
  const [isRestored, setRestored] = useState(false);
  const text = value === null ? null : JSON.stringify(value);
  /** Whether the device holds something of this form, and whether it may be given anything more. */
  const held = useRef({ isThere: false, hasEnded: false });

  const drop = useCallback(() => {
    if (!held.current.isThere) return;
    held.current.isThere = false;
    localDrafts.drop(name).catch(report);
  }, [localDrafts, name]);

  const takeUp = useEffectEvent((kept: unknown) => {
    held.current.isThere = true;
    // Whoever was faster than the device has begun anew.
    if (text !== null) return;
    if (restore(kept)) setRestored(true);
    else drop();
  });
  useEffect(() => {
    let isLeft = false;
    localDrafts
      .read(name)
      .then((kept) => {
        if (kept && !isLeft) takeUp(kept.value);
      })
      .catch(report);
    return () => {
      isLeft = true;
    };
  }, [localDrafts, name]);

  useEffect(() => {
    if (text === null) {
      // Saved and back at its beginning: what is typed next is another draft.
      held.current.hasEnded = false;
      drop();
      return undefined;
    }
    const keep = () => {
      clearTimeout(timer);
      if (held.current.hasEnded) return;
      held.current.isThere = true;
      localDrafts.keep(name, JSON.parse(text)).catch(report);
    };
    const timer = setTimeout(keep, quiet);
    // A tab that is put away may not come back.
    document.addEventListener('visibilitychange', keep);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', keep);
    };
  }, [localDrafts, name, text, drop]);

  const end = useCallback(() => {
    held.current.hasEnded = true;
    drop();
  }, [drop]);

  return {
    isRestored: isRestored && text !== null,
    startAnew: () => {
      setRestored(false);
      reset();
    },
    end,
  };
}
