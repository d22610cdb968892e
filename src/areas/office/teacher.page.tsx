import { Button } from '@mantine/core';
import {
  IconBook,
  IconDeviceTablet,
  IconFeather,
  IconFlag,
  IconGift,
  IconHeartHandshake,
  IconMoodKid,
  IconNotebook,
  type TablerIcon,
} from '@tabler/icons-react';
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

const listHref = dashboardAt('Teacher Dashboard');
const tabletsHref = dashboardAt('Tablets');
const reviewsHref = dashboardAt('Stories');
const storyHref = (id: string) => `${reviewsHref}&story=${id}`;
const reportsHref = dashboardAt('Reports');
const offersHref = dashboardAt('Books from visitors');
const studentsHref = dashboardAt('Students');

/** The lists of all that children make, by what the address asks for. */
const workLists = [
  { kind: 'book', option: 'All Books', label: 'Books', icon: IconBook },
  { kind: 'story', option: 'All Stories', label: 'Stories', icon: IconNotebook },
] as const;

function classHref(id: string): string {
  return `${listHref}&id=${id}`;
}

interface WayProps {
  to: string;
  label: string;
  icon: TablerIcon;
}

/** To what stands beside the classes. */
function Way({ to, label, icon: Icon }: WayProps) {
  return (
    <Button
      component={Link}
      to={to}
      variant="default"
      leftSection={<Icon size={20} stroke={1.75} aria-hidden />}
    >
      {label}
    </Button>
  );
}

function ToClasses() {
  return <BackLink to={listHref}>Classes</BackLink>;
}

/** All students of the school, or one of them where the address names it. */
function Students({ id }: { id: string | null }) {
  return (
    <Gate title="Students">
      {id === null ? (
        <StudentsPage breadcrumb={<ToClasses />} />
      ) : (
        <StudentProfilePage id={id} classHref={classHref} />
      )}
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
        <OwnProfile homeHref={listHref} breadcrumb={<ToClasses />} />
      </Suspense>
    );
  if (address.get('option') === 'Tablets') return <Tablets breadcrumb={<ToClasses />} />;
  if (address.get('option') === 'Stories')
    return (
      <Suspense fallback={null}>
        <Reviews
          listHref={reviewsHref}
          storyHref={storyHref}
          story={address.get('story')}
          privacyHref={({ author, school_class }) => {
            if (isOffice) return author && `${studentsHref}&student=${author.id}`;
            return school_class && classHref(school_class.id);
          }}
          breadcrumb={<ToClasses />}
        />
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
          reviewHref={storyHref}
          breadcrumb={<ToClasses />}
        />
      </Gate>
    );
  if (id !== null) return <ClassDetails id={id} listHref={listHref} classHref={classHref} />;
  // Beside the menu they would be there twice; where it is folded into a bar they are one tap away.
  const actions = (
    <div className={styles.ways}>
      {/* They manage all students, and some of them have no area of the school to do it in. */}
      {isOffice && <Way to={studentsHref} label="Students" icon={IconMoodKid} />}
      <Way to={reviewsHref} label="To review" icon={IconFeather} />
      {workLists.map(({ option, label, icon }) => (
        <Way key={option} to={dashboardAt(option)} label={label} icon={icon} />
      ))}
      {isOffice && <Way to={reportsHref} label="Reports" icon={IconFlag} />}
      {isOffice && <Way to={offersHref} label="Books from visitors" icon={IconGift} />}
      {user && isAuthor(user.role) && (
        <Way to={dashboardAt('Money I Have Raised')} label="Money I Have Raised" icon={IconHeartHandshake} />
      )}
      <Way to={tabletsHref} label="Tablets" icon={IconDeviceTablet} />
    </div>
  );
  return <ClassList listHref={listHref} classHref={classHref} actions={actions} />;
}

/** `/dashboard`: the teacher's classes, one of them where the address names it, their tablets, or all students of the school. */
export function TeacherPage() {
  return (
    <AreaFrame label="Teacher" menu={teacherMenu(useStaffBadges())}>
      <Page />
    </AreaFrame>
  );
}
