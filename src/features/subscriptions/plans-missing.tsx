import { asSoonAsReached } from '#src/lib/reach-words.ts';
import type { AnswerStatus } from '#src/session/use-answer.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';

interface PlansMissingProps {
  answer: { status: AnswerStatus; busy: boolean; isGone: boolean; reload: () => void };
}

/** In the place of plans that could not be fetched. */
export function PlansMissing({ answer: { status, busy, isGone, reload } }: PlansMissingProps) {
  return (
    <AnswerMissing
      status={status === 'unreachable' ? 'unreachable' : 'failed'}
      busy={busy}
      isGone={isGone}
      failed="The plans could not be fetched"
      unreachable={`Plans show up here ${asSoonAsReached}.`}
      onRetry={reload}
    />
  );
}
