import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { animalOf } from '#contract/kit/avatar-names.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import { AnimalAvatar } from '#src/ui/pictures/animal-avatar.tsx';
import { AboutMeForm } from './about-me.form.tsx';
import { PictureDialog } from './picture.dialog.tsx';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { saveAndSay } from '#src/session/saved-here.ts';
import { useReplica, useRows } from '#src/session/use-replica.ts';
import { notify } from '#src/ui/notify.tsx';
import { chooseAvatar, chooseAvatarInput, writeAboutMe, writeAboutMeInput } from './profiles.mutations.ts';
import styles from './own-page.module.css';

/** What the signed-in person chose and wrote of themselves, and how they change it. Each answers whether it was saved. */
function useOwnThings(userId: string) {
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

/** The picture of the signed-in child, and the way to another one. */
export function OwnPicture({ user }: { user: User }) {
  const { profile, chooseAvatar } = useOwnThings(user.id);
  const [choosing, { open, close }] = useDisclosure(false);
  const present = animalOf(profile ?? user);

  async function choose(avatar: string) {
    if (avatar === present || (await chooseAvatar(avatar))) close();
  }

  return (
    <>
      <span className={styles.animal}>
        <AnimalAvatar name={present} size={80} label={`Your picture: the ${present}`} />
        <UnstyledButton className={styles.change} aria-label="Change my picture" onClick={open}>
          <IconPencil size={18} stroke={2} aria-hidden />
        </UnstyledButton>
      </span>
      <PictureDialog
        opened={choosing}
        present={present}
        onChoose={(avatar) => void choose(avatar)}
        onClose={close}
      />
    </>
  );
}

/** What the signed-in child says of itself; `waiting` until the device knows what stands there. */
export function AboutMe({ user, waiting }: { user: User; waiting: ReactNode }) {
  const { profile, writeAboutMe } = useOwnThings(user.id);
  if (!profile) return waiting;
  return <AboutMeForm present={profile.about_me ?? ''} onSave={writeAboutMe} />;
}
