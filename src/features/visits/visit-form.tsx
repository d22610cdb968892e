import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import type { GuestMay, VisitAccess } from '#contract/visits/visits.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useFirstField } from '#src/ui/use-first-field.ts';
import styles from './visits.module.css';

interface VisitFormProps {
  access: VisitAccess;
  /** What can be asked for. */
  wants: readonly GuestMay[];
  /** True where the reason also opens the school at once. */
  canEnter: boolean;
  entering: boolean;
  /** `onLeaving`: called once the reason is sent, before the page is left. */
  onEnter: (reason: string, onLeaving: () => void) => void;
  onAsked: (access: VisitAccess) => void;
  api: ApiClient;
}

const wantsWords: Readonly<Record<GuestMay, string>> = {
  look: 'Look around. Nothing can be changed.',
  help: 'Look around and help. Changes can be made.',
};

/** Asks a school for a visit, or enters one that always says yes: both need a reason. */
export function VisitForm({ access, wants, canEnter, entering, onEnter, onAsked, api }: VisitFormProps) {
  const { id, school_name } = access;
  const [first = 'look'] = wants;
  const form = useForm<{ reason: string; wants: GuestMay }>({
    initialValues: { reason: '', wants: first },
    validate: { reason: (reason) => (reason.trim() === '' ? 'Please say why' : null) },
  });
  const draft = useFormDraft(`visit ${id}`, form);
  useDirtyForm(form.isDirty(), draft.end);
  const place = useFirstField<HTMLFormElement>();

  async function ask(body: { reason: string; wants: GuestMay }) {
    try {
      const asked = await api.call(visitEndpoints.ask, { params: { tenantId: id }, body });
      draft.end();
      form.reset();
      notify.success(`${school_name} was asked`, 'Its office gets an email and answers in the app.');
      onAsked(asked);
    } catch (error) {
      const { text, fields } = failureOf(error);
      form.setErrors(fields);
      notify.error(`${school_name} was not asked`, text);
    }
  }

  function enter() {
    if (form.validate().hasErrors) return;
    onEnter(form.values.reason.trim(), () => {
      // The browser asks before a form with something typed is left.
      draft.end();
      form.reset();
    });
  }

  return (
    <form ref={place} noValidate className={styles.section} onSubmit={form.onSubmit(ask)}>
      <DraftNote draft={draft} />
      <Textarea
        label="Reason"
        description="The school reads it, and it stays in the audit of both."
        rows={3}
        maxLength={300}
        dir="auto"
        {...form.getInputProps('reason')}
      />
      {wants.length > 1 && (
        <Radio.Group label="What for?" {...form.getInputProps('wants')}>
          <Stack gap="sm" mt="xs">
            {wants.map((each) => (
              <Radio key={each} value={each} label={wantsWords[each]} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Group>
        {canEnter && (
          <Button loading={entering} onClick={enter}>
            Enter
          </Button>
        )}
        {wants.length > 0 && (
          <Button
            type="submit"
            variant={canEnter ? 'default' : 'filled'}
            loading={form.submitting}
            disabled={entering}
          >
            {wants.length === 1 ? 'Ask to help' : 'Ask to visit'}
          </Button>
        )}
      </Group>
      {canEnter && <Text c="dimmed">To help, you need a yes from the school.</Text>}
    </form>
  );
}
