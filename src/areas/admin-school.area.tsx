import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useParams, useSearchParams } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { requestsAt } from '#contract/requests/requests.rules.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { RequireRole } from '#src/session/require-role.tsx';
import { AreaFrame } from './area-frame.tsx';
import { adminSchoolMenu } from './admin-school.menu.ts';
import { schoolCauses } from '#src/features/causes/cause-places.ts';
import { useStaffBadges } from '#src/features/dashboard/use-staff-badges.ts';
import { ClassDetails, ClassList, Gate, Tablets } from './classroom.tsx';

const TeachersPage = lazy(async () => ({
  default: (await import('./office/teachers.page.tsx')).TeachersPage,
}));
const TeacherProfilePage = lazy(async () => ({
  default: (await import('./office/teacher-profile.page.tsx')).TeacherProfilePage,
}));
const UsersPage = lazy(async () => ({ default: (await import('./office/users.page.tsx')).UsersPage }));
const UserFormPage = lazy(async () => ({
  default: (await import('./office/user-form.page.tsx')).UserFormPage,
}));

const BookCategoriesPage = lazy(async () => ({
  default: (await import('./office/book-categories.page.tsx')).BookCategoriesPage,
}));
const BookCategoryFormPage = lazy(async () => ({
  default: (await import('./office/book-category-form.page.tsx')).BookCategoryFormPage,
}));
const DashboardPage = lazy(async () => ({
  default: (await import('./office/dashboard.page.tsx')).DashboardPage,
}));
const SchoolModesPage = lazy(async () => ({
  default: (await import('./office/school-modes.page.tsx')).SchoolModesPage,
}));
const OrganizationsPage = lazy(async () => ({
  default: (await import('./office/organizations.page.tsx')).OrganizationsPage,
}));
const WorksPage = lazy(async () => ({ default: (await import('./office/works.page.tsx')).WorksPage }));
const ReviewsPage = lazy(async () => ({
  default: (await import('./office/reviews.page.tsx')).ReviewsPage,
}));
const RequestsPage = lazy(async () => ({
  default: (await import('./office/requests.page.tsx')).RequestsPage,
}));
const OfferedBooksPage = lazy(async () => ({
  default: (await import('./office/offered-books.page.tsx')).OfferedBooksPage,
}));
const BookSalesPage = lazy(async () => ({
  default: (await import('./office/book-sales.page.tsx')).BookSalesPage,
}));
const EditedPagesPage = lazy(async () => ({
  default: (await import('./office/edited-pages.page.tsx')).EditedPagesPage,
}));
const PageEditorPage = lazy(async () => ({
  default: (await import('./office/page-editor.page.tsx')).PageEditorPage,
}));
const CausesPage = lazy(async () => ({ default: (await import('./office/causes.page.tsx')).CausesPage }));
const PlansPage = lazy(async () => ({ default: (await import('./office/plans.page.tsx')).PlansPage }));
const PlanBanner = lazyWithRetry(async () => (await import('./office/plan-banner.page.tsx')).PlanBannerPage);
const VisitsNotice = lazyWithRetry(
  async () => (await import('./office/visits-notice.page.tsx')).VisitsNoticePage,
);
const ReportsPage = lazy(async () => ({
  default: (await import('./office/reports.page.tsx')).ReportsPage,
}));
const ProfilePage = lazy(async () => ({
  default: (await import('./office/profile.page.tsx')).ProfilePage,
}));
const NewTablePage = lazy(async () => ({
  default: (await import('./office/new-table.page.tsx')).NewTablePage,
}));

/** The class is named by the query; an address that has it in its path is understood as well. */
function ClassDetailsPage() {
  const [address] = useSearchParams();
  const { classId = '' } = useParams();
  return <ClassDetails id={address.get('id') ?? classId} />;
}

const StudentsPage = lazy(async () => ({
  default: (await import('./office/students.page.tsx')).StudentsPage,
}));
const StudentProfilePage = lazy(async () => ({
  default: (await import('./office/student-profile.page.tsx')).StudentProfilePage,
}));

function Students() {
  return (
    <Gate title="Students">
      <StudentsPage />
    </Gate>
  );
}

function StudentProfile() {
  const { userId } = useParams();
  return (
    <Gate title="Student">
      <StudentProfilePage id={userId} />
    </Gate>
  );
}

/** All books, or all stories, of the school. */
function Works({ kind }: { kind: WorkKind }) {
  return (
    <Gate title={kind === 'book' ? 'Books' : 'Stories'}>
      <WorksPage kind={kind} description="All of the school, from the first word to the library." sells />
    </Gate>
  );
}

/** What was handed in, or one of it, which the query names. */
function Reviews() {
  const [address] = useSearchParams();
  return <ReviewsPage story={address.get('story')} />;
}

interface AdminSchoolAreaProps {
  /** What stands at an address that the area does not have. */
  notFound: React.ReactNode;
}

/** `/admin-school`: the whole school. */
export function AdminSchoolArea({ notFound }: AdminSchoolAreaProps) {
  const badges = useStaffBadges();
  return (
    <AreaFrame
      label="School"
      menu={adminSchoolMenu(badges)}
      notice={
        <Suspense fallback={null}>
          <PlanBanner />
          <VisitsNotice />
        </Suspense>
      }
    >
      <Routes>
        <Route index element={<Navigate to={paths.school.dashboard()} replace />} />
        <Route path="dashboard" element={<DashboardPage />} />
        <Route path="classes" element={<ClassList ofSchool />} />
        <Route path="classdetails/:classId?" element={<ClassDetailsPage />} />
        <Route path="students" element={<Students />} />
        <Route path="studentprofile/:userId?" element={<StudentProfile />} />
        <Route path="teachers" element={<TeachersPage />} />
        <Route path="teacher/:id/profile" element={<TeacherProfilePage />} />
        <Route path="stories" element={<Works kind="story" />} />
        <Route path="books" element={<Works kind="book" />} />
        <Route path="reviews" element={<Reviews />} />
        <Route path="users" element={<UsersPage />} />
        <Route path="userprofile/:userId?" element={<UserFormPage />} />
        <Route path="school-modes" element={<SchoolModesPage />} />
        <Route element={<RequireRole roles={['school_admin']} />}>
          <Route path="organizations" element={<OrganizationsPage />} />
          <Route path="content" element={<EditedPagesPage editor="school" />} />
          <Route path="content/:id" element={<PageEditorPage editor="school" />} />
        </Route>
        <Route path="donations" element={<BookSalesPage />} />
        <Route path="charities" element={<CausesPage page="list" places={schoolCauses} />} />
        <Route
          path="charity-details-view/:charityId"
          element={<CausesPage page="view" places={schoolCauses} />}
        />
        <Route path="addcharities/:charityId?" element={<CausesPage page="form" places={schoolCauses} />} />
        <Route path="subscriptions" element={<PlansPage page="plans" isOrganization={false} />} />
        <Route path="payment-history" element={<PlansPage page="payments" isOrganization={false} />} />
        <Route path="book-categories" element={<BookCategoriesPage />} />
        <Route path="add-book-category/:categoryId?" element={<BookCategoryFormPage />} />
        <Route path="reports" element={<ReportsPage />} />
        <Route path="offered-books" element={<OfferedBooksPage />} />
        <Route path="requests" element={<RequestsPage page={requestsAt.school()} />} />
        <Route path="tablets" element={<Tablets />} />
        <Route path="profile" element={<ProfilePage />} />
        <Route path="new-table" element={<NewTablePage />} />
        <Route path="*" element={notFound} />
      </Routes>
    </AreaFrame>
  );
}
