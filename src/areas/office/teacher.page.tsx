import { Button } from '@mantine/core';
import { IconFeather } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { dashboardAt } from '#contract/kit/paths.ts';
import { isAuthor, seesWholeSchool } from '#contract/kit/roles.ts';
import { useUser } from '#src/session/use-session.ts';
import { BackLink } from '#src/ui/back-link.tsx';
import { AreaFrame } from '../area-frame.tsx';
import { ClassDetails, ClassList, Gate, Tablets } from '../classroom.tsx';
import { teacherMenu } from '../teacher.menu.ts';
import { useStaffBadges } from '#src/features/dashboard/use-staff-badges.ts';
import styles from './teacher.page.module.css';

const StudentsPage = lazy(async () => ({ default: (await import('./students.page.tsx')).StudentsPage }));
const StudentProfilePage = lazy(async () => ({
  default: (await import('./student-profile.page.tsx')).StudentProfilePage,
}));

const Reviews = lazy(async () => ({ default: (await import('./reviews.page.tsx')).ReviewsPage }));

const Works = lazy(async () => ({ default: (await import('./works.page.tsx')).WorksPage }));

const Reports = lazy(async () => ({ default: (await import('./reports.page.tsx')).ReportsPage }));

const OfferedBooks = lazy(async () => ({
  default: (await import('./offered-books.page.tsx')).OfferedBooksPage,
}));

const Raised = lazy(async () => ({ default: (await import('../raised.area.tsx')).RaisedArea }));

const OwnProfile = lazy(async () => ({ default: (await import('./own-profile.page.tsx')).OwnProfilePage }));

/** The lists of all that children make, by what the address asks for. */
const workLists = [
  { kind: 'book', option: 'All Books', label: 'Books' },
  { kind: 'story', option: 'All Stories', label: 'Stories' },
] as const;

function ToClasses() {
  return <BackLink to={dashboardAt('Teacher Dashboard')}>Classes</BackLink>;
}

/** All students of the school, or one of them where the address names it. */
function Students({ id }: { id: string | null }) {
  return (
    <Gate title="Students">
      {id === null ? <StudentsPage breadcrumb={<ToClasses />} /> : <StudentProfilePage id={id} />}
    </Gate>
  );
}

/** What the address asks for. */
function Page() {
  const [address] = useSearchParams();
  const user = useUser();
  const isOffice = user !== null && seesWholeSchool(user.role);
  const id = address.get('id');
  if (isOffice && address.get('option') === 'Students') return <Students id={address.get('student')} />;
  if (isOffice && address.get('option') === 'Reports')
    return (
      <Suspense fallback={null}>
        <Reports breadcrumb={<ToClasses />} />
      </Suspense>
    );
  if (isOffice && address.get('option') === 'Books from visitors')
    return (
      <Suspense fallback={null}>
        <OfferedBooks breadcrumb={<ToClasses />} />
      </Suspense>
    );
  if (address.get('option') === 'Money I Have Raised' && user && isAuthor(user.role))
    return (
      <Suspense fallback={null}>
        <Raised isStaff breadcrumb={<ToClasses />} />
      </Suspense>
    );
  if (address.get('option') === 'Profile')
    return (
      <Suspense fallback={null}>
        <OwnProfile breadcrumb={<ToClasses />} />
      </Suspense>
    );
  if (address.get('option') === 'Tablets') return <Tablets breadcrumb={<ToClasses />} />;
  if (address.get('option') === 'Stories')
    return (
      <Suspense fallback={null}>
        <Reviews story={address.get('story')} breadcrumb={<ToClasses />} />
      </Suspense>
    );
  const works = workLists.find(({ option }) => option === address.get('option'));
  if (works)
    return (
      <Gate title={works.label}>
        <Works
          kind={works.kind}
          description={
            isOffice
              ? 'All of the school, from the first word to the library.'
              : 'All that your students write, from the first word to the library.'
          }
          breadcrumb={<ToClasses />}
        />
      </Gate>
    );
  if (id !== null) return <ClassDetails id={id} />;
  const actions = (
    // What waits is a tap away where the menu is folded into a bar.
    <Button
      component={Link}
      to={dashboardAt('Stories')}
      variant="default"
      className={styles.folded}
      leftSection={<IconFeather size={20} stroke={1.75} aria-hidden />}
    >
      To review
    </Button>
  );
  return <ClassList actions={actions} />;
}

/** `/dashboard`: the teacher's classes, one of them where the address names it, their tablets, or all students of the school. */
export function TeacherPage() {
  return (
    <AreaFrame label="Teacher" menu={teacherMenu(useStaffBadges())}>
      <Page />
    </AreaFrame>
  );
}
