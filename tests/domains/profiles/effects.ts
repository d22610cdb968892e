import {
  chooseAvatar,
  chooseAvatarInput,
  writeAboutMe,
  writeAboutMeInput,
} from '#src/features/profiles/profiles.mutations.ts';
import type { EffectMakers } from '../../support/effect-scene.ts';

export const makers: EffectMakers = {
  'profiles.chooseAvatar': async ({ device }) => {
    await device.replica.enqueue(chooseAvatar, chooseAvatarInput('otter'));
  },
  'profiles.writeAboutMe': async ({ device }) => {
    await device.replica.enqueue(writeAboutMe, writeAboutMeInput('I like owls'));
  },
};
