import { Alert, Anchor, Button, Group, Text, Textarea } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { useSchoolPlaces } from '#src/session/school-places.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { doublesInWords } from './add-students.rules.ts';
import styles from './add-students.module.css';
import { NamePreview } from './name-preview.tsx';
import { useAddStudents } from './use-add-students.ts';

interface AddStudentsFormProps {
  schoolClass: SchoolClass;
  onAdded: () => void;
}

function AddStudentsForm({ schoolClass, onAdded }: AddStudentsFormProps) {
  const { text, setText, setCommas, draft, list, error, saving, submit } = useAddStudents(
    schoolClass,
    onAdded,
  );
  const places = useSchoolPlaces();
  const doubles = doublesInWords(list);
  const count = list.names.length;
  return (
    <ModalForm
      dirty={text.trim() !== ''}
      draft={draft}
      submitLabel={count < 2 ? 'Add student' : `Add ${count} students`}
      submitting={saving}
      onSubmit={submit}
    >
      <Textarea
        label="Names"
        description="One name on each line, or separated by commas. The first word is the first name."
        placeholder={'Zoë Fern\nMateo García López'}
        autosize
        minRows={5}
        maxRows={12}
        dir="auto"
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={error}
        classNames={{ input: styles.names }}
      />
      {list.asksCommas !== null && (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconUserQuestion aria-hidden />}
          title="Is each line “last name, first name”?"
          role="status"
        >
          <Text size="sm">
            The first line is <bdi>{list.asksCommas}</bdi>.
          </Text>
          <Group gap="sm" mt={4}>
            <Button variant="default" onClick={() => setCommas('last_first')}>
              Yes, one child in each line
            </Button>
            <Button variant="default" onClick={() => setCommas('separate')}>
              No, two children in each line
            </Button>
          </Group>
        </Alert>
      )}
      {doubles && (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconUserQuestion aria-hidden />}
          title={doubles}
          role="status"
        >
          {list.inClass + list.repeated === 1 ? 'This one is' : 'They are'} added too. Take a name out of the
          list if it is the same child.
        </Alert>
      )}
      <NamePreview names={list.names} />
      {text === '' && (
        <Anchor
          component={Link}
          to={places.schoolClass(schoolClass.id, { import: '1' })}
          className={styles.import}
        >
          Import from a file
        </Anchor>
      )}
    </ModalForm>
  );
}

interface AddStudentsDialogProps {
  schoolClass: SchoolClass;
  opened: boolean;
  onClose: () => void;
}

export function AddStudentsDialog({ schoolClass, opened, onClose }: AddStudentsDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title={`Add students to ${schoolClass.name}`} size={600}>
      <AddStudentsForm schoolClass={schoolClass} onAdded={onClose} />
    </FormModal>
  );
}
