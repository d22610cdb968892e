import { Alert, Button, Checkbox, Loader, NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconWifiOff } from '@tabler/icons-react';
import { useState } from 'react';
import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { takeOverSaved } from '#src/session/take-over-saved.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { useReplica } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { searchMembers, teacherLabel } from './class-form.rules.ts';
import styles from './class-teachers.module.css';
import { useStaff, type Staff } from './use-staff.ts';

/** Names among which one finds another without a search. */
const manyNames = 10;

interface Choice {
  lead: string;
  co: string[];
}

function wrongLead(lead: string, { co }: Choice): string | null {
  return lead === '' && co.length > 0 ? 'Please choose who leads the class' : null;
}

function wrongCo(co: readonly string[]): string | null {
  return co.length > limits.coTeachers ? `Please choose at most ${limits.coTeachers} co-teachers` : null;
}

interface ClassTeachersFormProps {
  api: ApiClient;
  schoolClass: SchoolClass;
  onDone: () => void;
}

function ClassTeachersForm({
  api,
  schoolClass,
  members,
  onDone,
}: ClassTeachersFormProps & Pick<Staff, 'members'>) {
  const replica = useReplica();
  const [search, setSearch] = useState('');
  const { assigned_teacher, co_teachers } = schoolClass;
  const now = { lead: assigned_teacher?.id ?? '', co: co_teachers.map(({ id }) => id) };
  const form = useForm<Choice>({
    initialValues: now,
    validate: { lead: wrongLead, co: wrongCo },
  });
  const draft = useFormDraft(`class-teachers ${schoolClass.id}`, form);
  const { lead, co } = form.values;
  const others = members.filter(({ id }) => id !== lead);
  const found = searchMembers(others, search);

  async function assign() {
    // What others saved since the dialog was opened is on the device by now.
    const choice = takeOverSaved(form, now);
    if (!choice) return;
    const body = {
      lead_teacher_id: choice.lead === '' ? null : choice.lead,
      co_teacher_ids: choice.co.filter((id) => id !== choice.lead),
    };
    try {
      await api.call(classEndpoints.assignTeachers, { params: { id: schoolClass.id }, body });
    } catch (error) {
      notify.error('Failed to assign the teachers', failureOf(error).text);
      return;
    }
    replica.syncNow();
    notify.success('Teachers assigned');
    onDone();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Save"
      submitting={form.submitting}
      onSubmit={form.onSubmit(assign)}
    >
      <NativeSelect
        label="Lead teacher"
        data={[
          { value: '', label: 'Nobody yet' },
          ...members.map((member) => ({ value: member.id, label: teacherLabel(member) })),
        ]}
        data-autofocus
        {...form.getInputProps('lead')}
      />
      <Checkbox.Group
        label="Co-teachers"
        description="They see the class and its students on their own devices, as its lead does."
        {...form.getInputProps('co')}
      >
        {others.length > manyNames && (
          <TextInput
            aria-label="Search colleagues"
            placeholder="Search colleagues"
            mt="xs"
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        )}
        <div className={styles.names}>
          {found.map((member) => (
            <Checkbox key={member.id} value={member.id} label={<bdi>{teacherLabel(member)}</bdi>} />
          ))}
          {found.length === 0 && <Text c="dimmed">Nobody goes by “{search}”.</Text>}
        </div>
      </Checkbox.Group>
      <Text c="dimmed" role="status">
        {co.filter((id) => id !== lead).length} chosen
      </Text>
    </ModalForm>
  );
}

function ClassTeachers(props: ClassTeachersFormProps) {
  const { status, members, reload } = useStaff(props.api);
  if (status === 'ready') return <ClassTeachersForm {...props} members={members} />;
  if (status === 'loading')
    return (
      <div className={styles.waiting}>
        <Loader role="status" aria-label="Loading" />
      </div>
    );
  return (
    <Alert
      role="alert"
      color="yellow"
      variant="light"
      icon={<IconWifiOff aria-hidden />}
      title="Failed to fetch your colleagues"
    >
      <Text>
        {status === 'failed'
          ? 'The school did not give the list. Perhaps your role has changed.'
          : 'Who teaches a class can be changed only while the school can be reached.'}
      </Text>
      <Button variant="default" mt="sm" onClick={reload} data-autofocus>
        Try again
      </Button>
    </Alert>
  );
}

interface ClassTeachersDialogProps extends ClassTeachersFormProps {
  opened: boolean;
}

/** Who leads a class, and who teaches it with them. Access to children is given by the school, so it needs the network. */
export function ClassTeachersDialog({ opened, onDone, ...form }: ClassTeachersDialogProps) {
  return (
    <FormModal opened={opened} onClose={onDone} title={`Teachers of ${form.schoolClass.name}`}>
      <ClassTeachers {...form} onDone={onDone} />
    </FormModal>
  );
}
