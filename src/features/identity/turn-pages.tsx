import { UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './student-sign-in.module.css';

interface TurnPagesProps {
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** From one page of children to the next; nothing where there is one. */
export function TurnPages({ page, pages, onPage }: TurnPagesProps) {
  if (pages < 2) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      <PageButton label="Back a page" to={page - 1} pages={pages} onPage={onPage}>
        <IconChevronLeft size={28} aria-hidden />
      </PageButton>
      <span role="status">
        Page {page} of {pages}
      </span>
      <PageButton label="More names" to={page + 1} pages={pages} onPage={onPage}>
        <IconChevronRight size={28} aria-hidden />
      </PageButton>
    </nav>
  );
}

interface PageButtonProps {
  label: string;
  to: number;
  pages: number;
  onPage: (page: number) => void;
  children: ReactNode;
}

/** At the end it stays where it is, so that neither the keyboard nor a finger loses its place. */
function PageButton({ label, to, pages, onPage, children }: PageButtonProps) {
  const isThere = to >= 1 && to <= pages;
  return (
    <UnstyledButton
      className={styles.turn}
      aria-label={label}
      aria-disabled={!isThere}
      onClick={() => {
        if (isThere) onPage(to);
      }}
    >
      {children}
    </UnstyledButton>
  );
}
