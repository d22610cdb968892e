import { uuidv7 } from 'uuidv7';
import { usualSettings } from '#contract/works/reading.schema.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import {
  chooseInput,
  chooseSettings,
  markInput,
  markPart,
  reachInput,
  reachPart,
  react,
  reactInput,
} from '#src/document/reading.mutations.ts';
import { beginStories } from '../../support/begun-stories.ts';
import type { EffectMakers, ServersOwn } from '../../support/effect-scene.ts';

export const makers: EffectMakers = {
  'reading.reach': async (scene) => {
    const { device } = scene;
    const { workId } = await beginStories(scene);
    await device.replica.enqueue(reachPart, reachInput(workId, { round: 1, reached: 3 }));
    await device.replica.enqueue(markPart, markInput(workId, uuidv7(), true));
    // Leafing back takes nothing away, and a new beginning is further than any page.
    await device.replica.enqueue(reachPart, reachInput(workId, { round: 1, reached: 2 }));
    const other = await beginStories(scene);
    await device.replica.enqueue(reachPart, reachInput(other.workId, { round: 1, reached: 5 }));
    await device.replica.enqueue(reachPart, reachInput(other.workId, { round: 2, reached: 1 }));
  },
  'reading.mark': async (scene) => {
    const { device } = scene;
    const { workId, chapter } = await beginStories(scene);
    await device.replica.enqueue(markPart, markInput(workId, chapter.id, true));
    const second = uuidv7();
    await device.replica.enqueue(markPart, markInput(workId, second, true));
    await device.replica.enqueue(markPart, markInput(workId, chapter.id, false));
  },
  'reading.react': async ({ world, greenfield, device }) => {
    const book = { kind: 'book', author_id: null } as const;
    const [one, two] = await makeWorks(world.context, greenfield.tenant, [book, book]);
    if (!one || !two) throw new Error('No work was made');
    await device.replica.enqueue(react, reactInput(one.id, 'funny'));
    await device.replica.enqueue(react, reactInput(one.id, 'wow'));
    await device.replica.enqueue(reachPart, reachInput(two.id, { round: 1, reached: 2 }));
    await device.replica.enqueue(react, reactInput(two.id, 'love'));
    await device.replica.enqueue(markPart, markInput(two.id, uuidv7(), true));
    await device.replica.enqueue(react, reactInput(two.id, null));
  },
  'reading.choose': async ({ device, shown }) => {
    const { reader_settings } = await shown();
    const size = reader_settings[0]?.settings['size'] === 4 ? 5 : 4;
    await device.replica.enqueue(chooseSettings, chooseInput({ ...usualSettings, size, tint: 'dark' }));
  },
};

export const serversOwn: ServersOwn = {
  reading: ({ read_at: _at, ...row }) => row,
};
