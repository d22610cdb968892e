import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil } from '@tabler/icons-react';
import type { ManagedMode } from '#contract/modes/platform-modes.schema.ts';
import { useMoveArrows } from '#src/ui/use-move-arrows.ts';
import { isOffered, modeFacts } from './platform-modes.words.ts';
import styles from './platform-modes.module.css';

interface ModeRowProps {
  mode: ManagedMode;
  /** From 1. */
  place: number;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onOffer: () => void;
  onTakeBack: () => void;
}

/** A mode with its place in the order, which the arrows change. */
export function ModeRow({ mode, place, isLast, onMove, onEdit, onOffer, onTakeBack }: ModeRowProps) {
  const { name, image, status } = mode;
  const offered = isOffered(mode);
  const { up, down, move } = useMoveArrows(onMove);

  return (
    <li className={styles.row} aria-label={name}>
      <img src={image} alt="" className={styles.picture} data-offered={offered} />
      <div className={styles.words}>
        <Text fw={600} size="lg">
          {place}. <bdi>{name}</bdi>
        </Text>
        <Text c="dimmed">{modeFacts(mode)}</Text>
      </div>
      <Group gap="xs" className={styles.actions}>
        <ActionIcon
          ref={up}
          variant="default"
          size={44}
          aria-label={`Move ${name} up`}
          disabled={place === 1}
          onClick={() => move(-1)}
        >
          <IconArrowUp size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon
          ref={down}
          variant="default"
          size={44}
          aria-label={`Move ${name} down`}
          disabled={isLast}
          onClick={() => move(1)}
        >
          <IconArrowDown size={20} aria-hidden />
        </ActionIcon>
        <Button
          variant="default"
          leftSection={<IconPencil size={20} stroke={1.75} aria-hidden />}
          aria-label={`Edit ${name}`}
          onClick={onEdit}
        >
          Edit
        </Button>
        <Button
          variant="default"
          aria-label={offered ? `Take ${name} back` : `Offer ${name}`}
          onClick={offered ? onTakeBack : onOffer}
        >
          {offered ? 'Take back' : status === 'INACTIVE' ? 'Offer again' : 'Offer'}
        </Button>
      </Group>
    </li>
  );
}
