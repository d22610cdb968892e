import { documentOf } from '#contract/works/document.rules.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { beginStory, beginStoryInput, saveChapter, saveChapterInput } from '#src/desk/writing.mutations.ts';
import type { EffectScene } from './effect-scene.ts';

/** A story with a chapter in which something is written, all of it still unsent. */
export async function beginStories({
  device: { replica },
}: EffectScene): Promise<{ workId: string; chapter: OwnChapter }> {
  const begun = beginStoryInput(' The   kite ', 'en');
  await replica.enqueue(beginStory, begun);
  const chapter: OwnChapter = {
    id: begun.body.chapter_id,
    work_id: begun.body.id,
    place: 0,
    title: '',
    document: documentOf(''),
    version: null,
    others: [],
  };
  const written = { title: 'One', document: documentOf('Once there was a kite.'), based_on: null };
  await replica.enqueue(saveChapter, saveChapterInput(chapter, written));
  return { workId: begun.body.id, chapter };
}
