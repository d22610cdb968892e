import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import styles from './link-page.module.css';
import { StepCard } from './step-card.tsx';

export interface LinkPageProps {
  /** Whose page it is. */
  place: string;
  title: string;
  /** True where the card took the place of another one: who cannot see it hears what it says now. */
  announced?: boolean;
  children: ReactNode;
}

/** A page with one card on it: what a link in an e-mail leads to, or leads up to it. */
export function LinkPage({ place, title, announced = false, children }: LinkPageProps) {
  useDocumentTitle(title);
  return (
    <section className={styles.frame}>
      <StepCard place={place} title={title} beginsAtTitle={announced}>
        {children}
      </StepCard>
    </section>
  );
}
