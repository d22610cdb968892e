import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';

interface CausesMissingProps {
  answer: { busy: boolean; isGone: boolean; reload: () => void };
  status: 'unreachable' | 'failed';
}

/** In the place of a list of causes that did not come. */
export function CausesMissing({ answer: { busy, isGone, reload }, status }: CausesMissingProps) {
  return (
    <AnswerMissing
      status={status}
      busy={busy}
      isGone={isGone}
      failed="The causes could not be fetched"
      unreachable={`They show up here ${asSoonAsReached}.`}
      onRetry={reload}
    />
  );
}
