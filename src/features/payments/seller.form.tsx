import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { sellerEndpoints } from '#contract/orders/seller.endpoints.ts';
import type { Seller } from '#contract/orders/seller.schema.ts';
import { percentText, readPercent } from '#src/lib/percent.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';
import { takeOverSaved } from '#src/session/take-over-saved.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { notify } from '#src/ui/notify.tsx';
import styles from './payments.module.css';

const valuesOf = ({ platform_bp, ...seller }: Seller) => ({ ...seller, part: percentText(platform_bp) });

/** Who sells, as it stands on documents. */
export function SellerForm({ seller, api }: { seller: Seller; api: ApiClient }) {
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  const form = useForm({
    initialValues: valuesOf(seller),
    validate: {
      name: (text) => (text.trim() === '' ? 'Please enter the seller’s name' : null),
      address: (text) => (text.trim() === '' ? 'Please enter the seller’s address' : null),
      part: (typed) => (readPercent(typed) === null ? 'Please enter a percentage from 0 to 100' : null),
    },
  });
  const draft = useFormDraft('seller', form);
  useDirtyForm(form.isDirty(), draft.end);

  async function save(): Promise<void> {
    setFailure(null);
    try {
      const now = valuesOf(await api.call(sellerEndpoints.read, {}));
      const filled = takeOverSaved(form, now, ['name', 'address', 'tax_numbers', 'part']);
      if (!filled) return;
      const { part, ...values } = filled;
      const body = { ...values, platform_bp: readPercent(part) ?? 0 };
      const saved = valuesOf(await api.call(sellerEndpoints.update, { body }));
      form.setInitialValues(saved);
      form.setValues(saved);
      notify.success('The seller is saved');
    } catch (error) {
      const found = failureOf(error);
      const { platform_bp, ...fields } = found.fields;
      setFailure(found);
      form.setErrors({ ...fields, ...(platform_bp !== undefined && { part: platform_bp }) });
    }
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(save)}>
      <DraftNote draft={draft} />
      {failure && <FailureNote failure={failure} />}
      <TextInput
        label="Name"
        description="It stands on invoices. Those that were issued stay as they are."
        required
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Textarea label="Address" required autosize minRows={3} {...form.getInputProps('address')} />
      <Textarea
        label="Tax numbers"
        description="Such as a VAT number, one a line."
        autosize
        minRows={2}
        {...form.getInputProps('tax_numbers')}
      />
      <TextInput
        label="The platform’s part in percent"
        description="Of what is left of a price after tax. Orders that were placed keep theirs."
        required
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('part')}
      />
      <Group>
        <Button type="submit" loading={form.submitting}>
          Save
        </Button>
      </Group>
    </form>
  );
}
