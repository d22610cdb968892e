import { ActionIcon, Group, Text, TextInput } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconHeading,
  IconItalic,
  IconList,
  IconQuote,
  IconUnderline,
} from '@tabler/icons-react';
import type { EditorView } from '@tiptap/pm/view';
import { redoDepth, undoDepth } from '@tiptap/pm/history';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useStore, type StoreApi } from 'zustand';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { useSyncStatus } from '#src/session/use-replica.ts';
import { useAtWork } from '#src/ui/dirty-forms.ts';
import { contentOf, documentOfEditor } from './editor-document.rules.ts';
import { editorExtensions } from './editor-extensions.ts';
import type { SaveState } from './chapter-draft.ts';
import { PictureButtons } from './picture-buttons.tsx';
import { kindNames } from './story-words.ts';
import { AssetWordsDialog } from './asset-words.dialog.tsx';
import { VoiceButton, RecordVoice, type NewRecording } from './voice-button.tsx';
import { useChapterDraft } from './use-chapter-draft.ts';
import styles from './writing.module.css';

const tools = [
  {
    label: 'Bold',
    icon: IconBold,
    is: 'bold',
    run: (editor: Editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic',
    icon: IconItalic,
    is: 'italic',
    run: (editor: Editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Underline',
    icon: IconUnderline,
    is: 'underline',
    run: (editor: Editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    label: 'Heading',
    icon: IconHeading,
    is: 'heading',
    run: (editor: Editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: 'List',
    icon: IconList,
    is: 'bulletList',
    run: (editor: Editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Quotation',
    icon: IconQuote,
    is: 'blockquote',
    run: (editor: Editor) => editor.chain().focus().toggleBlockquote().run(),
  },
] as const;

/** Which of them are on. A cursor is asked for what it stands in: the editor would look through the text once for each. */
function toolsOn(editor: Editor): string[] {
  const { selection, storedMarks } = editor.state;
  const { $from, empty } = selection;
  const names = tools.map(({ is }) => is);
  if (!empty) return names.filter((is) => editor.isActive(is));
  const around = (storedMarks ?? $from.marks()).map(({ type }) => type.name);
  for (let depth = $from.depth; depth > 0; depth -= 1) around.push($from.node(depth).type.name);
  return names.filter((is) => around.includes(is));
}

/** Drawn again where a button changes, and not at each key. */
function Toolbar({ editor, children }: { editor: Editor; children: ReactNode }) {
  const { on, canUndo, canRedo } = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: toolsOn(now),
      // `can()` would make every command of the editor anew, at each key.
      canUndo: undoDepth(now.state) > 0,
      canRedo: redoDepth(now.state) > 0,
    }),
  });
  return (
    <Group role="toolbar" aria-label="How it looks" gap={4} className={styles.toolbar}>
      {tools.map(({ label, icon: Icon, is, run }) => (
        <ActionIcon
          key={label}
          size={48}
          variant={on.includes(is) ? 'light' : 'subtle'}
          aria-label={label}
          aria-pressed={on.includes(is)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
        >
          <Icon size={24} stroke={1.75} aria-hidden />
        </ActionIcon>
      ))}
      <ActionIcon
        size={48}
        variant="subtle"
        aria-label="Undo"
        disabled={!canUndo}
        onClick={() => editor.chain().focus().undo().run()}
      >
        <IconArrowBackUp size={24} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size={48}
        variant="subtle"
        aria-label="Redo"
        disabled={!canRedo}
        onClick={() => editor.chain().focus().redo().run()}
      >
        <IconArrowForwardUp size={24} stroke={1.75} aria-hidden />
      </ActionIcon>
      {children}
    </Group>
  );
}

const words: Readonly<Record<Exclude<SaveState, 'saved'>, string>> = {
  typing: 'Writing …',
  failed: 'This could not be saved. Please do not close this page, and tell your teacher.',
  too_long: 'There is no more room here. Please begin another chapter or page.',
};

/** Where what is written is now. It says no more than what is so. */
function SavedNote({ of }: { of: StoreApi<SaveState> }) {
  const state = useStore(of);
  const { waiting, refused } = useSyncStatus();
  useAtWork(state !== 'saved');
  const isSent = waiting === 0 && refused === 0;
  const text = state === 'saved' ? (isSent ? 'Sent to school' : 'Saved on this tablet') : words[state];
  return (
    <Text
      role="status"
      className={styles.saved}
      {...(state === 'failed' || state === 'too_long' ? { c: 'red' } : { c: 'dimmed' })}
    >
      {text}
    </Text>
  );
}

/** Whether where one writes can be seen: nothing needs to be scrolled then. */
function isCursorInView(view: EditorView): boolean {
  const { selection } = view.state;
  if (!selection.empty) return false;
  const { top, bottom } = view.coordsAtPos(selection.head);
  return top >= 0 && bottom <= (window.visualViewport?.height ?? window.innerHeight);
}

/** Where a picture or a recording stands in the text, in as many places as it does. */
function placesOf(editor: Editor, sha256: string): number[] {
  const places: number[] = [];
  editor.state.doc.descendants((node, place) => {
    if (['picture', 'recording'].includes(node.type.name) && node.attrs['sha256'] === sha256)
      places.push(place);
  });
  return places;
}

/** What a picture shows or a recording says, in the words of its author. */
function wordsOf(editor: Editor, sha256: string): { kind: 'picture' | 'recording'; alt: string } {
  const [place] = placesOf(editor, sha256);
  const node = place === undefined ? null : editor.state.doc.nodeAt(place);
  const kind = node?.type.name === 'recording' ? 'recording' : 'picture';
  return { kind, alt: String(node?.attrs['alt'] ?? '') };
}

/** Puts a recording in the place of another. What was said of that one is said of it no more. */
function replaceRecording(editor: Editor, sha256: string, { sha256: next, seconds }: NewRecording): void {
  editor.commands.command(({ tr }) => {
    for (const place of placesOf(editor, sha256))
      tr.setNodeMarkup(place, null, { sha256: next, alt: '', seconds });
    return true;
  });
}

function sayOf(editor: Editor, sha256: string, alt: string): void {
  editor.commands.command(({ tr }) => {
    for (const place of placesOf(editor, sha256)) tr.setNodeAttribute(place, 'alt', alt);
    return true;
  });
}

interface ChapterEditorProps {
  chapter: OwnChapter;
  /** A page of a book has no name, and begins with its picture. */
  kind: WorkKind;
  /** Its number among those of the work. */
  number: number;
  /** Shows a document, for its pictures. */
  draw: (document: WorkDocument) => ReactNode;
}

/** One chapter, as it is written. Another chapter is another editor: give it the chapter's id as key. */
export function ChapterEditor(props: ChapterEditorProps) {
  const { chapter, kind, number, draw } = props;
  /** The hash of what its author is asked about: what it shows, or says. */
  const [described, setDescribed] = useState<string | null>(null);
  /** The hash of the recording that is made anew. */
  const [replaced, setReplaced] = useState<string | null>(null);
  const editor = useEditor({
    extensions: editorExtensions(kind === 'book' ? 'What happens here?' : 'Once upon a time …', {
      workId: chapter.work_id,
      draw,
      describe: setDescribed,
      recordAnew: setReplaced,
    }),
    content: contentOf(chapter.document),
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
    <ChapterInEditor
      key={editor.instanceId}
      {...props}
      editor={editor}
      described={described}
      onDescribe={setDescribed}
      replaced={replaced}
      onReplace={setReplaced}
    />
  );
}

interface ChapterInEditorProps extends ChapterEditorProps {
  editor: Editor;
  described: string | null;
  onDescribe: (sha256: string | null) => void;
  replaced: string | null;
  onReplace: (sha256: string | null) => void;
}

function ChapterInEditor({
  chapter,
  kind,
  editor,
  described,
  onDescribe,
  replaced,
  onReplace,
}: ChapterInEditorProps) {
  const title = useRef<HTMLInputElement>(null);
  const { state, draft } = useChapterDraft(chapter, {
    read: () => ({ title: title.current?.value ?? '', document: documentOfEditor(editor.getJSON()) }),
    show: (typed) => {
      if (title.current) title.current.value = typed.title;
      editor.commands.setContent(contentOf(typed.document), { emitUpdate: false });
    },
  });
  useEffect(() => {
    const note = () => draft.noteTyping();
    editor.on('update', note);
    return () => {
      editor.off('update', note);
    };
  }, [editor, draft]);

  /** Where the cursor is, or a picture first on a page; its author is asked about it. */
  function putIn(type: 'picture' | 'recording', given: { sha256: string } & Record<string, unknown>): void {
    const node = { type, attrs: { alt: '', ...given } };
    if (kind === 'book' && type === 'picture') editor.chain().insertContentAt(0, node).focus('end').run();
    else
      editor
        .chain()
        .focus()
        .insertContent([node, { type: 'paragraph' }])
        .run();
    // The editor takes the keyboard in the next frame. The question takes it from there, or a child would type the answer
    // into the story.
    requestAnimationFrame(() => onDescribe(given.sha256));
  }

  /** Gives the keyboard back to where one writes, and moves nothing. */
  function endQuestion(): void {
    onDescribe(null);
    editor.commands.focus(null, { scrollIntoView: false });
  }

  return (
    <section className={styles.editor} onBlur={() => void draft.save()}>
      {kind === 'story' && (
        <TextInput
          ref={title}
          label="Name of the chapter"
          description="You may leave it empty."
          size="md"
          maxLength={limits.storyTitleLength}
          defaultValue={chapter.title}
          onChange={() => draft.noteTyping()}
          dir="auto"
        />
      )}
      <Toolbar editor={editor}>
        <PictureButtons
          workId={chapter.work_id}
          onKept={(sha256) => putIn('picture', { sha256, width: 'full' })}
        />
        <VoiceButton workId={chapter.work_id} onKept={(recording) => putIn('recording', { ...recording })} />
      </Toolbar>
      <EditorContent editor={editor} />
      <SavedNote of={state} />
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
      {replaced !== null && (
        <RecordVoice
          workId={chapter.work_id}
          onKept={(recording) => {
            replaceRecording(editor, replaced, recording);
            onDescribe(recording.sha256);
          }}
          onClose={() => onReplace(null)}
        />
      )}
    </section>
  );
}
