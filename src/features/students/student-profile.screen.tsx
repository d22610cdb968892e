import { Alert, Anchor, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconArchive, IconKey, IconQrcode } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { animalOf } from '#contract/kit/avatar-names.ts';
import { studentProblems } from '#contract/students/students.problems.ts';
import { fullName } from '#contract/students/students.rules.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { syncNow } from '#src/session/sync-now.ts';
import { useSchoolPlaces } from '#src/session/school-places.ts';
import { useAllRows, usePopulated, useReplica, useUnreachable } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { BackLink } from '#src/ui/back-link.tsx';
import { Day } from '#src/ui/day.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { NoNetwork } from '#src/ui/no-network.tsx';
import { AnimalAvatar } from '#src/ui/pictures/animal-avatar.tsx';
import { LostPageIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { ChangePasswordDialog } from './change-password.dialog.tsx';
import { EditStudentForm } from './edit-student.form.tsx';
import { MoveMenuItem } from './move-students.buttons.tsx';
import { MoveStudentsDialog, type Moving } from './move-students.dialog.tsx';
import { PrivacyBadge } from './privacy.tsx';
import { StudentActing } from './student-acting.tsx';
import { StudentActions } from './student-actions.tsx';
import { LastSignInCell, UsernameCell } from './student-columns.tsx';
import styles from './student-profile.module.css';

interface StudentProfileScreenProps {
  /** As the address has it. */
  id: string | undefined;
  api?: ApiClient;
  onLoginCard: (student: Student) => void;
  /** What the student types to sign in, from another feature. */
  loginInfo: (student: Student) => ReactNode;
  /** What a guardian allowed, from another feature. */
  permissions: (student: Student) => ReactNode;
}

function Back() {
  const places = useSchoolPlaces();
  return <BackLink to={places.students}>Students</BackLink>;
}

function Missing({ isUnreachable, onRetry }: { isUnreachable: boolean; onRetry: () => void }) {
  const places = useSchoolPlaces();
  return (
    <Screen title="Student" breadcrumb={<Back />}>
      {isUnreachable ? (
        <NoNetwork
          waits="The students are not on this device yet. They come with the first visit that has a network."
          action={<Button onClick={onRetry}>Try again</Button>}
        />
      ) : (
        <EmptyState
          role="alert"
          picture={<LostPageIllustration />}
          title={studentProblems.not_found.error}
          text="The student may have left the school, or the address is not complete."
          action={
            <Button component={Link} to={places.students}>
              See all students
            </Button>
          }
        />
      )}
    </Screen>
  );
}

function Facts({ student }: { student: Student }) {
  const places = useSchoolPlaces();
  const { stu_class, date_joined } = student;
  return (
    <section className={styles.card} aria-label="About the student">
      <div className={styles.picture}>
        <AnimalAvatar name={animalOf(student)} size={112} />
      </div>
      <dl className={styles.facts}>
        <dt>Username</dt>
        <dd>
          <UsernameCell username={student.username} />
        </dd>
        <dt>Class</dt>
        <dd>
          {stu_class ? (
            <Anchor component={Link} to={places.schoolClass(stu_class.id)}>
              <bdi>{stu_class.name}</bdi>
            </Anchor>
          ) : (
            'No class'
          )}
        </dd>
        <dt>Privacy</dt>
        <dd>
          <PrivacyBadge preference={student.privacy_preference} />
        </dd>
        <dt>Books</dt>
        <dd>{student.no_of_books}</dd>
        <dt>Joined</dt>
        <dd>
          <Day at={date_joined} />
        </dd>
        <dt>Last sign-in</dt>
        <dd>
          <LastSignInCell instant={student.last_login} />
        </dd>
      </dl>
    </section>
  );
}

function ArchivedNote({ student: { archived_at, archived_by } }: { student: Student }) {
  if (archived_at === null) return null;
  return (
    <Alert role="status" variant="light" color="yellow" icon={<IconArchive aria-hidden />}>
      Archived <Day at={archived_at} />
      {archived_by && (
        <>
          {' '}
          by <bdi>{fullName(archived_by)}</bdi>
        </>
      )}
      . Books and stories are kept; the student cannot sign in until restored from the menu.
    </Alert>
  );
}

/** One student of the school: what is known, and all that the school office can do. */
export function StudentProfileScreen({
  id,
  api = apiClient,
  onLoginCard,
  loginInfo,
  permissions,
}: StudentProfileScreenProps) {
  const replica = useReplica();
  const { status, rows } = useAllRows('students');
  const isPopulated = usePopulated('students');
  const isUnreachable = useUnreachable();
  const moving = useDialog<Moving>();
  const password = useDialog<Student>();
  const student = id === undefined ? undefined : rows.find((row) => row.id === id);

  if (!student) {
    const isComing = isPopulated ? status === 'loading' : !isUnreachable;
    if (!isComing || id === undefined)
      return <Missing isUnreachable={!isPopulated && isUnreachable} onRetry={() => syncNow(replica)} />;
    return (
      <Screen title="Student" breadcrumb={<Back />}>
        <div className={styles.late} aria-busy role="status" aria-label="Loading">
          <Skeleton height={36} width={240} />
          <Skeleton height={320} mt="lg" radius="md" />
        </div>
      </Screen>
    );
  }
  const isArchived = student.archived_at !== null;
  return (
    <StudentActing standing={() => replica.readAll('students').rows}>
      {(acts) => (
        <Screen
          title={fullName(student)}
          breadcrumb={<Back />}
          actions={
            <>
              <Button
                variant="default"
                leftSection={<IconKey size={20} stroke={1.75} aria-hidden />}
                onClick={() => password.open(student)}
              >
                Change password
              </Button>
              {!isArchived && (
                <Button
                  leftSection={<IconQrcode size={20} stroke={1.75} aria-hidden />}
                  onClick={() => onLoginCard(student)}
                >
                  Login card
                </Button>
              )}
              <StudentActions
                student={student}
                onLoginCard={undefined}
                onRename={() => acts.rename(student)}
                onPrivacy={(to) => acts.changePrivacy(student, to)}
                onArchive={() => acts.archive([student])}
                onRestore={() => acts.restore([student])}
                more={<MoveMenuItem onClick={() => moving.open({ students: [student] })} />}
              />
            </>
          }
        >
          <ArchivedNote student={student} />
          <div className={styles.columns}>
            <Facts student={student} />
            <div className={styles.stack}>
              <section className={styles.card} aria-labelledby="edit-student">
                <Title order={2} size="h3" id="edit-student">
                  Edit student
                </Title>
                {student.username === null ? (
                  <Text c="dimmed">
                    The school makes the username when it hears of this student. Everything can be edited
                    then.
                  </Text>
                ) : (
                  <EditStudentForm student={student} api={api} />
                )}
              </section>
              {!isArchived && (
                <section className={styles.card} aria-labelledby="login-info">
                  <Group justify="space-between">
                    <Title order={2} size="h3" id="login-info">
                      Login info
                    </Title>
                  </Group>
                  {loginInfo(student)}
                </section>
              )}
              {/* The school has to have heard of the student. */}
              {student.username !== null && permissions(student)}
            </div>
          </div>
          <MoveStudentsDialog moving={moving.subject} opened={moving.opened} onClose={moving.close} />
          <ChangePasswordDialog
            student={password.subject}
            api={api}
            opened={password.opened}
            onClose={password.close}
          />
        </Screen>
      )}
    </StudentActing>
  );
}
