import { ownChampionEndpoints } from '#contract/champions/champions.endpoints.ts';
import type { CommunityWork } from '#contract/champions/champions.schema.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ReasonForm, useReasonForm } from '#src/ui/reason-form.tsx';

interface SuggestProps {
  api: ApiClient;
  onDone: () => void;
  onClose: () => void;
}

function SuggestForm({ work, api, onDone, onClose }: SuggestProps & { work: CommunityWork }) {
  const form = useReasonForm('Please say why');
  const draft = useFormDraft(`suggest ${work.id}`, form);
  async function submit(why: string): Promise<boolean> {
    try {
      await api.call(ownChampionEndpoints.suggest, {
        params: { tenantId: work.tenant.id, workId: work.id },
        body: { why },
      });
    } catch (error) {
      notify.error('It could not be suggested', failureOf(error).text);
      return false;
    }
    draft.end();
    notify.success('Thank you. It is suggested', titleOf(work));
    onDone();
    return true;
  }
  return (
    <ReasonForm
      form={form}
      draft={draft}
      maxLength={300}
      question={`Suggest “${titleOf(work)}” for our shelf?`}
      label="Why"
      reader="The people who run this site read it."
      submitLabel="Suggest"
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

/** Suggests a work for the shelf of the platform, with a word why. */
export function SuggestDialog({
  work,
  opened,
  ...props
}: SuggestProps & { work: CommunityWork | null; opened: boolean }) {
  return (
    <FormModal opened={opened} title="Suggest" onClose={props.onClose}>
      {work !== null && <SuggestForm key={work.id} work={work} {...props} />}
    </FormModal>
  );
}
