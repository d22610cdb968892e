import { IconGitFork, IconMessage } from '@tabler/icons-react';
import type { Mark } from './story.rules.ts';

/** Beside the number of a part that has something for its author; the name of the button says the same. */
export function PartMark({ mark }: { mark: Mark | undefined }) {
  if (mark === undefined) return null;
  return mark === 'versions' ? (
    <IconGitFork size={18} stroke={1.75} aria-hidden />
  ) : (
    <IconMessage size={18} stroke={1.75} aria-hidden />
  );
}
