import type { HandedInProps } from '#src/desk/desk-parts.ts';
import { useIsAway, useIsSending } from '#src/session/use-replica.ts';
import { Celebration } from './celebration.tsx';
import { whereHandedIn } from './celebration.rules.ts';

/** What was just handed in, and whether the teacher has it by now. */
export function HandedInCelebration(props: HandedInProps) {
  // A child's device does not know who teaches its class; who answered before looks at it again.
  const teacher = props.work.review?.by ?? null;
  const news = whereHandedIn(teacher, { isSending: useIsSending(), isAway: useIsAway() });
  return <Celebration {...props} news={news} at={null} />;
}
