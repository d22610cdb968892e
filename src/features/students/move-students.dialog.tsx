import { NativeSelect, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Student } from '#contract/students/students.schema.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { whoAre } from './students.rules.ts';
import { useClassesByName } from './use-classes-by-name.ts';
import { useMoveStudents } from './use-move-students.ts';

export interface Moving {
  students: readonly Student[];
  /** Where they stand in a list: they are picked no more, and the keyboard goes on from it. */
  letGo?: () => void;
}

interface FormProps {
  students: readonly Student[];
  onMoved: () => void;
}

function MoveStudentsForm({ students, onMoved }: FormProps) {
  const move = useMoveStudents();
  const classes = useClassesByName();
  // Where all of them are already is nowhere to go.
  const places = classes.filter(({ id }) => students.some(({ stu_class }) => stu_class?.id !== id));
  const form = useForm({
    initialValues: { school_class_id: '' },
    validate: {
      school_class_id: (id) => (places.some((place) => place.id === id) ? null : 'Please choose a class'),
    },
  });

  async function submit({ school_class_id }: { school_class_id: string }) {
    const to = places.find(({ id }) => id === school_class_id);
    if (to && (await move(students, to))) onMoved();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      submitLabel="Move"
      submitting={form.submitting}
      onSubmit={form.onSubmit(submit)}
    >
      <Text>
        {students.length === 1
          ? 'Books, stories, password and login card stay as they are. The teacher of the new class sees the student from then on.'
          : 'Books, stories, passwords and login cards stay as they are. The teacher of the new class sees these students from then on.'}
      </Text>
      <NativeSelect
        label="New class"
        required
        data-autofocus
        data={[
          { value: '', label: 'Choose a class', disabled: true },
          ...places.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps('school_class_id')}
      />
    </ModalForm>
  );
}

interface MoveStudentsDialogProps {
  /** Null before the dialog was opened for anyone. */
  moving: Moving | null;
  opened: boolean;
  onClose: () => void;
}

/** To which class? Works without a network. */
export function MoveStudentsDialog({ moving, opened, onClose }: MoveStudentsDialogProps) {
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={moving ? `Move ${whoAre(moving.students)} to another class` : 'Move to another class'}
      size={480}
    >
      {moving && (
        <MoveStudentsForm
          students={moving.students}
          onMoved={() => {
            moving.letGo?.();
            onClose();
          }}
        />
      )}
    </FormModal>
  );
}
