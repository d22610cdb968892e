import { Text, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import type * as v from 'valibot';
import { championEndpoints } from '#contract/champions/champions.endpoints.ts';
import { GrantForm } from '#contract/champions/champions.schema.ts';
import type { ChampionKind } from '#contract/kit/roles.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { NameFields } from '#src/ui/name-fields.tsx';
import { notify } from '#src/ui/notify.tsx';
import { addWords, kindWords } from './champions.words.ts';
import { UntilField } from './until-field.tsx';

interface GrantProps {
  kind: ChampionKind;
  api: ApiClient;
  onDone: () => void;
  onClose: () => void;
}

function GrantFields({ kind, api, onDone, onClose }: GrantProps) {
  const form = useForm<v.InferInput<typeof GrantForm>>({
    initialValues: { kind, first_name: '', last_name: '', email: '', until: '', reason: '' },
    validate: schemaResolver(GrantForm, { sync: true }),
  });
  const draft = useFormDraft(`champion ${kind}`, form);

  async function grant(body: typeof form.values): Promise<void> {
    try {
      const { name } = await api.call(championEndpoints.grant, { body });
      notify.success(`${name} gets an email`);
    } catch (error) {
      const { text, fields } = failureOf(error);
      if (Object.keys(fields).length > 0) form.setErrors(fields);
      else notify.error('They could not be added', text);
      return;
    }
    draft.end();
    onDone();
    onClose();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Add"
      submitting={form.submitting}
      onSubmit={form.onSubmit(grant)}
    >
      <Text>{kindWords[kind].text}</Text>
      <NameFields field={(name) => form.getInputProps(name)} isFirst />
      <TextInput label="Email" type="email" required autoComplete="off" {...form.getInputProps('email')} />
      <UntilField {...form.getInputProps('until')} />
      <Textarea
        label="Why"
        description="They read it on their own page, and it stays in the audit."
        required
        rows={3}
        maxLength={300}
        dir="auto"
        {...form.getInputProps('reason')}
      />
    </ModalForm>
  );
}

/** Makes somebody a champion; who is new is invited by e-mail. */
export function GrantDialog({ opened, ...props }: GrantProps & { opened: boolean }) {
  return (
    <FormModal opened={opened} title={addWords(props.kind)} onClose={props.onClose}>
      <GrantFields {...props} />
    </FormModal>
  );
}
