import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import * as v from 'valibot';
import { planEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import { subscriptionProblems } from '#contract/subscriptions/subscriptions.problems.ts';
import { planLimits } from '#contract/subscriptions/subscriptions.rules.ts';
import { PlanChange, type Plan } from '#contract/subscriptions/subscriptions.schema.ts';
import { firstTexts } from '#src/lib/field-errors.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useSameId } from './same-id.ts';

interface PlanDialogProps {
  /** Null: a new one. */
  plan: Plan | null;
  api: ApiClient;
  onDone: () => void;
  onClose: () => void;
}

interface Values {
  name: string;
  description: string;
  /** One a line. */
  features: string;
}

function read({ name, description, features }: Values) {
  const lines = features
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  return { name, description, features: lines };
}

/** Field → its text; that of one feature stands at all of them. */
function errorsOf(values: Values): Record<string, string> {
  const result = v.safeParse(PlanChange, read(values));
  if (result.success) return {};
  const { name, description, features } = v.flatten<typeof PlanChange>(result.issues).nested ?? {};
  const ofFeature = result.issues.find((issue) => issue.path?.[0].key === 'features')?.message;
  return firstTexts({
    ...(name && { name }),
    ...(description && { description }),
    ...((features ?? ofFeature) && { features: features ?? [ofFeature ?? ''] }),
  });
}

function PlanForm({ plan, api, onDone, onClose }: PlanDialogProps) {
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  const idFor = useSameId();
  const form = useForm<Values>({
    initialValues: {
      name: plan?.name ?? '',
      description: plan?.description ?? '',
      features: plan?.features.join('\n') ?? '',
    },
    validate: errorsOf,
  });
  const draft = useFormDraft(`plan ${plan?.id ?? 'new'}`, form);

  async function save(values: Values): Promise<void> {
    setFailure(null);
    const body = read(values);
    try {
      if (plan) await api.call(planEndpoints.update, { params: { id: plan.id }, body });
      else await api.call(planEndpoints.create, { body: { ...body, id: idFor(body) } });
    } catch (error) {
      const found = failureOf(error, { offline: 'Nothing was saved.' });
      const isNameTaken = found.code === subscriptionProblems.name_taken.code;
      setFailure(isNameTaken ? null : found);
      form.setErrors({ ...found.fields, ...(isNameTaken && { name: found.text }) });
      return;
    }
    notify.success('The plan is saved');
    onDone();
    onClose();
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
      <TextInput
        label="Name"
        required
        maxLength={planLimits.name}
        dir="auto"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Description"
        description="One or two sentences for schools."
        autosize
        minRows={2}
        maxLength={planLimits.description}
        dir="auto"
        {...form.getInputProps('description')}
      />
      <Textarea
        label="What is in it"
        description={`One a line, ${planLimits.features} at most.`}
        autosize
        minRows={3}
        dir="auto"
        {...form.getInputProps('features')}
      />
    </ModalForm>
  );
}

/** A plan: its name and what schools read of it. */
export function PlanDialog({ opened, ...form }: PlanDialogProps & { opened: boolean }) {
  return (
    <FormModal opened={opened} title={form.plan ? 'Edit plan' : 'Add a plan'} onClose={form.onClose}>
      <PlanForm {...form} />
    </FormModal>
  );
}
