import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { isDay, type Day } from '#contract/kit/day.ts';
import { today } from '#src/lib/days.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';

interface FormProps {
  pageId: string;
  classes: readonly SchoolClass[];
  onSet: (schoolClass: SchoolClass, due: Day | null) => Promise<boolean>;
  onDone: () => void;
}

function SetCourseForm({ pageId, classes, onSet, onDone }: FormProps) {
  const form = useForm({
    // Who has one class has chosen.
    initialValues: { school_class_id: classes.length === 1 ? (classes[0]?.id ?? '') : '', due: '' },
    validate: {
      school_class_id: (id) => (classes.some((each) => each.id === id) ? null : 'Please choose a class'),
      due: (day) => {
        if (day === '') return null;
        if (!isDay(day)) return 'Please choose a day';
        return day < today() ? 'Please choose today or a later day' : null;
      },
    },
  });
  const draft = useFormDraft(`set-course ${pageId}`, form);

  async function submit({ school_class_id, due }: typeof form.values) {
    const chosen = classes.find(({ id }) => id === school_class_id);
    if (chosen && (await onSet(chosen, due === '' ? null : due))) onDone();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Set for this class"
      submitting={form.submitting}
      onSubmit={form.onSubmit(submit)}
    >
      <NativeSelect
        label="Class"
        required
        data-autofocus
        data={[
          { value: '', label: 'Choose a class', disabled: true },
          ...classes.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps('school_class_id')}
      />
      <TextInput
        label="Last day"
        description="You can leave it empty. To change the day later, set it once more."
        type="date"
        min={today()}
        {...form.getInputProps('due')}
      />
    </ModalForm>
  );
}

/** For which class, and by when? Works without a network. */
export function SetCourseDialog({ opened, ...props }: FormProps & { opened: boolean }) {
  return (
    <FormModal opened={opened} onClose={props.onDone} title="Set for a class" size={480}>
      <SetCourseForm {...props} />
    </FormModal>
  );
}
