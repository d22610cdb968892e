import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { ApiProblem } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { FormModal } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ReasonForm, useReasonForm } from '#src/ui/reason-form.tsx';
import type { ClosingCalls } from './closings.calls.ts';

interface KeepProps {
  name: string;
  calls: ClosingCalls;
  onDone: () => void;
  onClose: () => void;
}

const question = 'It goes on as before. Nothing was deleted.';

async function keep({ name, calls, onDone }: KeepProps, reason: string): Promise<boolean> {
  try {
    await calls.keep(reason);
  } catch (error) {
    notify.error(`${name} could not be kept`, failureOf(error).text);
    // Without a network the section would go, and the dialog with its reason.
    if (error instanceof ApiProblem) onDone();
    return false;
  }
  notify.success(`${name} is kept`);
  onDone();
  return true;
}

function KeepForm(props: KeepProps) {
  const form = useReasonForm('Please say why');
  const draft = useFormDraft(`keeping ${props.name}`, form);
  return (
    <ReasonForm
      form={form}
      draft={draft}
      maxLength={300}
      question={question}
      label="Reason"
      reader="It stays in the audit of the platform and of the school."
      submitLabel="Keep"
      onSubmit={(reason) => keep(props, reason)}
      onClose={props.onClose}
    />
  );
}

/** Keeps a school that was closing. The platform says why. */
export function KeepDialog({ opened, ...props }: KeepProps & { opened: boolean }) {
  const title = `Keep ${props.name}?`;
  if (props.calls.by === 'platform')
    return (
      <FormModal opened={opened} title={title} onClose={props.onClose}>
        <KeepForm {...props} />
      </FormModal>
    );
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      question={question}
      confirmLabel="Keep"
      onConfirm={async () => {
        await keep(props, '');
      }}
      onClose={props.onClose}
    />
  );
}
