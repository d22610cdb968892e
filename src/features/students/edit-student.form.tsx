import { Button, Group, NativeSelect } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import * as v from 'valibot';
import { studentOfficeEndpoints } from '#contract/students/student-office.endpoints.ts';
import { studentProblems } from '#contract/students/students.problems.ts';
import { fullName, privacyQuestion } from '#contract/students/students.rules.ts';
import { StudentEdit } from '#contract/students/student-office.schema.ts';
import { privacyPreferences, type Student } from '#contract/students/students.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { takeOverSaved } from '#src/session/take-over-saved.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { useReplica, useUnreachable } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { NameFields } from '#src/ui/name-fields.tsx';
import { NeedsNetwork } from '#src/ui/no-network.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { withLastName } from './last-name.rules.ts';
import { privacyLooks } from './privacy.tsx';
import { PupilPasswordField } from './pupil-password.field.tsx';
import styles from './student-profile.module.css';

interface EditStudentFormProps {
  student: Student;
  api: ApiClient;
}

/** Name, password and privacy in one, as the school keeps them; only with a network, because a password is in it. */
export function EditStudentForm({ student, api }: EditStudentFormProps) {
  const replica = useReplica();
  const isUnreachable = useUnreachable();
  const asking = useDialog<StudentEdit>();
  const asShown = {
    first_name: student.first_name,
    last_name: student.last_name,
    password: '',
    privacy_preference: student.privacy_preference,
  };
  const form = useForm({
    initialValues: asShown,
    validate: withLastName(student, schemaResolver(StudentEdit, { sync: true })),
  });
  const draft = useFormDraft(`edit-student ${student.id}`, form, { leaveOut: ['password'] });
  useDirtyForm(form.isDirty(), draft.end);

  // What changed elsewhere meanwhile is what the form starts from, but for what was typed into it.
  const shown = JSON.stringify(asShown);
  const [startsFrom, setStartsFrom] = useState(shown);
  if (shown !== startsFrom) {
    setStartsFrom(shown);
    takeOverSaved(form, asShown, ['first_name', 'last_name']);
  }

  async function save(edit: StudentEdit) {
    try {
      await api.call(studentOfficeEndpoints.update, { params: { id: student.id }, body: edit });
    } catch (error) {
      const { text, fields } = failureOf(error);
      form.setErrors(fields);
      notify.error('Failed to update student', text);
      return;
    }
    notify.success('Student updated successfully');
    const saved = { ...edit, password: '' };
    form.setInitialValues(saved);
    form.setValues(saved);
    // What it changed on this page comes with the next pull.
    replica.syncNow();
  }

  async function submit(values: typeof asShown) {
    const edit = v.parse(StudentEdit, values);
    if (edit.privacy_preference === student.privacy_preference) await save(edit);
    else asking.open(edit);
  }

  async function confirm() {
    const edit = asking.subject;
    if (!edit) return;
    // The question named where the change starts from; while it stood, somebody else's change may have come in.
    const now = replica.readAll('students').rows.find(({ id }) => id === student.id);
    if (now?.privacy_preference !== student.privacy_preference) {
      notify.error(studentProblems.invalid_privacy_transition.error);
      return;
    }
    await save(edit);
  }

  const question =
    asking.subject && privacyQuestion(student.privacy_preference, asking.subject.privacy_preference);

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit)}>
      <DraftNote draft={draft} />
      <NeedsNetwork isAway={isUnreachable}>
        It carries a password; the name alone and the privacy alone can be changed from the menu above.
      </NeedsNetwork>
      <Group align="flex-start" gap="md" grow preventGrowOverflow={false} className={styles.names}>
        <NameFields field={form.getInputProps} hasOneName={student.last_name === ''} />
      </Group>
      <PupilPasswordField
        value={form.values.password}
        error={form.errors['password']}
        onChange={({ currentTarget }) => form.setFieldValue('password', currentTarget.value)}
        onSuggest={(password) => form.setFieldValue('password', password)}
      />
      <NativeSelect
        label="Privacy preference"
        required
        data={privacyPreferences.map((value) => ({ value, label: privacyLooks[value].label }))}
        {...form.getInputProps('privacy_preference')}
      />
      <Group justify="flex-end">
        <Button type="submit" loading={form.submitting} disabled={isUnreachable}>
          Save changes
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking.opened}
        onClose={asking.close}
        title={`Change the privacy of ${fullName(student)}?`}
        question={question ?? ''}
        confirmLabel={asking.subject ? `Change to ${asking.subject.privacy_preference}` : ''}
        onConfirm={confirm}
      />
    </form>
  );
}
