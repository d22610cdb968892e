import { memberProblems } from '#contract/members/members.problems.ts';
import type { PersonProfile } from '#contract/panel/people.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ReasonForm, useReasonForm } from '#src/ui/reason-form.tsx';
import { actWords, type PersonAct } from './person-acts.ts';

interface ActFormProps {
  act: PersonAct;
  person: PersonProfile;
  api: ApiClient;
  /** Once it is done, or where the person was changed since. */
  onDone: () => void;
  onClose: () => void;
}

function ActForm({ act, person, api, onDone, onClose }: ActFormProps) {
  const words = actWords(act, person);
  const form = useReasonForm('Please say why');
  const draft = useFormDraft(`${act} ${person.id}`, form);
  async function submit(reason: string): Promise<boolean> {
    const { id, updated_at } = person;
    try {
      await api.call(words.endpoint, { params: { id }, body: { reason, updated_at } });
    } catch (error) {
      const { code, text } = failureOf(error);
      notify.error(words.failed, text);
      const isOver = code === memberProblems.changed_since.code;
      if (isOver) onDone();
      return isOver;
    }
    draft.end();
    notify.success(words.done);
    onDone();
    return true;
  }
  return (
    <ReasonForm
      form={form}
      draft={draft}
      maxLength={300}
      question={words.question}
      label="Reason"
      reader="It stays in the audit of the platform and of the school."
      submitLabel={words.act}
      danger={act === 'archive'}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

/** Asks for the reason, then does it in the person's own school. */
export function PersonActDialog({
  act,
  opened,
  ...props
}: Omit<ActFormProps, 'act'> & { act: PersonAct | null; opened: boolean }) {
  return (
    <FormModal
      opened={opened}
      title={act === null ? '' : actWords(act, props.person).title}
      onClose={props.onClose}
    >
      {act !== null && <ActForm key={act} act={act} {...props} />}
    </FormModal>
  );
}
