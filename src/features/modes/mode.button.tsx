import { UnstyledButton } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { useModes } from '#src/session/modes.ts';
import styles from './modes.module.css';

/** Shows which mode one is in, and opens the picker. */
export function ModeButton({ onOpen }: { onOpen: () => void }) {
  const { mode } = useModes();
  return (
    <UnstyledButton
      className={styles.button}
      aria-haspopup="dialog"
      aria-label={mode ? `Mode: ${mode.name}` : 'Select a Different Mode'}
      onClick={onOpen}
    >
      {mode ? (
        <img src={mode.image} alt="" className={styles.mark} />
      ) : (
        <IconBooks size={24} stroke={1.75} aria-hidden />
      )}
      <span className={styles.label}>{mode?.name ?? 'Modes'}</span>
    </UnstyledButton>
  );
}
