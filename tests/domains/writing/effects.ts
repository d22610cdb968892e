import { documentOf } from '#contract/works/document.rules.ts';
import { makeCategory } from '#server/seeds/factories.ts';
import {
  addChapter,
  addChapterInput,
  beginStory,
  beginStoryInput,
  changeStory,
  changeStoryInput,
  discardStory,
  handIn,
  handInInput,
  moveChapter,
  moveChapterInput,
  removeChapter,
  removeChapterInput,
  saveChapter,
  saveChapterInput,
  storyInput,
  takeBack,
} from '#src/desk/writing.mutations.ts';
import { beginStories } from '../../support/begun-stories.ts';
import { makeLiveChallenge } from '../../support/content-pages.ts';
import type { EffectMakers, EffectScene, ServersOwn } from '../../support/effect-scene.ts';
import { aCause } from '../../support/shops.ts';

/** Ids of two categories of the school. */
async function twoShelves({ world, greenfield }: EffectScene): Promise<string[]> {
  const [one, other] = [
    await makeCategory(world.context, greenfield.tenant, 'Kites'),
    await makeCategory(world.context, greenfield.tenant, 'Wind'),
  ];
  return [other.id, one.id];
}

export const makers: EffectMakers = {
  'writing.begin': async ({ world, device }) => {
    await device.replica.enqueue(beginStory, beginStoryInput(' The   kite ', 'en'));
    await device.replica.enqueue(beginStory, beginStoryInput('The hen', 'en', 'book'));
    const challenge = await makeLiveChallenge(world);
    await device.replica.enqueue(beginStory, beginStoryInput('Ten litres', 'en', 'story', challenge));
  },
  'writing.change': async (scene) => {
    const { world, device } = scene;
    const { workId } = await beginStories(scene);
    const cover = {
      title: ' My  kite',
      blurb: 'A kite\r\n that flies ',
      visibility: 'private',
      about_author: ' I like\r\n kites ',
      pen_name: ' Kite   fox ',
      dedication: ' For  Pa ',
      plan: 'Up',
    } as const;
    await device.replica.enqueue(changeStory, changeStoryInput(workId, cover));
    await device.replica.enqueue(changeStory, changeStoryInput(workId, { language: 'fr' }));
    await device.replica.enqueue(
      changeStory,
      changeStoryInput(workId, { level: 'early', categories: await twoShelves(scene), sdgs: [13, 2, 13] }),
    );
    await device.replica.enqueue(changeStory, changeStoryInput(workId, { cause_id: await aCause(world) }));
    // A picture that was taken out of the text is still what was chosen.
    await device.replica.enqueue(changeStory, changeStoryInput(workId, { cover: 'a'.repeat(64) }));
  },
  'writing.addChapter': async (scene) => {
    const { device } = scene;
    const { workId } = await beginStories(scene);
    await device.replica.enqueue(addChapter, addChapterInput(workId, 1.5));
  },
  'writing.saveChapter': async (scene) => {
    const { device, shown } = scene;
    const { chapter } = await beginStories(scene);
    const [shownNow] = (await shown()).chapters.filter(({ id }) => id === chapter.id);
    const go = { title: 'Two', document: documentOf('It flew.'), based_on: shownNow?.version ?? null };
    await device.replica.enqueue(saveChapter, saveChapterInput(chapter, go));
    // Another tab knew of neither.
    const beside = { title: 'Three', document: documentOf('It fell.'), based_on: null };
    const kept = saveChapterInput(chapter, beside);
    await device.replica.enqueue(saveChapter, kept);
    const longer = { title: 'Three', document: documentOf('It fell down.'), based_on: kept.body.version };
    await device.replica.enqueue(saveChapter, saveChapterInput(chapter, longer));
  },
  'writing.moveChapter': async (scene) => {
    const { device } = scene;
    const { chapter } = await beginStories(scene);
    await device.replica.enqueue(moveChapter, moveChapterInput(chapter, -2));
  },
  'writing.removeChapter': async (scene) => {
    const { device } = scene;
    const { workId, chapter } = await beginStories(scene);
    await device.replica.enqueue(addChapter, addChapterInput(workId, 1));
    await device.replica.enqueue(removeChapter, removeChapterInput(chapter));
  },
  'writing.handIn': async (scene) => {
    const { device } = scene;
    const { workId, chapter } = await beginStories(scene);
    await device.replica.enqueue(handIn, handInInput(workId, [chapter.id]));
  },
  'writing.takeBack': async (scene) => {
    const { device } = scene;
    const { workId, chapter } = await beginStories(scene);
    await device.replica.enqueue(handIn, handInInput(workId, [chapter.id]));
    await device.replica.enqueue(takeBack, storyInput(workId));
  },
  'writing.discard': async (scene) => {
    const { device } = scene;
    const { workId } = await beginStories(scene);
    await beginStories(scene);
    await device.replica.enqueue(discardStory, storyInput(workId));
  },
};

export const serversOwn: ServersOwn = {
  works: ({ slug: _slug, ...work }) => work,
};
