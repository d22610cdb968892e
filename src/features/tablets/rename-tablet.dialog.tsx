import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import * as v from 'valibot';
import { DeviceName } from '#contract/devices/devices.schema.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { tabletFailure } from './tablet-problems.ts';
import type { Tablet } from './tablets.rules.ts';
import { renameTablet } from './tablets.store.ts';

interface FormProps {
  api: ApiClient;
  tablet: Tablet;
  onDone: () => void;
}

function RenameTabletForm({ api, tablet, onDone }: FormProps) {
  const form = useForm({
    initialValues: { name: tablet.name },
    validate: schemaResolver(DeviceName, { sync: true }),
  });
  const draft = useFormDraft(`rename-tablet ${tablet.id}`, form);

  async function rename(values: DeviceName) {
    try {
      await renameTablet(api, tablet.id, v.parse(DeviceName, values).name);
    } catch (error) {
      notify.error('Failed to rename the tablet', tabletFailure(error));
      return;
    }
    notify.success('Tablet renamed');
    onDone();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Save"
      submitting={form.submitting}
      onSubmit={form.onSubmit(rename)}
    >
      <TextInput
        label="Name"
        description="What stands on the tablet itself, such as Tablet 3."
        required
        dir="auto"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
    </ModalForm>
  );
}

interface RenameTabletDialogProps {
  api: ApiClient;
  /** Null before the dialog was opened for any. */
  tablet: Tablet | null;
  opened: boolean;
  onClose: () => void;
}

export function RenameTabletDialog({ api, tablet, opened, onClose }: RenameTabletDialogProps) {
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={tablet ? `Rename ${tablet.name}` : 'Rename'}
      size={440}
    >
      {tablet && <RenameTabletForm api={api} tablet={tablet} onDone={onClose} />}
    </FormModal>
  );
}
