import { certificateEndpoints } from '#contract/certificates/certificates.endpoints.ts';
import { certificateProblems } from '#contract/certificates/certificates.problems.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ReasonForm, useReasonForm } from '#src/ui/reason-form.tsx';

interface WithdrawFormProps {
  publicId: string;
  api: ApiClient;
  onDone: () => void;
  onClose: () => void;
}

function WithdrawForm({ publicId, api, onDone, onClose }: WithdrawFormProps) {
  const form = useReasonForm();
  const draft = useFormDraft(`withdraw certificate ${publicId}`, form);
  async function withdraw(reason: string): Promise<boolean> {
    try {
      await api.call(certificateEndpoints.withdraw, { params: { publicId }, body: { reason } });
    } catch (error) {
      const { code, text } = failureOf(error);
      const isOthers = code === certificateProblems.not_found.code;
      notify.error(
        'It could not be withdrawn',
        isOthers ? 'Only the office and the teachers of the child can withdraw it.' : text,
      );
      return false;
    }
    notify.success('The certificate is withdrawn');
    onDone();
    return true;
  }
  return (
    <ReasonForm
      form={form}
      draft={draft}
      maxLength={300}
      question="Who opens its address sees from now on that it is not valid. This cannot be undone."
      label="Why is it withdrawn?"
      reader="It stays with your school: who opens the address does not read it."
      submitLabel="Withdraw"
      danger
      onSubmit={withdraw}
      onClose={onClose}
    />
  );
}

/** Asks staff why a certificate is withdrawn. */
export function WithdrawDialog({ opened, ...props }: WithdrawFormProps & { opened: boolean }) {
  return (
    <FormModal opened={opened} title="Withdraw this certificate" onClose={props.onClose}>
      <WithdrawForm {...props} />
    </FormModal>
  );
}
