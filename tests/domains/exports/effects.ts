import { noteList, noteListInput } from '#src/session/saved-lists.ts';
import type { EffectMakers } from '../../support/effect-scene.ts';

export const makers: EffectMakers = {
  'exports.noteList': async ({ device }) => {
    await device.replica.enqueue(noteList, noteListInput('students', 3));
  },
};

/** Lines in the audit alone. */
export const showsNothing = ['exports.noteList'];
