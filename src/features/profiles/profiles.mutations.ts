import { profileEndpoints } from '#contract/students/profiles.endpoints.ts';
import type { Profile } from '#contract/identity/identity.schema.ts';
import { queued } from '#src/sync/queued.ts';

export function chooseAvatarInput(avatar: string) {
  return { body: { avatar } };
}

export function writeAboutMeInput(about_me: string) {
  return { body: { about_me } };
}

/** The one row of the table is the signed-in person; the very same rows where nothing is another than before. */
function changeOwn(rows: readonly Profile[], change: Partial<Pick<Profile, 'avatar' | 'about_me'>>) {
  const isAlready = rows.every((row) =>
    Object.entries(change).every(([field, value]) => row[field as 'avatar' | 'about_me'] === value),
  );
  return isAlready ? rows : rows.map((row) => ({ ...row, ...change }));
}

/** Everybody changes the own row alone, so it needs no id to be told from others. */
const ownRow = () => ['own'];

export const chooseAvatar = queued(profileEndpoints.chooseAvatar, {
  effects: { profile: (rows, { body }) => changeOwn(rows, { avatar: body.avatar }) },
  touches: ownRow,
  fold: (_earlier, later) => later,
  describe: ({ body }) => `A new picture: the ${body.avatar}`,
});

export const writeAboutMe = queued(profileEndpoints.writeAboutMe, {
  effects: { profile: (rows, { body }) => changeOwn(rows, { about_me: body.about_me }) },
  base: (_input, find) => {
    const before = find('profile');
    return before && { about_me: before.about_me };
  },
  touches: ownRow,
  fold: (_earlier, later) => later,
  describe: ({ body }) => (body.about_me === '' ? 'About me: nothing' : `About me: “${body.about_me}”`),
});
