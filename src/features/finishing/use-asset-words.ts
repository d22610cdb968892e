import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { useAtWork } from '#src/ui/dirty-forms.ts';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { altOf } from '#src/desk/picture-words.rules.ts';
import { useSaved } from '#src/desk/use-saved.ts';
import { saveChapter, saveChapterInput } from '#src/desk/writing.mutations.ts';

/** Milliseconds without a key after which the words are saved. */
const quiet = 1500;

/** What is typed, by the hash of the picture or recording. */
type Typed = Readonly<Record<string, string>>;

/** The document with these words at its pictures and recordings; the very same where it has them. */
function withWords(document: WorkDocument, typed: Typed): WorkDocument {
  let isChanged = false;
  const content = document.content.map((block) => {
    if (block.type !== 'picture' && block.type !== 'recording') return block;
    const words = typed[block.attrs.sha256];
    const alt = words === undefined ? block.attrs.alt : altOf(words);
    if (alt === block.attrs.alt) return block;
    isChanged = true;
    return { ...block, attrs: { ...block.attrs, alt } } as typeof block;
  });
  return isChanged ? { ...document, content } : document;
}

/**
 * What pictures show and recordings say, typed beside them: it is saved as one version of each chapter that has them, while somebody
 * types and when they leave.
 */
export function useAssetWords(chapters: readonly OwnChapter[]) {
  const replica = useReplica();
  const [typed, setTyped] = useState<Typed>({});
  useAtWork(chapters.some(({ document }) => withWords(document, typed) !== document));
  /** What was saved of a chapter before the replica shows it: what is typed next goes on from there. */
  const written = useRef(
    new Map<string, Pick<OwnChapter, 'document' | 'version'> & { after: string | null }>(),
  );

  function save(): void {
    for (const chapter of chapters) {
      const ahead = written.current.get(chapter.id);
      const { document, version } = ahead && ahead.after === chapter.version ? ahead : chapter;
      const next = withWords(document, typed);
      if (next === document) continue;
      const change = { title: chapter.title, document: next, based_on: version };
      const input = saveChapterInput(chapter, change);
      written.current.set(chapter.id, {
        document: next,
        version: input.body.version,
        after: chapter.version,
      });
      replica.enqueue(saveChapter, input).catch((error: unknown) => {
        written.current.delete(chapter.id);
        sayNotKept(error);
      });
    }
  }

  const saveLater = useEffectEvent(save);
  useEffect(() => {
    if (Object.keys(typed).length === 0) return undefined;
    const timer = setTimeout(() => saveLater(), quiet);
    return () => clearTimeout(timer);
  }, [typed]);

  useSaved(save);

  return { typed, type: (sha256: string, words: string) => setTyped({ ...typed, [sha256]: words }) };
}
