import { NumberInput, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { tenantUsageEndpoints } from '#contract/tenants/tenant-usage.endpoints.ts';
import { CeilingsForm, type TenantUsage } from '#contract/tenants/tenant-usage.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';

const megabyte = 1_000_000;
const gigabyte = 1000 * megabyte;

interface CeilingsFormProps {
  tenantId: string;
  usage: TenantUsage;
  api: ApiClient;
  onDone: () => void;
  onClose: () => void;
}

function Form({ tenantId, usage, api, onDone, onClose }: CeilingsFormProps) {
  const { media, mails, student_week } = usage;
  const { bytes, pieces } = student_week;
  const form = useForm<CeilingsForm>({
    initialValues: {
      media_gb: media.is_usual ? null : media.most / gigabyte,
      mails_a_day: mails.is_usual ? null : mails.most,
      student_mb_a_week: bytes.is_usual ? null : bytes.most / megabyte,
      student_pieces_a_week: pieces.is_usual ? null : pieces.most,
      reason: '',
    },
    validate: schemaResolver(CeilingsForm, { sync: true }),
  });
  const draft = useFormDraft(`ceilings ${tenantId}`, form);
  async function save(body: CeilingsForm) {
    try {
      await api.call(tenantUsageEndpoints.setCeilings, { params: { tenantId }, body });
    } catch (error) {
      notify.error('The limits could not be changed', failureOf(error).text);
      return;
    }
    notify.success('The limits are changed');
    onDone();
    onClose();
  }
  const amount = (field: Exclude<keyof CeilingsForm, 'reason'>) => ({
    ...form.getInputProps(field),
    value: form.getValues()[field] ?? '',
    onChange: (value: string | number) => form.setFieldValue(field, value === '' ? null : Number(value)),
    description: 'Leave it empty for the usual limit',
    min: 0,
    allowDecimal: false,
  });
  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Change limits"
      submitting={form.submitting}
      onSubmit={form.onSubmit(save)}
    >
      <NumberInput
        label="Room for pictures, recordings and files, in GB"
        data-autofocus
        {...amount('media_gb')}
      />
      <NumberInput label="Emails a day" {...amount('mails_a_day')} />
      <NumberInput
        label="Pictures and recordings of one student a week, in MB"
        {...amount('student_mb_a_week')}
      />
      <NumberInput
        label="Pictures and recordings of one student a week, how many"
        {...amount('student_pieces_a_week')}
      />
      <Textarea
        label="Reason"
        description="It stays in the audit of the platform and of the school."
        rows={3}
        maxLength={300}
        dir="auto"
        {...form.getInputProps('reason')}
      />
    </ModalForm>
  );
}

/** Asks how much a school may keep and send, and why. */
export function CeilingsDialog({ opened, ...props }: CeilingsFormProps & { opened: boolean }) {
  return (
    <FormModal opened={opened} title="Change limits" onClose={props.onClose}>
      <Form {...props} />
    </FormModal>
  );
}
