import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { useEmptyPaper } from './use-empty-paper.ts';

interface WriteCardProps {
  kind: WorkKind;
  className: string | undefined;
  children: ReactNode;
}

/** One tap to an empty paper or page with the cursor in it. It asks for no name: that is written on the paper. */
export function WriteCard({ kind, className, children }: WriteCardProps) {
  const open = useEmptyPaper(kind);
  return (
    <UnstyledButton className={className} onClick={() => void open()}>
      {children}
    </UnstyledButton>
  );
}
