import { Skeleton, VisuallyHidden } from '@mantine/core';
import { AnswerMissing } from './answer-missing.tsx';

interface AnswerWaitingProps {
  /** As `useAnswer` gives it. */
  answer: {
    status: 'loading' | 'ready' | 'unreachable' | 'failed';
    busy: boolean;
    isGone: boolean;
    reload: () => void;
  };
  /** Said where the server refused: "The exports could not be fetched". */
  failed: string;
  /** Said where it did not answer: what shows up here then. */
  unreachable: string;
  /** Pixels that what comes will take. */
  height: number;
}

/** Stands where an answer will: it is on its way, or says why it is missing. */
export function AnswerWaiting({
  answer: { status, busy, isGone, reload },
  failed,
  unreachable,
  height,
}: AnswerWaitingProps) {
  if (status === 'unreachable' || status === 'failed')
    return (
      <AnswerMissing
        status={status}
        busy={busy}
        isGone={isGone}
        failed={failed}
        unreachable={unreachable}
        onRetry={reload}
      />
    );
  return (
    <>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <Skeleton height={height} aria-hidden />
    </>
  );
}
