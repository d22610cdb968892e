import { Alert, Checkbox, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconInfoCircle } from '@tabler/icons-react';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import type { Preparation } from '#contract/devices/preparation.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { askToKeep } from '#src/session/keep-part.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { tabletFailure } from './tablet-problems.ts';
import styles from './tablets.module.css';
import { prepareTablet } from './tablets.store.ts';
import type { ThisTablet } from './this-tablet.ts';

const lessonParts = ['library', 'reader', 'writing'] as const;

interface FormProps {
  api: ApiClient;
  tablet: ThisTablet;
  tenantId: string;
  deviceId: string;
  /** What the tablet is prepared for so far; null where it is not. */
  present: Preparation | null;
  /** Those that the person runs, in order. */
  classes: readonly SchoolClass[];
  /** The class that the list shows; null for all. */
  classId: string | null;
  /** True for those who may prepare it for the whole school. */
  seesAll: boolean;
  onDone: () => void;
}

interface Choice {
  whole_school: boolean;
  school_class_ids: string[];
}

/** What it is prepared for so far, else the class that is looked at, else the only one. */
function firstChoice({ present, classes, classId }: FormProps): Choice {
  const own = new Set(classes.map(({ id }) => id));
  const before = present?.school_classes?.map(({ id }) => id) ?? [];
  const looked = classId === null ? [] : [classId];
  const only = classes.length === 1 ? classes.map(({ id }) => id) : [];
  const chosen = [before, looked, only].find((ids) => ids.length > 0) ?? [];
  return {
    whole_school: present?.school_classes === null,
    school_class_ids: chosen.filter((id) => own.has(id)),
  };
}

function wrongChoice(ids: readonly string[], { whole_school }: Choice): string | null {
  if (whole_school) return null;
  if (ids.length === 0) return 'Please choose at least one class';
  const most = limits.classesPerPreparation;
  return ids.length > most ? `Please choose at most ${most} classes` : null;
}

function PrepareTabletForm(props: FormProps) {
  const { api, tablet, tenantId, deviceId, present, classes, seesAll, onDone } = props;
  const form = useForm<Choice>({
    initialValues: firstChoice(props),
    validate: { school_class_ids: wrongChoice },
  });
  const draft = useFormDraft(`prepare-tablet ${deviceId}`, form);
  const { whole_school } = form.values;
  const ofColleagues = seesAll
    ? []
    : (present?.school_classes ?? []).filter(({ id }) => classes.every((own) => own.id !== id));

  async function prepare(choice: Choice) {
    const school_class_ids = choice.whole_school ? null : choice.school_class_ids;
    try {
      await prepareTablet(api, tablet, { tenant_id: tenantId, device_id: deviceId, school_class_ids });
    } catch (error) {
      notify.error('Failed to prepare the tablet', tabletFailure(error));
      return;
    }
    // Children read and write on it where there is no network, also those who never did so here.
    for (const part of lessonParts) void askToKeep(part);
    notify.success('Tablet prepared');
    onDone();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Prepare"
      submitting={form.submitting}
      onSubmit={form.onSubmit(prepare)}
    >
      <Text>
        The children you choose can then sign in on this tablet with their login card when there is no
        network, even those who never used it before. It keeps their first names and animals, locked away.
      </Text>
      {seesAll && (
        <Checkbox label="The whole school" {...form.getInputProps('whole_school', { type: 'checkbox' })} />
      )}
      {!whole_school && (
        <Checkbox.Group
          label="Classes"
          required
          data-wrong={form.errors['school_class_ids'] !== undefined || undefined}
          {...form.getInputProps('school_class_ids')}
        >
          {classes.length === 0 ? (
            <Text c="dimmed">There are no classes yet.</Text>
          ) : (
            <div className={styles.choices}>
              {classes.map(({ id, name }) => (
                <Checkbox key={id} value={id} label={<bdi>{name}</bdi>} />
              ))}
            </div>
          )}
        </Checkbox.Group>
      )}
      {ofColleagues.length > 0 && (
        <Text>
          Prepared by colleagues, and stays so: <bdi>{ofColleagues.map(({ name }) => name).join(', ')}</bdi>
        </Text>
      )}
      <Alert variant="light" icon={<IconInfoCircle aria-hidden />}>
        A login card that is replaced goes on working here without a network until this tablet has been online
        again. Prepare only tablets that stay at school; one that is lost can be taken back in the list.
      </Alert>
    </ModalForm>
  );
}

interface PrepareTabletDialogProps extends Omit<FormProps, 'deviceId'> {
  /** Null before the dialog was opened. */
  deviceId: string | null;
  opened: boolean;
  onClose: () => void;
}

/** Lets children sign in on the tablet in the hand without a network. */
export function PrepareTabletDialog({
  deviceId,
  opened,
  onClose,
  onDone,
  ...form
}: PrepareTabletDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Prepare this tablet">
      {deviceId !== null && (
        <PrepareTabletForm
          {...form}
          deviceId={deviceId}
          onDone={() => {
            onClose();
            onDone();
          }}
        />
      )}
    </FormModal>
  );
}
