import { Skeleton } from '@mantine/core';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { causePlaces } from './cause-places.ts';
import type { useManagedCause } from './use-managed-cause.ts';

interface ManagedCauseMissingProps {
  answer: ReturnType<typeof useManagedCause>;
  isPlatform: boolean;
}

/** Stands where a cause has not come, or will not. */
export function ManagedCauseMissing({ answer, isPlatform }: ManagedCauseMissingProps) {
  const { status, busy, isGone, reload } = answer;
  if (status === 'unreachable' || status === 'failed')
    return (
      <AnswerMissing
        status={status}
        busy={busy}
        isGone={isGone}
        way={{ to: causePlaces(isPlatform).list, label: 'See all causes' }}
        failed="The cause could not be fetched"
        unreachable={`It shows up here ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  return <Skeleton height={420} role="status" aria-label="Loading" />;
}
