import { scopeOf } from '#contract/sync/sync.schema.ts';
import { saveAndSay } from '#src/session/saved-here.ts';
import { useReplica, useRows } from '#src/session/use-replica.ts';
import { notify } from '#src/ui/notify.tsx';
import { chooseAvatar, chooseAvatarInput, writeAboutMe, writeAboutMeInput } from './profiles.mutations.ts';

/** What the signed-in person chose and wrote of themselves, and how they change it. Each answers whether it was saved. */
export function useOwnThings(userId: string) {
  const replica = useReplica();
  const [profile = null] = useRows(scopeOf.user(userId), 'profile').rows;

  return {
    profile,
    chooseAvatar: (avatar: string) =>
      saveAndSay(notify, ['This is you now!', 'Your picture could not be changed'], () =>
        replica.enqueue(chooseAvatar, chooseAvatarInput(avatar)),
      ),
    writeAboutMe: (about_me: string) =>
      saveAndSay(notify, ['Saved', 'Your words could not be saved'], () =>
        replica.enqueue(writeAboutMe, writeAboutMeInput(about_me)),
      ),
  };
}
