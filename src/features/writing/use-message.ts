import { useRef, useState } from 'react';
import { documentOfMessage, partsOfMessage, type MessageParts } from '#contract/works/message.rules.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { storable } from '#src/desk/editor-document.rules.ts';
import { useChapterDraft } from '#src/desk/use-chapter-draft.ts';

/** Text as it can be stored, line by line. */
export const storableLines = (text: string) => text.split(/\r?\n/u).map(storable).join('\n');

/** What a message says while it is written, kept and saved as a chapter is. */
export function useMessage(chapter: OwnChapter) {
  const [parts, setParts] = useState(() => partsOfMessage(chapter.document));
  const latest = useRef(parts);
  const { state, draft } = useChapterDraft(chapter, {
    read: () => ({ title: '', document: documentOfMessage(latest.current) }),
    show: ({ document }) => {
      latest.current = partsOfMessage(document);
      setParts(latest.current);
    },
  });
  const change = (fields: Partial<MessageParts>) => {
    latest.current = { ...latest.current, ...fields };
    setParts(latest.current);
    draft.noteTyping();
  };
  return { parts, change, state, draft };
}
