import { tenantLifeEndpoints } from '#contract/tenants/tenant-life.endpoints.ts';
import { tenantLifeProblems } from '#contract/tenants/tenant-life.problems.ts';
import type { TenantLife } from '#contract/tenants/tenant-life.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ReasonForm, useReasonForm } from '#src/ui/reason-form.tsx';
import { lifeWords } from './tenant-life.words.ts';

interface LifeFormProps {
  tenant: TenantLife;
  api: ApiClient;
  /** Once it is done, or where another administrator was first. */
  onDone: () => void;
  onClose: () => void;
}

function LifeForm({ tenant, api, onDone, onClose }: LifeFormProps) {
  const isSuspended = tenant.state === 'suspended';
  const words = lifeWords(tenant);
  const form = useReasonForm('Please say why');
  const draft = useFormDraft(`${tenant.state} ${tenant.id}`, form);
  async function act(reason: string): Promise<boolean> {
    const endpoint = isSuspended ? tenantLifeEndpoints.resume : tenantLifeEndpoints.suspend;
    try {
      await api.call(endpoint, { params: { tenantId: tenant.id }, body: { reason } });
    } catch (error) {
      const { code, text } = failureOf(error);
      notify.error(words.failed, text);
      // Another administrator was first: the question is no longer the one that was asked.
      const isOver =
        code === tenantLifeProblems.not_active.code || code === tenantLifeProblems.not_suspended.code;
      if (isOver) onDone();
      return isOver;
    }
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
      danger={!isSuspended}
      onSubmit={act}
      onClose={onClose}
    />
  );
}

/** Asks for the reason, then suspends the school or lets it go on. */
export function TenantLifeDialog({ opened, ...props }: LifeFormProps & { opened: boolean }) {
  return (
    <FormModal opened={opened} title={lifeWords(props.tenant).title} onClose={props.onClose}>
      <LifeForm {...props} />
    </FormModal>
  );
}
