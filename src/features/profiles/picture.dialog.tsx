import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { avatarNames } from '#contract/kit/avatar-names.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { AnimalAvatar } from '#src/ui/pictures/animal-avatar.tsx';
import styles from './own-page.module.css';

interface PictureDialogProps {
  opened: boolean;
  /** The animal that the child is now. */
  present: string;
  onChoose: (avatar: string) => void;
  onClose: () => void;
}

/** All animals; a tap chooses one. */
export function PictureDialog({ opened, present, onChoose, onClose }: PictureDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Which animal are you?"
      spoken="Which animal are you? Tap the one that you like best."
      size={720}
      fillsPhone
    >
      <p className={styles.hint}>Tap the one that you like best.</p>
      <ul className={styles.animals} aria-label="Animals">
        {avatarNames.map((name) => (
          <li key={name}>
            <UnstyledButton
              className={styles.animal}
              aria-label={name}
              aria-pressed={name === present}
              data-autofocus={name === present || undefined}
              onClick={() => onChoose(name)}
            >
              <AnimalAvatar name={name} size={64} />
              {name === present && (
                <span className={styles.chosen}>
                  <IconCheck size={18} stroke={3} aria-hidden />
                </span>
              )}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
