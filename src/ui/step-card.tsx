import { Button, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './step-card.module.css';

interface StepCardProps {
  /** Whose page it is. */
  place: string;
  title: string;
  /** A few words under it. */
  hint?: ReactNode;
  /** What stands beside the title, such as a child's picture. */
  picture?: ReactNode;
  onBack?: (() => void) | undefined;
  /** True where the keyboard and the screen reader begin at the title, as after a step from another card to this one. */
  beginsAtTitle: boolean;
  children: ReactNode;
}

function Heading({ title, takesFocus }: { title: string; takesFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <Title order={1} ref={heading} tabIndex={-1} className={styles.title} dir="auto">
      {title}
    </Title>
  );
}

/** One step of a way on which one thing at a time is asked: whose place it is, the way back, what is asked. */
export function StepCard({ place, title, hint, picture, onBack, beginsAtTitle, children }: StepCardProps) {
  return (
    <div className={styles.card}>
      {onBack && (
        <Button
          variant="subtle"
          size="md"
          className={styles.back}
          leftSection={<IconArrowLeft size={22} aria-hidden />}
          onClick={onBack}
        >
          Back
        </Button>
      )}
      <header className={styles.head}>
        {picture}
        <div>
          <p className={styles.place}>{place}</p>
          <Heading key={title} title={title} takesFocus={beginsAtTitle} />
          {hint && <p className={styles.hint}>{hint}</p>}
        </div>
      </header>
      {children}
    </div>
  );
}
