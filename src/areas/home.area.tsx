import { Suspense } from 'react';
import type { User } from '#contract/identity/identity.schema.ts';
import { HomeScreen } from '#src/features/site/home.screen.tsx';
import { areaRoles } from '#src/session/dashboards.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { ReplicaGate } from '#src/session/replica-gate.tsx';
import { useUser } from '#src/session/use-session.ts';
import { StorageFailed } from '#src/ui/storage-failed.tsx';
import styles from './home.module.css';

// Each by itself: the welcome stands without them, and none keeps the others away.
const ContinueReading = lazyWithRetry(
  async () => (await import('#src/features/library/continue-reading.tsx')).ContinueReading,
);
const NewWorks = lazyWithRetry(async () => (await import('#src/features/library/new-works.tsx')).NewWorks);
const LibraryNumbers = lazyWithRetry(
  async () => (await import('#src/features/library/library-numbers.tsx')).LibraryNumbers,
);
const TeacherHome = lazyWithRetry(
  async () => (await import('./office/teacher-home.page.tsx')).TeacherHomePage,
);
const AdminHome = lazyWithRetry(async () => (await import('./office/admin-home.page.tsx')).AdminHomePage);

const MorePages = lazyWithRetry(async () => (await import('#src/features/content/more-pages.tsx')).MorePages);

const SchoolsHome = lazyWithRetry(async () => (await import('./organization/schools-home.tsx')).SchoolsHome);
const NextStory = lazyWithRetry(async () => (await import('#src/features/writing/next-story.tsx')).NextStory);

function Next({ role, visiting }: User) {
  const isOneOf = (roles: readonly User['role'][]) => roles.includes(role);
  // At home, an organization has no classes to look after.
  if (!visiting && isOneOf([...areaRoles.organization, ...areaRoles.platform])) return <SchoolsHome />;
  if (isOneOf(areaRoles.adminSchool)) return <AdminHome />;
  if (isOneOf(areaRoles.teacher)) return <TeacherHome />;
  if (role === 'student') return <ChildHome />;
  return null;
}

function ChildHome() {
  return (
    <div className={styles.section}>
      <ReplicaGate failed={(error) => <StorageFailed what="your stories" error={error} />}>
        <NextStory />
      </ReplicaGate>
    </div>
  );
}

/** `/` */
export function HomeArea() {
  const reader = useUser();
  const id = reader?.id ?? '';
  return (
    <HomeScreen
      next={(user) => (
        <div className={styles.next} data-role={user.role}>
          <Suspense fallback={null}>
            <Next {...user} />
          </Suspense>
        </div>
      )}
      shelf={
        <Suspense fallback={<div className={styles.shelf} />}>
          <div className={`${styles.section} ${styles.shelf}`}>
            <ContinueReading key={`read ${id}`} />
            <NewWorks key={id} />
            {reader?.role !== 'student' && <LibraryNumbers key={`numbers ${id}`} />}
            <MorePages />
          </div>
        </Suspense>
      }
    />
  );
}
