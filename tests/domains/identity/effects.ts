import { markTutorialSeen, markTutorialSeenInput } from '#src/features/identity/tutorials.mutations.ts';
import type { EffectMakers } from '../../support/effect-scene.ts';

export const makers: EffectMakers = {
  'identity.markTutorialSeen': async ({ device, shown }) => {
    const { profile } = await shown();
    await device.replica.enqueue(
      markTutorialSeen,
      markTutorialSeenInput(profile[0]?.tutorials.includes('stories') ? 'books' : 'stories'),
    );
  },
};
