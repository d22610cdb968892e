import { Button, Group, TextInput } from '@mantine/core';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { useState } from 'react';
import { isLinkTarget } from '#contract/content/content.rules.ts';
import type { Unfinished } from '#contract/content/editor.schema.ts';
import { contentOf, documentOf, wordsExtensions } from './words-document.ts';
import styles from './page-editor.module.css';

interface Tool {
  label: string;
  isOn: (editor: Editor) => boolean;
  press: (editor: Editor) => void;
}

const tools: readonly Tool[] = [
  {
    label: 'Bold',
    isOn: (editor) => editor.isActive('bold'),
    press: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic',
    isOn: (editor) => editor.isActive('italic'),
    press: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Heading',
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    press: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: 'Small heading',
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
    press: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    label: 'List',
    isOn: (editor) => editor.isActive('bulletList'),
    press: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    isOn: (editor) => editor.isActive('orderedList'),
    press: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
];

function LinkField({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const before: unknown = editor.getAttributes('link')['href'];
  const [href, setHref] = useState(typeof before === 'string' ? before : '');
  const [error, setError] = useState<string | null>(null);
  function set() {
    const target = href.trim();
    if (!isLinkTarget(target)) {
      setError('Begin with / for a page of the app, or with https://');
      return;
    }
    editor.chain().focus().extendMarkRange('link').setMark('link', { href: target }).run();
    onDone();
  }
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        label="Leads to"
        description="Such as /courses, or https://…"
        error={error}
        value={href}
        onChange={({ target }) => setHref(target.value)}
        data-autofocus
      />
      <Button variant="default" onClick={set}>
        Set link
      </Button>
      {typeof before === 'string' && (
        <Button
          variant="default"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetMark('link').run();
            onDone();
          }}
        >
          Remove link
        </Button>
      )}
    </Group>
  );
}

function Tools({ editor }: { editor: Editor }) {
  const [isLinking, setLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: tools.map(({ isOn }) => isOn(now)),
      canLink: !now.state.selection.empty || now.isActive('link'),
    }),
  });
  return (
    <>
      <div className={styles.wordTools} role="group" aria-label="Format">
        {tools.map(({ label, press }, place) => (
          <Button
            key={label}
            size="compact-md"
            variant={state.on[place] ? 'filled' : 'default'}
            aria-pressed={state.on[place]}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => press(editor)}
          >
            {label}
          </Button>
        ))}
        <Button
          size="compact-md"
          variant="default"
          aria-expanded={isLinking}
          disabled={!state.canLink && !isLinking}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setLinking(!isLinking)}
        >
          Link
        </Button>
      </div>
      {isLinking && <LinkField editor={editor} onDone={() => setLinking(false)} />}
    </>
  );
}

interface WordsEditorProps {
  label: string;
  document: Unfinished;
  onChange: (document: Unfinished) => void;
}

/** Formatted words of a page: bold, italic, links, headings and lists. */
export function WordsEditor({ label, document, onChange }: WordsEditorProps) {
  const editor = useEditor({
    extensions: wordsExtensions,
    content: contentOf(document),
    onUpdate: ({ editor: now }) => onChange(documentOf(now.getJSON())),
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: styles.paper ?? '',
        dir: 'auto',
      },
    },
  }) as Editor | null;
  if (editor === null) return null;
  return (
    <div className={styles.words}>
      <Tools editor={editor} />
      <EditorContent editor={editor} />
    </div>
  );
}
