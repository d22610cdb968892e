import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { animalOf } from '#contract/kit/avatar-names.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import { AnimalAvatar } from '#src/ui/pictures/animal-avatar.tsx';
import { AboutMeForm } from './about-me.form.tsx';
import { PictureDialog } from './picture.dialog.tsx';
import { useOwnThings } from './use-own-things.ts';
import styles from './own-page.module.css';

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
