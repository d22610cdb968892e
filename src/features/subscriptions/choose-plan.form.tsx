import { Button, Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import { subscriptionProblems } from '#contract/subscriptions/subscriptions.problems.ts';
import type { OwnSubscription, Plan } from '#contract/subscriptions/subscriptions.schema.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { notify } from '#src/ui/notify.tsx';
import { BillingFields } from './billing-fields.tsx';
import {
  billingOf,
  billingValues,
  fieldsOf,
  offeredVariants,
  planErrors,
  proposedSeats,
  readSeats,
  seatsError,
  type PlanValues,
} from './plan-values.ts';
import { QuoteCard } from './quote-card.tsx';
import { useSameId } from './same-id.ts';
import { usePlanQuote } from './use-plan-quote.ts';
import { VariantChoice } from './variant-choice.tsx';
import styles from './plans.module.css';

interface ChoosePlanFormProps {
  own: OwnSubscription;
  plans: readonly Plan[];
  /** Who most likely gets the invoice. */
  payer: { name: string; email: string; country: string };
  api: ApiClient;
  onChosen: (own: OwnSubscription) => void;
}

function initialValues({
  own,
  plans,
  payer,
}: Pick<ChoosePlanFormProps, 'own' | 'plans' | 'payer'>): PlanValues {
  const offered = offeredVariants(plans);
  const only = offered.length === 1 ? offered[0]?.variant : undefined;
  const billing = own.subscription?.billing ?? {
    ...payer,
    address: null,
  };
  return {
    ...billingValues(billing),
    variant_id: only?.id ?? '',
    seats: proposedSeats(own.seats_used, only ?? null),
    accepts_terms: false,
  };
}

/** A plan, its seats, who the invoice is for, and what it costs. */
export function ChoosePlanForm({ own, plans, payer, api, onChosen }: ChoosePlanFormProps) {
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  const idFor = useSameId();
  const variantOf = (id: string) =>
    offeredVariants(plans).find(({ variant }) => variant.id === id)?.variant ?? null;
  const form = useForm<PlanValues>({
    initialValues: initialValues({ own, plans, payer }),
    validate: (values) => planErrors(values, variantOf(values.variant_id)),
  });
  const draft = useFormDraft('plan', form, { leaveOut: ['accepts_terms'] });
  useDirtyForm(form.isDirty(), draft.end);
  const { variant_id, seats, country } = form.values;
  const variant = variantOf(variant_id);
  const canAsk = variant !== null && seatsError(seats, variant) === null && country !== '';
  const ask = useCallback(
    async (question: string, signal: AbortSignal) => {
      const [id = '', count = '', from = ''] = question.split(' ');
      const query = { variant_id: id, seats: count, country: from };
      return await api.call(subscriptionEndpoints.quote, { query }, { signal });
    },
    [api],
  );
  const asked = usePlanQuote(canAsk ? `${variant_id} ${readSeats(seats)} ${country}` : null, ask);
  const { quote } = asked;

  function choose(id: string): void {
    // Seats that nobody typed follow the plan.
    if (!form.isTouched('seats')) form.setValues({ seats: proposedSeats(own.seats_used, variantOf(id)) });
    form.setFieldValue('variant_id', id);
  }

  async function submit(values: PlanValues): Promise<void> {
    if (quote === null) return;
    setFailure(null);
    const content = {
      variant_id: values.variant_id,
      seats: readSeats(values.seats) ?? 0,
      billing: billingOf(values),
      total: quote.total,
      accepts_terms: true as const,
    };
    try {
      const chosen = await api.call(subscriptionEndpoints.start, {
        body: { ...content, id: idFor(content) },
      });
      form.resetDirty();
      draft.end();
      notify.success(chosen.subscription?.state === 'trial' ? 'Your trial has begun' : 'Your plan is chosen');
      onChosen(chosen);
    } catch (error) {
      const found = failureOf(error, { offline: 'Nothing was ordered. What you typed is kept.' });
      setFailure(found);
      form.setErrors(fieldsOf(found.fields));
      if (found.code === subscriptionProblems.price_changed.code) asked.askAgain();
    }
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit)}>
      <DraftNote draft={draft} />
      <VariantChoice
        plans={plans}
        mayTry={own.may_try}
        value={variant_id}
        error={form.errors['variant_id']}
        onChange={choose}
      />
      <TextInput
        label="Seats"
        description={`One for each student. You have ${own.seats_used.toLocaleString('en')} now.`}
        required
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('seats')}
      />
      <BillingFields field={form.getInputProps} />
      <QuoteCard
        asked={asked}
        none="Choose a plan and seats to see what it costs."
        free="It costs nothing now."
      />
      <Checkbox
        size="md"
        aria-invalid={form.errors['accepts_terms'] !== undefined}
        label={
          <>
            I agree to the{' '}
            <Link to={paths.terms()} target="_blank" rel="noopener">
              Terms of Use
            </Link>
            .
          </>
        }
        {...form.getInputProps('accepts_terms', { type: 'checkbox' })}
      />
      {failure && <FailureNote failure={failure} />}
      <div>
        <Button type="submit" loading={form.submitting} disabled={canAsk && quote === null}>
          {quote?.trial_ends_on ? 'Begin the trial' : 'Choose this plan'}
        </Button>
      </div>
    </form>
  );
}
