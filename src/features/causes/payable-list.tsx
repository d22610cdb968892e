import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { payoutEndpoints } from '#contract/causes/payouts.endpoints.ts';
import type { Payable } from '#contract/causes/payouts.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CardList, CardRow } from '#src/ui/card-list.tsx';
import { notify } from '#src/ui/notify.tsx';
import { payoutTitle } from './payouts.words.ts';

function PayableRow({
  payable,
  api,
  onPrepared,
}: {
  payable: Payable;
  api: ApiClient;
  onPrepared: () => void;
}) {
  const { to, currency, schools } = payable;
  const [busy, setBusy] = useState(false);
  // The same for each try, so that one is prepared.
  const [id] = useState(() => uuidv7());

  async function prepare(): Promise<void> {
    setBusy(true);
    try {
      const body = { id, to: { kind: to.kind, id: to.id }, currency };
      await api.call(payoutEndpoints.prepare, { body });
    } catch (error) {
      notify.error('This could not be prepared', failureOf(error).text);
    }
    setBusy(false);
    onPrepared();
  }

  return (
    <CardRow
      actions={
        <Button
          variant="default"
          loading={busy}
          aria-label={`Prepare ${payoutTitle(payable)}`}
          onClick={() => void prepare()}
        >
          Prepare
        </Button>
      }
    >
      <Text fw={600}>
        <bdi>{payoutTitle(payable)}</bdi>
      </Text>
      <Text c="dimmed">
        {to.kind === 'school' ? 'Its own shares' : `Of ${counted(schools, 'school', 'schools')}`}
      </Text>
    </CardRow>
  );
}

/** What could be paid out now. */
export function PayableList({
  payable,
  ...row
}: {
  payable: readonly Payable[];
  api: ApiClient;
  onPrepared: () => void;
}) {
  if (payable.length === 0)
    return (
      <Text>
        Nothing can be paid out now. A share is held for 14 days, a printed book’s from when it was made.
      </Text>
    );
  return (
    <CardList label="Can be paid out now">
      {payable.map((each) => (
        <PayableRow key={`${each.to.id} ${each.currency}`} payable={each} {...row} />
      ))}
    </CardList>
  );
}
