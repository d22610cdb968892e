import { Button, Group, Skeleton } from '@mantine/core';
import { IconBook2, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { classProblems } from '#contract/classes/classes.problems.ts';
import { counted } from '#src/lib/counted.ts';
import { useWordsForReader } from '#src/session/page-reader.ts';
import { useSchoolPlaces } from '#src/session/school-places.ts';
import { BackLink } from '#src/ui/back-link.tsx';
import { CopyField } from '#src/ui/copy-field.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { NoNetwork } from '#src/ui/no-network.tsx';
import { LostPageIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import styles from './class-details.module.css';
import { teacherNames } from './class-list.rules.ts';
import { codeComes } from './class-shelf.tsx';
import { useSchoolClass } from './classes.queries.ts';
import { TryAgainButton } from './try-again-button.tsx';

const title = classProblems.not_found.error;
const noSuchClass = {
  office: { title, text: 'The address is not complete, or it is a class of another school.' },
  other: { title, text: 'It may have been given to someone else, or the address is not complete.' },
};

interface ClassDetailsScreenProps {
  /** Id of the class, as the address has it. */
  id: string;
  /** What can be done with the class; the area brings it from other features. */
  actions: (schoolClass: SchoolClass) => ReactNode;
  /** A page about the class that stands in the place of this one, likewise; null where none does. */
  instead?: ((schoolClass: SchoolClass) => ReactNode) | null;
  /** The students of the class, likewise. */
  roster: (schoolClass: SchoolClass) => ReactNode;
}

function Facts({ schoolClass }: { schoolClass: SchoolClass }) {
  const { class_id, no_of_students, no_of_books, archived_at } = schoolClass;
  return (
    <Group gap="md" className={styles.facts}>
      {archived_at !== null ? null : class_id === null ? (
        <span className={styles.fact}>Class code: {codeComes}</span>
      ) : (
        <CopyField
          label="Class code"
          value={class_id}
          copied="Class ID copied successfully."
          failed="Failed to copy class ID."
        />
      )}
      <span className={styles.fact}>
        <IconUsers size={20} stroke={1.75} aria-hidden />
        {counted(no_of_students, 'student')}
      </span>
      <span className={styles.fact}>
        <IconBook2 size={20} stroke={1.75} aria-hidden />
        {counted(no_of_books, 'book')}
      </span>
      <span className={styles.fact} dir="auto">
        {teacherNames(schoolClass) || 'No teacher yet'}
      </span>
    </Group>
  );
}

export function ClassDetailsScreen({ id, actions, instead = null, roster }: ClassDetailsScreenProps) {
  const result = useSchoolClass(id);
  const notHere = useWordsForReader(noSuchClass);
  const list = useSchoolPlaces().classes();
  const back = <BackLink to={list}>Classes</BackLink>;

  if (result.status === 'ready') {
    const { schoolClass } = result;
    if (instead) return instead(schoolClass);
    return (
      <Screen
        title={schoolClass.name}
        breadcrumb={back}
        description={<Facts schoolClass={schoolClass} />}
        actions={actions(schoolClass)}
      >
        {roster(schoolClass)}
      </Screen>
    );
  }
  return (
    <Screen title="Class" breadcrumb={back}>
      {result.status === 'loading' && (
        <div className={styles.late} aria-busy role="status" aria-label="Loading">
          <Skeleton height={36} width={240} />
          <Skeleton height={320} mt="lg" radius="md" />
        </div>
      )}
      {result.status === 'missing' && (
        <EmptyState
          role="alert"
          picture={<LostPageIllustration />}
          {...notHere}
          action={
            <Button component={Link} to={list}>
              See all classes
            </Button>
          }
        />
      )}
      {result.status === 'unreachable' && (
        <NoNetwork
          title="Failed to fetch class data"
          waits="This class is not on this device yet, and there is no network right now."
          action={<TryAgainButton />}
        />
      )}
    </Screen>
  );
}
