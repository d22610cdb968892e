import { Checkbox, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { studentOfficeEndpoints } from '#contract/students/student-office.endpoints.ts';
import { fullName } from '#contract/students/students.rules.ts';
import { PasswordChange } from '#contract/students/student-office.schema.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useUnreachable } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { NeedsNetwork } from '#src/ui/no-network.tsx';
import { notify } from '#src/ui/notify.tsx';
import { PupilPasswordField } from './pupil-password.field.tsx';

interface FormProps {
  student: Student;
  api: ApiClient;
  onDone: () => void;
}

function ChangePasswordForm({ student, api, onDone }: FormProps) {
  const isUnreachable = useUnreachable();
  const form = useForm({
    initialValues: { new_password: '', compromised: false },
    validate: schemaResolver(PasswordChange, { sync: true }),
  });

  async function change(body: { new_password: string; compromised: boolean }) {
    try {
      await api.call(studentOfficeEndpoints.changePassword, { params: { id: student.id }, body });
    } catch (error) {
      const { text, fields } = failureOf(error);
      form.setErrors(fields);
      notify.error('Failed to update student', text);
      return;
    }
    notify.success('Student updated successfully', 'The new password works from now on.');
    onDone();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      submitLabel="Change password"
      submitting={form.submitting}
      onSubmit={form.onSubmit(change)}
    >
      <NeedsNetwork isAway={isUnreachable}>
        A password goes straight to the school, and is not kept on this device.
      </NeedsNetwork>
      <PupilPasswordField
        isFirst
        value={form.values.new_password}
        error={form.errors['new_password']}
        onChange={({ currentTarget }) => form.setFieldValue('new_password', currentTarget.value)}
        onSuggest={(password) => form.setFieldValue('new_password', password)}
      />
      <Checkbox
        label="Somebody else knows the old password"
        description="What tablets still hold of this student then waits until you have looked at it."
        {...form.getInputProps('compromised', { type: 'checkbox' })}
      />
      <Text c="dimmed" size="sm">
        Whoever signed in with the old password has to sign in again. Login cards stay good.
      </Text>
    </ModalForm>
  );
}

interface ChangePasswordDialogProps extends Pick<FormProps, 'api'> {
  /** Null before the dialog was opened for anyone. */
  student: Student | null;
  opened: boolean;
  onClose: () => void;
}

/** Only with a network: a password is kept nowhere on the way. */
export function ChangePasswordDialog({ student, api, opened, onClose }: ChangePasswordDialogProps) {
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={student ? `New password for ${fullName(student)}` : 'New password'}
      size={520}
    >
      {student && <ChangePasswordForm student={student} api={api} onDone={onClose} />}
    </FormModal>
  );
}
