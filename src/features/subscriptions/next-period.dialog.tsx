import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { moneyText } from '#contract/kit/money.ts';
import { subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import type { OwnSubscription, Plan, Subscription } from '#contract/subscriptions/subscriptions.schema.ts';
import { sayDate } from '#src/lib/days.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { offeredVariants, readSeats, seatsError } from './plan-values.ts';
import { seatRangeText, variantText } from './plans.words.ts';

interface NextPeriodProps {
  subscription: Subscription;
  plans: readonly Plan[];
  api: ApiClient;
  onDone: (own: OwnSubscription) => void;
  onClose: () => void;
}

/** The own variant first, also where it is not offered any more: those that have it keep it. */
function choicesFor({ subscription, plans }: Pick<NextPeriodProps, 'subscription' | 'plans'>) {
  const own = { plan: subscription.plan, variant: subscription.variant };
  const others = offeredVariants(plans).filter(({ variant }) => variant.id !== own.variant.id);
  return [own, ...others];
}

function NextPeriodForm({ subscription, plans, api, onDone, onClose }: NextPeriodProps) {
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  const choices = choicesFor({ subscription, plans });
  const variantOf = (id: string) => choices.find(({ variant }) => variant.id === id)?.variant ?? null;
  const { next, seats: bought, paid_ahead, period_end } = subscription;
  const form = useForm({
    initialValues: {
      variant_id: next?.variant.id ?? subscription.variant.id,
      seats: String(next?.seats ?? bought),
    },
    validate: { seats: (typed, values) => seatsError(typed, variantOf(values.variant_id)) },
  });
  const draft = useFormDraft('next period', form);
  const variant = variantOf(form.values.variant_id);
  const seats = readSeats(form.values.seats);

  async function save(): Promise<void> {
    if (seats === null) return;
    setFailure(null);
    try {
      const body = { next: { variant_id: form.values.variant_id, seats } };
      const own = await api.call(subscriptionEndpoints.update, { body });
      notify.success('The next period is changed');
      onDone(own);
      onClose();
    } catch (error) {
      const found = failureOf(error, { offline: 'Nothing was changed.' });
      setFailure(found);
      form.setErrors(found.fields);
    }
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Save"
      submitting={form.submitting}
      onSubmit={form.onSubmit(save)}
    >
      {failure && <FailureNote failure={failure} />}
      <Text>
        {paid_ahead
          ? `The period until ${sayDate(paid_ahead.period_end)} is paid already. This counts after it.`
          : `This counts after ${sayDate(period_end)}. Until then everything stays as it is.`}
      </Text>
      <NativeSelect
        label="Plan"
        data={choices.map(({ plan, variant: each }) => ({
          value: each.id,
          label: variantText(plan.name, each),
        }))}
        {...(variant && { description: seatRangeText(variant) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('variant_id')}
      />
      <TextInput
        label="Seats"
        description="Fewer or more. Where more students are there then, the order has a seat for each."
        required
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('seats')}
      />
      {variant !== null && seats !== null && seatsError(form.values.seats, variant) === null && (
        <Text role="status">
          {moneyText({ amount: variant.seat_price * seats, currency: variant.currency })} for each{' '}
          {variant.period}, tax included.
        </Text>
      )}
    </ModalForm>
  );
}

/** Another variant, fewer or more seats, from the next period on. */
export function NextPeriodDialog({ opened, ...form }: NextPeriodProps & { opened: boolean }) {
  return (
    <FormModal opened={opened} title="Change from the next period" onClose={form.onClose}>
      <NextPeriodForm {...form} />
    </FormModal>
  );
}
