import { useEffect, useEffectEvent, useMemo } from 'react';
import { textOf } from '#contract/works/document.rules.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { changeStory, changeStoryInput } from '#src/desk/writing.mutations.ts';
import { likelyLanguage } from '#src/lib/likely-language.ts';
import { useReplica } from '#src/session/use-replica.ts';

/** Characters that are enough to tell a script by. */
const enough = 400;

function beginningOf(title: string, chapters: readonly OwnChapter[]): string {
  let words = title;
  for (const { document } of chapters) {
    if (words.length >= enough) break;
    words += ` ${textOf(document)}`;
  }
  return words.slice(0, enough);
}

/**
 * A work is begun in the language of the app. Words in a script that this language does not have are in another one.
 * @param work null where it cannot be changed
 */
export function useLikelyLanguage(work: OwnWork | null, chapters: readonly OwnChapter[]): void {
  const replica = useReplica();
  const likely = useMemo(
    () => (work ? likelyLanguage(beginningOf(work.title, chapters)) : null),
    [work, chapters],
  );
  const propose = useEffectEvent((language: string) => {
    // Any other language was chosen, and this one may be, too.
    if (work?.language !== (document.documentElement.lang || 'en') || work.language_chosen) return;
    const change = changeStoryInput(work.id, { language, language_chosen: false });
    replica.enqueue(changeStory, change).catch(sayNotKept);
  });
  useEffect(() => {
    if (likely !== null) propose(likely);
  }, [likely]);
}
