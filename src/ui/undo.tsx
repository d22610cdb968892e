import { Button, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useRef } from 'react';
import { notify, showToast } from './notify.tsx';

/** How long an act can be undone, in milliseconds; longer while the toast has the pointer or the focus. */
const undoTime = 10_000;

/** The toast that is shown; a new one takes its place, so that Ctrl+Z means one act. */
let shownId: string | null = null;

/** In a field the keys undo what was typed. */
const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

interface UndoWayProps {
  id: string;
  detail: string | undefined;
  undo: () => Promise<unknown>;
}

function UndoWay({ id, detail, undo }: UndoWayProps) {
  /** What had the focus before the toast. */
  const before = useRef<HTMLElement | null>(null);

  function act() {
    notifications.hide(id);
    before.current?.focus({ preventScroll: true });
    void undo();
  }

  useWindowEvent('keydown', (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    if (!isUndo || event.defaultPrevented || isField(event.target)) return;
    event.preventDefault();
    act();
  });

  return (
    <>
      {detail !== undefined && <Text size="sm">{detail}</Text>}
      <Button
        variant="default"
        mt="xs"
        leftSection={<IconArrowBackUp size={20} stroke={1.75} aria-hidden />}
        aria-keyshortcuts="Control+Z"
        onFocus={({ relatedTarget }) => {
          if (relatedTarget instanceof HTMLElement && before.current === null) before.current = relatedTarget;
        }}
        onClick={act}
      >
        Undo
      </Button>
    </>
  );
}

function showWithUndo(text: string, detail: string | undefined, undo: () => Promise<unknown>): void {
  if (shownId !== null) notifications.hide(shownId);
  const id = crypto.randomUUID();
  shownId = id;
  const closing = (autoClose: number | false) => () => {
    notifications.update({ id, autoClose, message });
  };
  const message = <UndoWay id={id} detail={detail} undo={undo} />;
  showToast('success', text, message, {
    id,
    role: 'status',
    autoClose: undoTime,
    onFocusCapture: closing(false),
    onBlurCapture: closing(undoTime),
  });
}

/**
 * Says what was done with a way back: a call of its own, after the first (see docs/decisions/0155).
 * @param undo does the opposite, and says itself what came of it
 * @returns where it is said, as `saveAndSay` takes it
 */
export function undoable(undo: () => Promise<unknown>): Pick<typeof notify, 'success' | 'error'> {
  return { success: (text, detail) => showWithUndo(text, detail, undo), error: notify.error };
}
