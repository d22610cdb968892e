import { Alert, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck, IconClockHour4, IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { fullName } from '#contract/students/students.rules.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { sayDay, sayInFull, saySince } from '#src/ui/moments.ts';
import { keptInWords, type JobStanding } from './import-job.rules.ts';
import styles from './imports.module.css';

/** Specification, section 8. */
const allAtSchool = 'CSV file uploaded successfully! All student accounts have been registered.';

interface ImportJobCardProps {
  standing: JobStanding;
  byId: ReadonlyMap<string, Student>;
  now: Date;
  /** It was added a moment ago. */
  isNew: boolean;
  /** What prints the cards of these children. */
  printCards: (studentIds: readonly string[]) => ReactNode;
  onUndo: () => void;
  ref?: Ref<HTMLElement>;
}

function State({ standing, isNew }: Pick<ImportJobCardProps, 'standing' | 'isNew'>) {
  const { job, waiting, missing } = standing;
  if (job.undone_at !== null) return <Text>This import is undone.</Text>;
  if (waiting > 0) {
    return (
      <Alert
        color="blue"
        variant="light"
        role="status"
        icon={<IconClockHour4 aria-hidden />}
        title={`${counted(waiting, 'student waits', 'students wait')} on this tablet to be sent`}
      >
        They are in the class list already. Login cards can be printed as soon as the school has them.
      </Alert>
    );
  }
  if (job.student_ids.length > 0 && job.refused.length === 0 && missing === 0 && isNew) {
    return (
      <Alert
        color="green"
        variant="light"
        role="status"
        icon={<IconCircleCheck aria-hidden />}
        title={allAtSchool}
      />
    );
  }
  return <Text>{counted(job.student_ids.length, 'student')} registered at the school.</Text>;
}

/** One import of the class: how far it is, what was not taken and why, printing, and undoing it for a day. */
export function ImportJobCard({ standing, byId, now, isNew, printCards, onUndo, ref }: ImportJobCardProps) {
  const { job, missing, canUndo, printable } = standing;
  const who = job.made_by ? ` by ${fullName(job.made_by)}` : '';
  return (
    <article ref={ref} tabIndex={-1} aria-label={`Import of ${job.file_name}`} className={styles.job}>
      <header className={styles.jobHead}>
        <h3 className={styles.jobName}>
          <bdi>{job.file_name}</bdi>
        </h3>
        <Text size="sm" c="dimmed" title={sayInFull(job.made_at)}>
          {`${counted(job.row_count, 'student')}, ${sayDay(job.made_at, now)}${who}`}
        </Text>
      </header>
      <State standing={standing} isNew={isNew} />
      {missing > 0 && job.undone_at === null && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle aria-hidden />}
          title={`${counted(missing, 'student')} did not get to the school. The list of changes says why`}
        />
      )}
      {job.refused.length > 0 && (
        <section aria-label="Rows that the school did not take">
          <Text fw={600}>{counted(job.refused.length, 'row was not taken', 'rows were not taken')}</Text>
          <ul className={styles.lines}>
            {job.refused.map(({ id, row, first_name, last_name, reason }) => (
              <li key={id}>
                {`Row ${row}: `}
                <bdi>{fullName({ first_name, last_name })}</bdi>
                {`. ${reason}`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {job.kept.length > 0 && (
        <section aria-label="Children who stayed">
          <Text fw={600}>{`${counted(job.kept.length, 'student')} stayed`}</Text>
          <ul className={styles.lines}>
            {job.kept.map((kept) => (
              <li key={kept.id}>{keptInWords(kept, byId)}</li>
            ))}
          </ul>
        </section>
      )}
      <Group gap="sm">
        {job.undone_at === null && printable.length > 0 && printCards(printable)}
        {canUndo && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={20} stroke={1.75} aria-hidden />}
            onClick={onUndo}
          >
            Undo this import
          </Button>
        )}
        {canUndo && job.undo_until !== null && (
          <Text size="sm" c="dimmed">
            {`Until ${saySince(job.undo_until, now)}`}
          </Text>
        )}
      </Group>
    </article>
  );
}
