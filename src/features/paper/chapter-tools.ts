import {
  IconBold,
  IconHeading,
  IconItalic,
  IconList,
  IconQuote,
  IconUnderline,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';

interface Format {
  label: string;
  icon: TablerIcon;
  is: string;
  run: (editor: Editor) => void;
}

/** How words can look; the first three are needed most. */
export const formats: readonly Format[] = [
  { label: 'Bold', icon: IconBold, is: 'bold', run: (editor) => editor.chain().focus().toggleBold().run() },
  {
    label: 'Heading',
    icon: IconHeading,
    is: 'heading',
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: 'List',
    icon: IconList,
    is: 'bulletList',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Italic',
    icon: IconItalic,
    is: 'italic',
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Underline',
    icon: IconUnderline,
    is: 'underline',
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    label: 'Quotation',
    icon: IconQuote,
    is: 'blockquote',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];

/** Which of them are on. A cursor is asked for what it stands in: the editor would look through the text once for each. */
export function formatsOn(editor: Editor): string[] {
  const { selection, storedMarks } = editor.state;
  const { $from, empty } = selection;
  const names = formats.map(({ is }) => is);
  if (!empty) return names.filter((is) => editor.isActive(is));
  const around = (storedMarks ?? $from.marks()).map(({ type }) => type.name);
  for (let depth = $from.depth; depth > 0; depth -= 1) around.push($from.node(depth).type.name);
  return names.filter((is) => around.includes(is));
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
export function wordsOf(editor: Editor, sha256: string): { kind: 'picture' | 'recording'; alt: string } {
  const [place] = placesOf(editor, sha256);
  const node = place === undefined ? null : editor.state.doc.nodeAt(place);
  const kind = node?.type.name === 'recording' ? 'recording' : 'picture';
  return { kind, alt: String(node?.attrs['alt'] ?? '') };
}

/** Puts a recording in the place of another. What was said of that one is said of it no more. */
export function replaceRecording(
  editor: Editor,
  sha256: string,
  { sha256: next, seconds }: { sha256: string; seconds: number },
): void {
  editor.commands.command(({ tr }) => {
    for (const place of placesOf(editor, sha256))
      tr.setNodeMarkup(place, null, { sha256: next, alt: '', seconds });
    return true;
  });
}

export function sayOf(editor: Editor, sha256: string, alt: string): void {
  editor.commands.command(({ tr }) => {
    for (const place of placesOf(editor, sha256)) tr.setNodeAttribute(place, 'alt', alt);
    return true;
  });
}
