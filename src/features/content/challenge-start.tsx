import type { ReactNode } from 'react';
import { isChallengeOpen } from '#contract/content/challenges.rules.ts';
import type { ContentHead } from '#contract/content/content.schema.ts';
import { dayInWords } from '#contract/content/outline.rules.ts';
import { today } from '#src/lib/days.ts';
import styles from './content.module.css';

interface ChallengeStartProps {
  head: Extract<ContentHead, { kind: 'challenge' }>;
  /** The way to begin a work for it. */
  children: ReactNode;
}

/** Where one begins a work for a challenge. One that has ended stays as an idea. */
export function ChallengeStart({ head, children }: ChallengeStartProps) {
  const hasEnded = !isChallengeOpen(head, today());
  return (
    <div className={styles.courseProgress}>
      {hasEnded && head.opens !== undefined && (
        <p>
          This challenge has ended. It opens again on {dayInWords(head.opens)}. You can still start now and
          use the idea.
        </p>
      )}
      <div>{children}</div>
    </div>
  );
}
