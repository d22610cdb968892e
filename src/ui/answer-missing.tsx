import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { EmptyState } from './empty-state.tsx';
import { NoNetwork } from './no-network.tsx';
import { LostPageIllustration, SpilledInkIllustration } from './pictures/empty-illustrations.tsx';

interface AnswerMissingProps {
  status: 'unreachable' | 'failed';
  busy: boolean;
  /** The server says that there is no such thing: nobody is told to try again. */
  isGone: boolean;
  /** Where to go instead, such as the list that it was in; the start where that is not known. */
  way?: { to: string; label: string };
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
  isGone,
  way = { to: '/', label: 'Back to the start' },
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
        action={
          <Button component={Link} to={way.to}>
            {way.label}
          </Button>
        }
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
