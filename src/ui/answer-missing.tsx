import { Button } from '@mantine/core';
import { EmptyState } from './empty-state.tsx';
import { NoNetwork } from './no-network.tsx';
import { LostPageIllustration, SpilledInkIllustration } from './pictures/empty-illustrations.tsx';

interface AnswerMissingProps {
  status: 'unreachable' | 'failed';
  busy: boolean;
  /** The server says that there is no such thing. */
  isGone?: boolean;
  /** Said where the server refused: "The schools could not be fetched". */
  failed: string;
  /** Why, where that is known. */
  failedText?: string;
  /** Said where it did not answer: "Your schools show up here as soon as the platform can be reached." */
  unreachable: string;
  onRetry: () => void;
}

/** For what stands on the server alone, so that there is nothing to show without a network. */
export function AnswerMissing({
  status,
  busy,
  isGone = false,
  failed,
  failedText = 'Something went wrong on the way. Please try again.',
  unreachable,
  onRetry,
}: AnswerMissingProps) {
  const retry = (
    <Button loading={busy} onClick={onRetry}>
      Try again
    </Button>
  );
  if (isGone) {
    return (
      <EmptyState
        role="alert"
        picture={<LostPageIllustration />}
        title="This is not here"
        text="It may have been taken away, or the address is not complete."
      />
    );
  }
  if (status === 'unreachable') return <NoNetwork waits={unreachable} action={retry} />;
  return (
    <EmptyState
      role="alert"
      picture={<SpilledInkIllustration />}
      title={failed}
      text={failedText}
      action={retry}
    />
  );
}
