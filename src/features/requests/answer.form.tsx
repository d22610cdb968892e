import { Button, Group, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { requestLimits, type RequestDetails } from '#contract/requests/requests.schema.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';

interface AnswerFormProps {
  request: Pick<RequestDetails, 'id' | 'name' | 'email'>;
  /** True once it is sent. */
  onSend: (words: string) => Promise<boolean>;
}

/** What goes back by e-mail. */
export function AnswerForm({ request, onSend }: AnswerFormProps) {
  const form = useForm({
    initialValues: { words: '' },
    validate: { words: (words) => (words.trim() === '' ? 'Please write an answer' : null) },
  });
  const draft = useFormDraft(`answer ${request.id}`, form);
  useDirtyForm(form.isDirty());

  async function send({ words }: { words: string }): Promise<void> {
    if (!(await onSend(words))) return;
    draft.end();
    form.reset();
  }

  return (
    <form noValidate onSubmit={form.onSubmit(send)}>
      <DraftNote draft={draft} />
      <Textarea
        label="Your answer"
        description={`It goes to ${request.email ?? ''}. Addresses of pages are not links in it.`}
        rows={6}
        maxLength={requestLimits.words}
        dir="auto"
        {...form.getInputProps('words')}
      />
      <Group mt="md">
        <Button type="submit" loading={form.submitting}>
          Send answer
        </Button>
      </Group>
    </form>
  );
}
