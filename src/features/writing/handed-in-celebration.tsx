import type { ReactNode } from 'react';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { useIsAway, useIsSending } from '#src/session/use-replica.ts';
import { Celebration } from './celebration.tsx';
import { whereHandedIn } from './celebration.rules.ts';

interface HandedInProps {
  work: OwnWork;
  chapters: readonly OwnChapter[];
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  onClose: () => void;
}

/** What was just handed in, and whether the teacher has it by now. */
export function HandedInCelebration(props: HandedInProps) {
  // A child's device does not know who teaches its class; who answered before looks at it again.
  const teacher = props.work.review?.by ?? null;
  const news = whereHandedIn(teacher, { isSending: useIsSending(), isAway: useIsAway() });
  return <Celebration {...props} news={news} at={null} />;
}
