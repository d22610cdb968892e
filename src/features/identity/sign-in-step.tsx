import { useEffect, type ReactNode } from 'react';
import { usePlaceName } from '#src/session/use-session.ts';
import { SignInIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { StepCard } from '#src/ui/step-card.tsx';
import styles from './sign-in.module.css';

interface SignInStepProps {
  title: string;
  /** A few words under it. */
  hint?: ReactNode;
  /** What stands beside the title, such as a child's picture. */
  picture?: ReactNode;
  onBack?: (() => void) | undefined;
  /**
   * `page`: nothing else is beside it, for children and for lists. `card`: the picture of the page is beside it, for the
   * first step and the grown-ups.
   */
  room?: 'card' | 'page';
  /** Where the keyboard and the screen reader begin: at the title, or at a field that takes the focus itself. */
  begins?: 'title' | 'field' | 'page';
  children: ReactNode;
}

/** The frame of every step: whose place it is, the way back, what is asked. */
export function SignInStep({
  title,
  hint,
  picture,
  onBack,
  room = 'card',
  begins = 'title',
  children,
}: SignInStepProps) {
  // A long list of children is left far down the page.
  useEffect(() => {
    // Chromium answers with a promise, which is nothing to clean up with.
    window.scrollTo(0, 0);
  }, []);
  return (
    <section className={styles.frame} data-room={room}>
      {room === 'card' && (
        <div className={styles.picture}>
          <SignInIllustration />
        </div>
      )}
      <StepCard
        place={usePlaceName()}
        title={title}
        hint={hint}
        picture={picture}
        onBack={onBack}
        beginsAtTitle={begins === 'title'}
      >
        {children}
      </StepCard>
    </section>
  );
}
