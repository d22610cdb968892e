import type { TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import * as v from 'valibot';
import { ClassName, type SchoolClass } from '#contract/classes/classes.schema.ts';
import { saveAndSay } from '#src/session/saved-here.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ClassFields, type ClassLooks } from './class-fields.tsx';
import { wrongName } from './class-form.rules.ts';
import { recolourClass, recolourClassInput, renameClass, renameClassInput } from './classes.mutations.ts';

function EditClassForm({ schoolClass, onDone }: { schoolClass: SchoolClass; onDone: () => void }) {
  const replica = useReplica();
  const { id, name, class_theme } = schoolClass;
  const form = useForm<ClassLooks>({
    initialValues: { name, class_theme: class_theme.toLowerCase() },
    validate: { name: wrongName },
  });
  const draft = useFormDraft(`edit-class ${id}`, form);

  async function save(values: ClassLooks) {
    const wanted = v.parse(ClassName, values.name);
    // What somebody else changed since the dialog was opened is none of it.
    const first = form.getInitialValues();
    const isRenamed = wanted !== first.name && wanted !== name;
    const isRecoloured = values.class_theme !== first.class_theme;
    if (!isRenamed && !isRecoloured) {
      onDone();
      return;
    }
    // Apart: where somebody else changed one of the two meanwhile, the other still holds.
    const isSaved = await saveAndSay(notify, ['Class updated', 'Failed to update the class'], async () => {
      if (isRenamed) await replica.enqueue(renameClass, renameClassInput(id, wanted));
      if (isRecoloured) await replica.enqueue(recolourClass, recolourClassInput(id, values.class_theme));
    });
    if (isSaved) onDone();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Save"
      submitting={form.submitting}
      onSubmit={form.onSubmit(save)}
    >
      <ClassFields
        name={form.getInputProps('name') as TextInputProps}
        theme={form.values.class_theme}
        onTheme={(theme) => form.setFieldValue('class_theme', theme)}
      />
    </ModalForm>
  );
}

interface EditClassDialogProps {
  schoolClass: SchoolClass;
  opened: boolean;
  onClose: () => void;
}

export function EditClassDialog({ schoolClass, opened, onClose }: EditClassDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title={`Edit ${schoolClass.name}`}>
      <EditClassForm schoolClass={schoolClass} onDone={onClose} />
    </FormModal>
  );
}
