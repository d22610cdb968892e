import type { ReactNode } from 'react';
import { papers } from './papers.ts';

/**
 * Every picture lies on its own patch of paper, so that its ink lines can be read on a light and on a dark page.
 * Accents take the colours of the school. All of them are decorative: the words beside them say what happened.
 */
export function Scene({ width, height, children }: { width: number; height: number; children: ReactNode }) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      fill="none"
      stroke={papers.ink}
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ maxWidth: '100%', height: 'auto' }}
      aria-hidden
    >
      {children}
    </svg>
  );
}
