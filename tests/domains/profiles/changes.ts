import { avatarNames } from '#contract/kit/avatar-names.ts';
import {
  chooseAvatar,
  chooseAvatarInput,
  writeAboutMe,
  writeAboutMeInput,
} from '#src/features/profiles/profiles.mutations.ts';
import { change, type Generator, pick, type Screen } from '../../sync/simulator/change.ts';
import type { Effect } from '../../sync/simulator/journal.ts';

export const generators: Readonly<Record<string, Generator>> = {
  [chooseAvatar.endpoint.name]: ({ profile: [person] }, { which }) => {
    const avatar = pick(avatarNames, which);
    if (!person || avatar === undefined) return null;
    return change(chooseAvatar, chooseAvatarInput(avatar), [
      { row: person.id, field: 'avatar', value: avatar },
    ]);
  },
  [writeAboutMe.endpoint.name]: ({ profile: [person] }, { word }) => {
    if (!person) return null;
    return change(writeAboutMe, writeAboutMeInput(`I am ${word}`), [
      { row: person.id, field: 'about_me', value: `I am ${word}` },
    ]);
  },
};

export const fields = /^(?:avatar|about_me)$/u;

export function shownAt({ profile }: Screen, { row, field }: Effect): string | undefined {
  const person = profile.find(({ id }) => id === row);
  return (field === 'avatar' ? person?.avatar : person?.about_me) ?? undefined;
}
