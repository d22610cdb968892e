import { Button, Text, UnstyledButton } from '@mantine/core';
import { IconCircleCheckFilled, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { offeredModes } from '#contract/modes/modes.rules.ts';
import type { Mode } from '#contract/modes/modes.schema.ts';
import { loadModes, pickMode, useModes } from '#src/session/modes.ts';
import { useUser } from '#src/session/use-session.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import styles from './modes.module.css';

interface TileProps {
  mode: Mode;
  isChosen: boolean;
  onPick: () => void;
}

function Tile({ mode: { name, image, locked }, isChosen, onPick }: TileProps) {
  return (
    <li>
      <UnstyledButton
        className={styles.tile}
        aria-pressed={isChosen}
        disabled={locked}
        data-locked={locked}
        onClick={onPick}
      >
        <img src={image} alt="" className={styles.picture} />
        <span className={styles.name}>
          {name}
          {isChosen && <IconCircleCheckFilled size={24} aria-hidden className={styles.chosen} />}
        </span>
        {locked && (
          <span className={styles.locked}>
            <IconLock size={20} stroke={1.75} aria-hidden /> Locked
          </span>
        )}
      </UnstyledButton>
    </li>
  );
}

interface ModePickerDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Specification, section 2: from which part of the library the shelves are filled. */
export function ModePickerDialog({ opened, onClose }: ModePickerDialogProps) {
  const user = useUser();
  const { status, modes, mode } = useModes();
  const offered = offeredModes(modes);
  const isMissing = offered.length === 0;
  // The dialog cannot know: when it opens for the first time it is not there yet.
  const [opener] = useState(() => document.activeElement);

  function close() {
    onClose();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  }

  function pick(picked: Mode) {
    if (user) pickMode(user, picked);
    close();
  }

  return (
    <Dialog opened={opened} onClose={close} title="Select a Different Mode" size={760} fillsPhone>
      {!isMissing && (
        <ul className={styles.tiles}>
          {offered.map((each) => (
            <Tile key={each.id} mode={each} isChosen={each.id === mode?.id} onPick={() => pick(each)} />
          ))}
        </ul>
      )}
      {isMissing && status === 'failed' && (
        <AnswerMissing
          status="failed"
          busy={false}
          isGone={false}
          failed="The modes could not be fetched"
          unreachable=""
          onRetry={() => void loadModes()}
        />
      )}
      {isMissing && (status === 'idle' || status === 'loading') && (
        <Text role="status" c="dimmed">
          Loading
        </Text>
      )}
      {isMissing && status === 'succeeded' && (
        <EmptyState
          picture={<EmptyShelfIllustration />}
          title="You need to log in to load the categories."
          action={
            !user && (
              <Button component={Link} to={paths.signIn()} onClick={onClose}>
                Sign in
              </Button>
            )
          }
        />
      )}
    </Dialog>
  );
}
