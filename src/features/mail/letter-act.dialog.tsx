import { mailProblems } from '#contract/mail/mail.problems.ts';
import { panelMailEndpoints } from '#contract/mail/panel-mail.endpoints.ts';
import { mailReasonMaximum, type PanelLetterDetails } from '#contract/mail/panel-mail.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ReasonForm, useReasonForm } from '#src/ui/reason-form.tsx';
import { againQuestion } from './mail.words.ts';

/** What is done about one letter, with a reason. */
export type LetterAct = 'again' | 'address';

const titles: Readonly<Record<LetterAct, string>> = {
  again: 'Send it again?',
  address: 'Show the whole address?',
};
const labels: Readonly<Record<LetterAct, string>> = { again: 'Send again', address: 'Show the address' };
const failures: Readonly<Record<LetterAct, string>> = {
  again: 'It could not be sent again',
  address: 'The address could not be fetched',
};

interface LetterActProps {
  act: LetterAct;
  letter: PanelLetterDetails;
  api: ApiClient;
  /** The letter that was sent. */
  onSent: (id: string) => void;
  onAddress: (address: string) => void;
  /** It is not as it was shown any more. */
  onChanged: () => void;
  onClose: () => void;
}

function ActForm({ act, letter, api, onSent, onAddress, onChanged, onClose }: LetterActProps) {
  const form = useReasonForm('Please say why');
  const draft = useFormDraft(`${act} ${letter.id}`, form);
  const params = { tenantId: letter.tenant.id, id: letter.id };
  async function submit(reason: string): Promise<boolean> {
    try {
      if (act === 'address') {
        const { address } = await api.call(panelMailEndpoints.showAddress, { params, body: { reason } });
        onAddress(address);
      } else {
        const { id } = await api.call(panelMailEndpoints.sendAgain, { params, body: { reason } });
        notify.success('Sent again', letter.to_address);
        onSent(id);
      }
    } catch (error) {
      const { code, text } = failureOf(error);
      notify.error(failures[act], text);
      // Nothing that could be typed would change the answer.
      const isOver = code === mailProblems.not_again.code || code === mailProblems.suppressed.code;
      if (isOver) onChanged();
      return isOver;
    }
    return true;
  }
  return (
    <ReasonForm
      form={form}
      draft={draft}
      maxLength={mailReasonMaximum}
      question={
        act === 'again'
          ? againQuestion({ kind: letter.kind, to_name: '', to_address: letter.to_address })
          : `You will see the whole address of ${letter.to_address}.`
      }
      label="Reason"
      reader="It stays in the audit of the platform and of the school."
      submitLabel={labels[act]}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

/** Asks for the reason first. */
export function LetterActDialog({ opened, ...props }: LetterActProps & { opened: boolean }) {
  return (
    <FormModal opened={opened} title={titles[props.act]} onClose={props.onClose}>
      <ActForm {...props} />
    </FormModal>
  );
}
