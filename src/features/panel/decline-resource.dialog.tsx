import { resourceOfferEndpoints } from '#contract/resources/resource-offers.endpoints.ts';
import type { OfferedResource } from '#contract/resources/resource-offers.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ReasonForm, useReasonForm } from '#src/ui/reason-form.tsx';

interface DeclineProps {
  api: ApiClient;
  onDone: () => void;
  onClose: () => void;
}

function DeclineForm({ resource, api, onDone, onClose }: DeclineProps & { resource: OfferedResource }) {
  const { id, title, updated_at } = resource;
  const form = useReasonForm('Please say why');
  const draft = useFormDraft(`decline resource ${id}`, form);
  async function submit(reason: string): Promise<boolean> {
    try {
      await api.call(resourceOfferEndpoints.decline, {
        params: { resourceId: id },
        body: { updated_at, reason },
      });
    } catch (error) {
      notify.error('It could not be declined', failureOf(error).text);
      return false;
    }
    draft.end();
    notify.success(`${title} is declined`);
    onDone();
    return true;
  }
  return (
    <ReasonForm
      form={form}
      draft={draft}
      maxLength={300}
      question={`Decline “${title}”? Nobody else sees it. They may change it and send it again.`}
      label="Why"
      reader="The superpower teacher reads it."
      submitLabel="Decline"
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

/** Declines what a superpower teacher shares, with a word why. */
export function DeclineResourceDialog({
  resource,
  opened,
  ...props
}: DeclineProps & { resource: OfferedResource | null; opened: boolean }) {
  return (
    <FormModal opened={opened} title="Decline" onClose={props.onClose}>
      {resource !== null && <DeclineForm key={resource.id} resource={resource} {...props} />}
    </FormModal>
  );
}
