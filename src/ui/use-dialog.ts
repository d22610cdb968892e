import { useCallback, useState } from 'react';

/** Whether a dialog is open, and what it is about; null before it was opened for anything. */
export function useDialog<Subject>() {
  const [opened, setOpened] = useState(false);
  // It stays after closing, so that the words do not vanish before the dialog has.
  const [subject, setSubject] = useState<Subject | null>(null);
  const open = useCallback((about: Subject) => {
    setSubject(() => about);
    setOpened(true);
  }, []);
  const close = useCallback(() => setOpened(false), []);
  return { opened, subject, open, close };
}
