import { NativeSelect, Text, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { classThemes } from '#contract/classes/classes.rules.ts';
import { ClassName } from '#contract/classes/classes.schema.ts';
import { saveAndSay } from '#src/session/saved-here.ts';
import { useSchoolPlaces } from '#src/session/school-places.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { useReplica } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ClassFields } from './class-fields.tsx';
import { teacherLabel, wrongName } from './class-form.rules.ts';
import { createClass, createClassInput } from './classes.mutations.ts';
import { useClasses } from './classes.queries.ts';
import { useStaff, type Staff } from './use-staff.ts';

/** The first of the offered colours that the fewest classes have. */
function useFreshTheme(): string {
  const { classes } = useClasses();
  const times = (theme: string) => classes.filter(({ class_theme }) => class_theme === theme).length;
  const [fresh] = classThemes.map(({ value }) => value).toSorted((one, other) => times(one) - times(other));
  return fresh ?? classThemes[0].value;
}

interface LeadFieldProps {
  staff: Staff;
  value: string;
  onChange: (id: string) => void;
}

/** Who leads it can be said as long as the school says who is there. */
function LeadField({ staff: { status, members }, value, onChange }: LeadFieldProps) {
  if (status === 'loading') return null;
  if (status !== 'ready')
    return (
      <Text c="dimmed" role="status">
        Who teaches it can be chosen on the page of the class as soon as the school can be reached.
      </Text>
    );
  return (
    <NativeSelect
      label="Lead teacher"
      data={[
        { value: '', label: 'Nobody yet' },
        ...members.map((member) => ({ value: member.id, label: teacherLabel(member) })),
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface CreateClassFormProps {
  api: ApiClient;
  onDone: () => void;
}

function CreateClassForm({ api, onDone }: CreateClassFormProps) {
  const replica = useReplica();
  const navigate = useNavigate();
  const places = useSchoolPlaces();
  const staff = useStaff(api);
  const form = useForm({
    initialValues: { name: '', class_theme: useFreshTheme(), lead: '' },
    validate: { name: wrongName },
  });
  const draft = useFormDraft('create-class', form);

  async function create({ name, class_theme, lead }: typeof form.values) {
    const wanted = { name: v.parse(ClassName, name), class_theme };
    const input = createClassInput(lead === '' ? wanted : { ...wanted, lead_teacher_id: lead });
    const words = ['Class created', 'Failed to create the class'] as const;
    const isSaved = await saveAndSay(notify, words, () => replica.enqueue(createClass, input));
    if (!isSaved) return;
    onDone();
    await navigate(places.schoolClass(input.body.id));
  }

  return (
    <ModalForm
      dirty={form.isDirty('name')}
      draft={draft}
      submitLabel="Create class"
      submitting={form.submitting}
      onSubmit={form.onSubmit(create)}
    >
      <ClassFields
        name={form.getInputProps('name') as TextInputProps}
        theme={form.values.class_theme}
        onTheme={(theme) => form.setFieldValue('class_theme', theme)}
      />
      <LeadField staff={staff} value={form.values.lead} onChange={(id) => form.setFieldValue('lead', id)} />
      <Text c="dimmed">The class gets its code as soon as this device is online.</Text>
    </ModalForm>
  );
}

interface CreateClassDialogProps extends CreateClassFormProps {
  opened: boolean;
}

export function CreateClassDialog({ opened, onDone, ...form }: CreateClassDialogProps) {
  return (
    <FormModal opened={opened} onClose={onDone} title="Create a class">
      <CreateClassForm {...form} onDone={onDone} />
    </FormModal>
  );
}
