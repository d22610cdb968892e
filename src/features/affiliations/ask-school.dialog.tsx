import { Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import * as v from 'valibot';
import { affiliationEndpoints } from '#contract/affiliations/affiliations.endpoints.ts';
import { SchoolInvitation } from '#contract/affiliations/affiliations.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';

interface FormProps {
  api: ApiClient;
  onDone: () => void;
}

function AskSchoolForm({ api, onDone }: FormProps) {
  const form = useForm({
    initialValues: { address: '' },
    validate: schemaResolver(SchoolInvitation, { sync: true }),
  });
  const draft = useFormDraft('ask-school', form);

  async function ask(values: SchoolInvitation) {
    try {
      const { school_name } = await api.call(affiliationEndpoints.ask, {
        body: v.parse(SchoolInvitation, values),
      });
      notify.success('The school is asked', `${school_name} gets an email and decides.`);
    } catch (error) {
      const atField = error instanceof ApiProblem ? error.errors['address']?.[0] : undefined;
      if (atField === undefined) notify.error('The school could not be asked', failureOf(error).text);
      else form.setFieldError('address', atField);
      return;
    }
    onDone();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Ask"
      submitting={form.submitting}
      onSubmit={form.onSubmit(ask)}
    >
      <Text>
        For a school that is here already. Its administrators are asked by email. Only when they say yes can
        you enter the school.
      </Text>
      <TextInput
        label="Address of the school"
        description="What its people type to come to their own page, such as greenfield."
        required
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('address')}
      />
    </ModalForm>
  );
}

interface AskSchoolDialogProps {
  api: ApiClient;
  opened: boolean;
  onClose: () => void;
  /** Called when a school was asked. */
  onAsked: () => void;
}

export function AskSchoolDialog({ api, opened, onClose, onAsked }: AskSchoolDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Ask a school to join" size={480}>
      <AskSchoolForm
        api={api}
        onDone={() => {
          onClose();
          onAsked();
        }}
      />
    </FormModal>
  );
}
