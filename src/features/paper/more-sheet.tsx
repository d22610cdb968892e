import { UnstyledButton } from '@mantine/core';
import { IconArrowForwardUp, IconPencil } from '@tabler/icons-react';
import { redoDepth } from '@tiptap/pm/history';
import { useEditorState, type Editor } from '@tiptap/react';
import type { ReactNode } from 'react';
import { formats, formatsOn } from './chapter-tools.ts';
import type { MoreRow, MoreRows } from '#src/desk/desk-parts.ts';
import { Sheet } from '#src/desk/sheet.tsx';
import { useSheet } from '#src/desk/use-sheet.ts';
import styles from '#src/desk/desk.module.css';

interface MoreSheetProps {
  editor: Editor;
  rows: MoreRows;
  /** Gives the chapter a name; left out for a page. */
  onName?: () => void;
  /** Reads out what to do here. */
  ear: ReactNode;
}

/** All that is needed seldom: how words look, the chapter, and the story. */
export function MoreSheet(props: MoreSheetProps) {
  const { isOpen, close } = useSheet('more');
  return (
    <Sheet opened={isOpen} onClose={() => close()} title="More" ear={props.ear}>
      <MoreList {...props} close={close} />
    </Sheet>
  );
}

type MoreListProps = MoreSheetProps & Pick<ReturnType<typeof useSheet>, 'close'>;

function MoreList({ editor, rows, onName, close }: MoreListProps) {
  const { on, canRedo } = useEditorState({
    editor,
    selector: ({ editor: now }) => ({ on: formatsOn(now), canRedo: redoDepth(now.state) > 0 }),
  });
  const buttons = formats.map(({ label, icon: Icon, is, run }) => (
    <UnstyledButton
      key={label}
      className={styles.format}
      aria-pressed={on.includes(is)}
      onClick={() => close(() => run(editor))}
    >
      <Icon size={24} stroke={1.75} aria-hidden />
      {label}
    </UnstyledButton>
  ));
  const redo: MoreRow = {
    label: 'Redo',
    icon: IconArrowForwardUp,
    run: () => editor.chain().focus().redo().run(),
  };
  const name: MoreRow | null = onName ? { label: 'Name this chapter', icon: IconPencil, run: onName } : null;
  return (
    <>
      <div role="group" aria-label="How it looks">
        <div className={styles.formats}>{buttons.slice(0, 3)}</div>
        <details className={styles.moreFormats}>
          <summary>More ways to look</summary>
          <div className={styles.formats}>{buttons.slice(3)}</div>
        </details>
      </div>
      <ul className={styles.rows}>
        {[...(canRedo ? [redo] : []), ...rows(name)].map(({ label, icon: Icon, run, opensSheet }) => (
          <li key={label}>
            <UnstyledButton
              className={styles.row}
              // The second click of a double one is no wish for another.
              onClick={({ detail }) => {
                if (detail > 1) return;
                if (opensSheet) run();
                else close(run);
              }}
            >
              <Icon size={26} stroke={1.75} aria-hidden />
              {label}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}
