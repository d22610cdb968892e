import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useCallback, useState } from 'react';
import { subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import { subscriptionProblems } from '#contract/subscriptions/subscriptions.problems.ts';
import type { OwnSubscription } from '#contract/subscriptions/subscriptions.schema.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { readSeats, seatsError } from './plan-values.ts';
import { QuoteCard } from './quote-card.tsx';
import { useSameId } from './same-id.ts';
import { usePlanQuote } from './use-plan-quote.ts';

interface MoreSeatsProps {
  api: ApiClient;
  onDone: (own: OwnSubscription) => void;
  onClose: () => void;
}

function MoreSeatsForm({ api, onDone, onClose }: MoreSeatsProps) {
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  const idFor = useSameId();
  const form = useForm({
    initialValues: { seats: '' },
    validate: { seats: (typed) => seatsError(typed, null) },
  });
  const draft = useFormDraft('more seats', form);
  const seats = readSeats(form.values.seats);
  const ask = useCallback(
    (question: string, signal: AbortSignal) =>
      api.call(subscriptionEndpoints.quoteSeats, { query: { seats: question } }, { signal }),
    [api],
  );
  const asked = usePlanQuote(seats === null ? null : String(seats), ask);
  const { quote } = asked;

  async function order(): Promise<void> {
    if (seats === null || quote === null) return;
    setFailure(null);
    const content = { seats, total: quote.total };
    try {
      const own = await api.call(subscriptionEndpoints.orderSeats, {
        body: { ...content, id: idFor(content) },
      });
      notify.success(
        quote.total === 0 ? 'The seats are added' : 'The seats are ordered. They count once they are paid.',
      );
      onDone(own);
      onClose();
    } catch (error) {
      const found = failureOf(error, { offline: 'Nothing was ordered.' });
      setFailure(found);
      form.setErrors(found.fields);
      if (found.code === subscriptionProblems.price_changed.code) asked.askAgain();
    }
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Order seats"
      submitting={form.submitting}
      onSubmit={form.onSubmit(order)}
    >
      {failure && <FailureNote failure={failure} />}
      <TextInput
        label="More seats"
        description="How many you need besides those that you have."
        required
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('seats')}
      />
      <QuoteCard
        asked={asked}
        none="You pay for the days that are left of the period."
        free="In the trial more seats cost nothing, and count at once."
      />
    </ModalForm>
  );
}

/** More seats at once, in the period that runs. */
export function MoreSeatsDialog({ opened, ...form }: MoreSeatsProps & { opened: boolean }) {
  return (
    <FormModal opened={opened} title="Add seats" onClose={form.onClose}>
      <MoreSeatsForm {...form} />
    </FormModal>
  );
}
