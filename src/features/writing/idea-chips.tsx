import { UnstyledButton } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import type { Ideas } from './use-ideas.ts';
import styles from '#src/desk/desk.module.css';

/** Ideas at the foot of an empty paper: nothing moves when they go with the first letter. */
export function IdeaChips({ ideas, onChoose }: Pick<Ideas, 'ideas' | 'onChoose'>) {
  if (ideas.length === 0) return null;
  return (
    <ul className={styles.ideas} aria-label="Ideas">
      {ideas.map((idea) => (
        <li key={idea.challenge?.id ?? idea.title}>
          <UnstyledButton
            className={styles.idea}
            onClick={({ currentTarget }) => {
              // Within the tap, or iOS opens no keyboard.
              const desk = currentTarget.closest('[data-desk-work]');
              desk?.querySelector<HTMLElement>('[contenteditable]')?.focus();
              onChoose(idea);
            }}
          >
            <IconBulb size={20} stroke={1.75} aria-hidden />
            <span dir="auto">{idea.title}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
