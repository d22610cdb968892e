import { schemaResolver, useForm } from '@mantine/form';
import * as v from 'valibot';
import { fullName } from '#contract/students/students.rules.ts';
import { StudentName } from '#contract/students/students.schema.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { NameFields } from '#src/ui/name-fields.tsx';
import { notify } from '#src/ui/notify.tsx';
import { saveAndSay } from '#src/session/saved-here.ts';
import { withLastName } from './last-name.rules.ts';
import { renameStudent, renameStudentInput } from './students.mutations.ts';

function RenameStudentForm({ student, onDone }: { student: Student; onDone: () => void }) {
  const replica = useReplica();
  const form = useForm({
    initialValues: { first_name: student.first_name, last_name: student.last_name },
    validate: withLastName(student, schemaResolver(StudentName, { sync: true })),
  });
  const draft = useFormDraft(`rename-student ${student.id}`, form);

  async function rename(values: StudentName) {
    const name = v.parse(StudentName, values);
    if (name.first_name === student.first_name && name.last_name === student.last_name) {
      onDone();
      return;
    }
    const words = ['Student updated successfully', 'Failed to update student'] as const;
    const isSaved = await saveAndSay(notify, words, () =>
      replica.enqueue(renameStudent, renameStudentInput(student.id, name)),
    );
    if (isSaved) onDone();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Save"
      submitting={form.submitting}
      onSubmit={form.onSubmit(rename)}
    >
      <NameFields field={form.getInputProps} isFirst hasOneName={student.last_name === ''} />
    </ModalForm>
  );
}

interface RenameStudentDialogProps {
  /** Null before the dialog was opened for anyone. */
  student: Student | null;
  opened: boolean;
  onClose: () => void;
}

export function RenameStudentDialog({ student, opened, onClose }: RenameStudentDialogProps) {
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={student ? `Rename ${fullName(student)}` : 'Rename'}
      size={440}
    >
      {student && <RenameStudentForm student={student} onDone={onClose} />}
    </FormModal>
  );
}
