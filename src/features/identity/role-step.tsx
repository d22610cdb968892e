import { UnstyledButton } from '@mantine/core';
import { IconBackpack, IconChalkboard, IconHomeHeart, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './role-step.module.css';

/** Who signs in: each has steps of its own. */
export type Who = 'student' | 'staff' | 'parent';

interface Choice {
  who: Who;
  icon: Icon;
  label: string;
  needs: string;
}

/** Specification, section 2. Children first: they are the most, and the youngest. */
const choices: readonly Choice[] = [
  { who: 'student', icon: IconBackpack, label: 'Student', needs: 'With your class code' },
  { who: 'staff', icon: IconChalkboard, label: 'Teacher or administrator', needs: 'Full access' },
  { who: 'parent', icon: IconHomeHeart, label: 'Parent', needs: 'Community access' },
];

interface RoleStepProps {
  /** Reads the question out; it lies on the choice of children. */
  ear: ReactNode;
  onChoose: (who: Who) => void;
}

export function RoleStep({ ear, onChoose }: RoleStepProps) {
  return (
    <ul className={styles.choices}>
      {choices.map(({ who, icon: Picture, label, needs }) => (
        <li key={who}>
          <UnstyledButton className={styles.choice} onClick={() => onChoose(who)}>
            <Picture size={40} stroke={1.5} aria-hidden className={styles.icon} />
            <span>
              <span className={styles.label}>{label}</span>
              <span className={styles.needs}>{needs}</span>
            </span>
          </UnstyledButton>
          {who === 'student' && <div className={styles.ear}>{ear}</div>}
        </li>
      ))}
    </ul>
  );
}
