import { TextInput, UnstyledButton } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { EditorView } from '@tiptap/pm/view';
import { undoDepth } from '@tiptap/pm/history';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { limits } from '#contract/kit/limits.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { AssetWordsDialog } from './asset-words.dialog.tsx';
import { BookPage } from './book-page.tsx';
import { replaceRecording, sayOf, wordsOf } from './chapter-tools.ts';
import { DeskBar } from './desk-bar.tsx';
import { pageToEdit, storedPage } from './desk-layout.rules.ts';
import type { MoreRows, PaperProps } from '#src/desk/desk-parts.ts';
import { InSlot } from '#src/desk/desk-slots.tsx';
import { contentOf, documentOfEditor } from '#src/desk/editor-document.rules.ts';
import { editorExtensions } from './editor-extensions.ts';
import { MoreSheet } from './more-sheet.tsx';
import { ReadsTo } from './page-context.tsx';
import { placeOfWords } from './place-of-words.ts';
import { RecordVoice } from './record-voice.tsx';
import { SavedNote } from '#src/desk/saved-note.tsx';
import { kindNames } from '#src/desk/story-words.ts';
import { useChapterDraft } from '#src/desk/use-chapter-draft.ts';
import { useIsSheetOpen, useSheet } from '#src/desk/use-sheet.ts';
import styles from '#src/desk/desk.module.css';

/** Whether where one writes can be seen: nothing needs to be scrolled then. */
function isCursorInView(view: EditorView): boolean {
  const { selection } = view.state;
  if (!selection.empty) return false;
  const { top, bottom } = view.coordsAtPos(selection.head);
  const work = view.dom.closest('[data-words], [data-desk-work]')?.getBoundingClientRect();
  const [upper, lower] = work ? [work.top, work.bottom] : [0, window.innerHeight];
  return top >= upper && bottom <= lower;
}

/** The last step can be taken back; without one there is nothing to press. */
function Undo({ editor }: { editor: Editor }) {
  const canUndo = useEditorState({
    editor,
    // `can()` would make every command of the editor anew, at each key.
    selector: ({ editor: now }) => undoDepth(now.state) > 0,
  });
  if (!canUndo) return null;
  return (
    <UnstyledButton
      className={styles.tool}
      aria-label="Undo"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => editor.chain().focus().undo().run()}
    >
      <IconArrowBackUp size={26} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}

/** Keeps where one writes in sight when a keyboard comes up and takes half of the desk. */
function useCursorInSight(editor: Editor): void {
  useEffect(() => {
    const work = placeOfWords(editor)?.closest('[data-desk-work]');
    if (!work) return undefined;
    const watcher = new ResizeObserver(() => {
      if (editor.isFocused && !isCursorInView(editor.view)) editor.commands.scrollIntoView();
    });
    watcher.observe(work);
    return () => watcher.disconnect();
  }, [editor]);
}

/** Whether a sheet or a dialog is before the paper, for what comes later than the tap that asked for it. */
function useIsSomethingOpen(hasDialog: boolean): RefObject<boolean> {
  const isOpen = useIsSheetOpen() || hasDialog;
  const now = useRef(isOpen);
  useLayoutEffect(() => {
    now.current = isOpen;
  }, [isOpen]);
  return now;
}

/** A page has a place to write in, also where only its picture is stored. */
function contentToEdit(kind: WorkKind, document: WorkDocument) {
  return contentOf(kind === 'book' ? pageToEdit(document) : document);
}

const nameAlone: MoreRows = (name) => (name ? [name] : []);

/** One chapter, as it is written. Another chapter is another editor: give it the chapter's id as key. */
export function ChapterEditor(props: PaperProps) {
  const { chapter, kind, number, draw, readsTo = 'auto' } = props;
  /** The hash of what its author is asked about: what it shows, or says. */
  const [described, setDescribed] = useState<string | null>(null);
  /** The recording that is made anew, by its hash; another object each time. */
  const [replaced, setReplaced] = useState<{ sha256: string } | null>(null);
  const isPage = kind === 'book';
  const editor = useEditor({
    extensions: editorExtensions(
      isPage ? 'What happens here?' : 'Once upon a time …',
      {
        workId: chapter.work_id,
        draw,
        describe: setDescribed,
        recordAnew: (sha256) => setReplaced({ sha256 }),
      },
      { isPage },
    ),
    content: contentToEdit(kind, chapter.document),
    // It looks, after each key, for what was deleted; nobody here asks.
    enableCoreExtensions: { delete: false },
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': `${kindNames[kind].Part} ${number}`,
        class: styles.paper ?? '',
        dir: 'auto',
      },
      // Else it asks, at each key, everything around the text where it stands.
      handleScrollToSelection: isCursorInView,
    },
  }) as Editor | null;
  // Where a tablet takes long to show what it drew, the first editor is thrown away and another made, and meanwhile there is
  // none. What belongs to an editor begins anew with it: a draft that read the first one would save nothing of what is typed.
  if (editor === null) return null;
  return (
    <ReadsTo value={readsTo}>
      <ChapterInEditor
        key={editor.instanceId}
        {...props}
        editor={editor}
        described={described}
        onDescribe={setDescribed}
        replaced={replaced}
      />
    </ReadsTo>
  );
}

interface ChapterInEditorProps extends PaperProps {
  editor: Editor;
  described: string | null;
  onDescribe: (sha256: string | null) => void;
  replaced: { sha256: string } | null;
}

function ChapterInEditor({
  chapter,
  kind,
  editor,
  described,
  onDescribe,
  replaced,
  moreRows = nameAlone,
  ear,
  hasCursor = false,
  pages,
  pins,
  pictures = [],
  onPutIn,
  draw,
}: ChapterInEditorProps) {
  const isSomethingOpen = useIsSomethingOpen(described !== null);
  const ofBar = { kind, pictures, draw };
  const title = useRef<HTMLInputElement>(null);
  const [isNamed, setNamed] = useState(chapter.title !== '');
  useCursorInSight(editor);
  const { state, draft } = useChapterDraft(chapter, {
    read: () => {
      const document = documentOfEditor(editor.getJSON());
      return {
        title: title.current?.value ?? '',
        document: kind === 'book' ? storedPage(document) : document,
      };
    },
    show: (typed) => {
      if (title.current) title.current.value = typed.title;
      if (typed.title !== '') setNamed(true);
      editor.commands.setContent(contentToEdit(kind, typed.document), { emitUpdate: false });
    },
  });
  useEffect(() => {
    const note = () => draft.noteTyping();
    editor.on('update', note);
    return () => {
      editor.off('update', note);
    };
  }, [editor, draft]);

  const again = useSheet('again');
  const recordAgain = useEffectEvent(again.show);
  useEffect(() => {
    if (replaced) recordAgain();
  }, [replaced]);

  const [takesCursor] = useState(hasCursor);
  useEffect(() => {
    if (takesCursor) editor.commands.focus('end');
  }, [editor, takesCursor]);

  function nameIt() {
    flushSync(() => setNamed(true));
    title.current?.focus();
  }

  /** Where the cursor is, so that it can be seen. */
  function putIn(
    type: 'picture' | 'recording',
    given: { sha256: string; alt?: string } & Record<string, unknown>,
  ): void {
    const node = { type, attrs: { alt: '', ...given } };
    // A large photograph is ready when its author may be at something else: that keeps the keyboard. The editor's own command
    // would take it a frame later.
    if (!isSomethingOpen.current) editor.view.focus();
    const shown = new Set(editor.view.dom.querySelectorAll('[data-node-view-wrapper]'));
    editor.commands.insertContent([node, { type: 'paragraph' }]);
    requestAnimationFrame(() => {
      const all = [...(placeOfWords(editor)?.querySelectorAll('[data-node-view-wrapper]') ?? [])];
      all.find((place) => !shown.has(place))?.scrollIntoView({ block: 'start' });
    });
    if (type === 'picture') onPutIn?.(given.sha256);
  }

  /** Gives the keyboard back to where one writes, and moves nothing. */
  function endQuestion(): void {
    onDescribe(null);
    // The picture of a page is a button of its own, and its words may be put away.
    const button = pages && editor.view.dom.querySelector<HTMLElement>('.node-picture [aria-expanded]');
    if (button) requestAnimationFrame(() => button.focus());
    else editor.commands.focus(null, { scrollIntoView: false });
  }

  return (
    <section className={styles.editor} onBlur={() => void draft.save()}>
      {kind === 'story' && (
        // What is in it is saved with the text, shown or not.
        <div hidden={!isNamed} className={styles.partName}>
          <TextInput
            ref={title}
            label="Name of the chapter"
            size="md"
            maxLength={limits.storyTitleLength}
            defaultValue={chapter.title}
            onChange={() => draft.noteTyping()}
            dir="auto"
          />
        </div>
      )}
      {pages ? (
        <BookPage
          work={ofBar}
          editor={editor}
          chapter={chapter}
          pages={pages}
          onPutIn={onPutIn}
          note={
            <>
              <SavedNote of={state} />
              {pins}
            </>
          }
        />
      ) : (
        <>
          <div className={styles.paperPlace} data-paper>
            <EditorContent editor={editor} className={styles.paperPlace} />
            {pins}
          </div>
          <SavedNote of={state} />
          <InSlot name="bar">
            <DeskBar
              workId={chapter.work_id}
              work={ofBar}
              onPicture={(picture) => putIn('picture', { ...picture, width: 'full' })}
              onRecording={(recording) => putIn('recording', { ...recording })}
            />
          </InSlot>
        </>
      )}
      <InSlot name="undo">
        <Undo editor={editor} />
      </InSlot>
      <MoreSheet editor={editor} rows={moreRows} {...(kind === 'story' && { onName: nameIt })} ear={ear} />
      {described !== null && (
        <AssetWordsDialog
          {...wordsOf(editor, described)}
          onDone={(alt) => {
            sayOf(editor, described, alt);
            endQuestion();
          }}
          onClose={endQuestion}
        />
      )}
      <RecordVoice
        workId={chapter.work_id}
        opened={again.isOpen && replaced !== null}
        onKept={(recording) => {
          if (replaced) replaceRecording(editor, replaced.sha256, recording);
        }}
        onClose={() => again.close()}
      />
    </section>
  );
}
