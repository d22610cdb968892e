import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import type { AnswerStatus } from '#src/session/use-answer.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { NothingFoundIllustration } from '#src/ui/pictures/empty-illustrations.tsx';

/** Where an address names no order, or one that is not there. */
export function NoSuchOrder() {
  return (
    <EmptyState
      role="alert"
      picture={<NothingFoundIllustration />}
      title="There is no such order"
      text="The address may not be complete. The email about your order has the whole link."
      action={
        <Button component={Link} to={paths.cart()} variant="default">
          Go to the cart
        </Button>
      }
    />
  );
}

interface OrderMissingProps {
  answer: { status: AnswerStatus; isGone: boolean; busy: boolean; reload: () => void };
}

/** In the place of an order that did not come. */
export function OrderMissing({ answer: { status, isGone, busy, reload } }: OrderMissingProps) {
  if (isGone) return <NoSuchOrder />;
  return (
    <AnswerMissing
      status={status === 'unreachable' ? 'unreachable' : 'failed'}
      busy={busy}
      isGone={false}
      failed="The order could not be fetched"
      unreachable={`Your order is safe. How it stands shows up here ${asSoonAsReached}.`}
      onRetry={reload}
    />
  );
}
