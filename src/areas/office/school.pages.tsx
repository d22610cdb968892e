import {
  IconArmchair,
  IconBook,
  IconBooks,
  IconBuildingCommunity,
  IconCategory,
  IconCoin,
  IconCreditCard,
  IconDeviceTablet,
  IconFeather,
  IconFlag,
  IconGift,
  IconHeartHandshake,
  IconLayoutDashboard,
  IconMessage,
  IconMoodKid,
  IconNotebook,
  IconPhoto,
  IconSchool,
  IconTable,
  IconUserCircle,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import { Navigate } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { requestsAt } from '#contract/requests/requests.rules.ts';
import { schoolCauses } from '#src/features/causes/cause-places.ts';
import { lazyPage } from '#src/session/late-code.ts';
import { ClassDetails, ClassList, Tablets } from '../classroom.tsx';
import type { PageTable } from '../page-table.tsx';

const Dashboard = lazyPage(async () => (await import('./dashboard.page.tsx')).DashboardPage);
const Students = lazyPage(async () => (await import('./students.page.tsx')).StudentsPage);
const Student = lazyPage(async () => (await import('./student-profile.page.tsx')).StudentProfilePage);
const Teachers = lazyPage(
  async () => (await import('#src/features/members/teachers.screen.tsx')).TeachersScreen,
);
const Teacher = lazyPage(async () => (await import('./teacher-profile.page.tsx')).TeacherProfilePage);
const Users = lazyPage(async () => (await import('./users.page.tsx')).UsersPage);
const UserForm = lazyPage(async () => (await import('./user-form.page.tsx')).UserFormPage);
const Works = lazyPage(async () => (await import('./works.page.tsx')).WorksPage);
const Reviews = lazyPage(async () => (await import('./reviews.page.tsx')).ReviewsPage);
const Reports = lazyPage(
  async () => (await import('#src/features/moderation/reports.screen.tsx')).ReportsScreen,
);
const OfferedBooks = lazyPage(
  async () => (await import('#src/features/offers/offered-books.screen.tsx')).OfferedBooksScreen,
);
const Categories = lazyPage(
  async () => (await import('#src/features/categories/categories.screen.tsx')).CategoriesScreen,
);
const CategoryForm = lazyPage(
  async () => (await import('./book-category-form.page.tsx')).BookCategoryFormPage,
);
const Modes = lazyPage(
  async () => (await import('#src/features/modes/school-modes.screen.tsx')).SchoolModesScreen,
);
const Causes = lazyPage(async () => (await import('./causes.page.tsx')).CausesPage);
const BookSales = lazyPage(async () => (await import('./book-sales.page.tsx')).BookSalesPage);
const Plans = lazyPage(async () => (await import('./plans.page.tsx')).PlansPage);
const Requests = lazyPage(
  async () => (await import(/* part: office */ '#src/features/requests/requests.screen.tsx')).RequestsScreen,
);
const EditedPages = lazyPage(
  async () => (await import('#src/features/edited-pages/edited-pages.screen.tsx')).EditedPagesScreen,
);
const PageEditor = lazyPage(async () => (await import('../panel/page-editor.page.tsx')).PageEditorPage);
const Organizations = lazyPage(
  async () => (await import('#src/features/affiliations/organizations.screen.tsx')).OrganizationsScreen,
);
const Profile = lazyPage(async () => (await import('./profile.page.tsx')).ProfilePage);
const SampleUsers = lazyPage(
  async () => (await import('#src/features/members/sample-users.screen.tsx')).SampleUsersScreen,
);

const { school } = paths;

/** `/admin-school` */
export const schoolPages: PageTable = {
  under: school.home,
  rows: [
    { at: school.home, element: <Navigate to={school.dashboard()} replace /> },
    {
      at: school.dashboard,
      name: 'Dashboard',
      element: <Dashboard />,
      menu: { icon: IconLayoutDashboard },
    },
    {
      at: school.classes,
      name: 'Classes',
      element: <ClassList ofSchool />,
      menu: { group: 'People', icon: IconBooks },
    },
    { at: school.classDetails, parent: school.classes, element: <ClassDetails /> },
    {
      at: school.students,
      name: 'Students',
      element: <Students />,
      menu: { group: 'People', icon: IconMoodKid },
    },
    { at: school.student, parent: school.students, element: <Student /> },
    {
      at: school.teachers,
      name: 'Admin/Teachers',
      element: <Teachers />,
      menu: { group: 'People', icon: IconSchool },
    },
    { at: school.teacher, parent: school.teachers, element: <Teacher /> },
    { at: school.users, name: 'Users', element: <Users />, menu: { group: 'People', icon: IconUsers } },
    { at: school.userForm, parent: school.users, element: <UserForm /> },
    {
      at: school.tablets,
      name: 'Tablets',
      element: <Tablets />,
      menu: { group: 'People', icon: IconDeviceTablet },
    },
    {
      at: school.reviews,
      name: 'To review',
      element: <Reviews />,
      menu: { group: 'Library', icon: IconFeather, badge: 'toReview' },
    },
    {
      at: school.reports,
      name: 'Reports',
      element: <Reports />,
      menu: { group: 'Library', icon: IconFlag, badge: 'reported' },
    },
    {
      at: school.stories,
      name: 'Stories',
      element: <Works kind="story" sells />,
      menu: { group: 'Library', icon: IconNotebook },
    },
    {
      at: school.books,
      name: 'Books',
      element: <Works kind="book" sells />,
      menu: { group: 'Library', icon: IconBook },
    },
    {
      at: school.offers,
      name: 'Books from visitors',
      element: <OfferedBooks />,
      menu: { group: 'Library', icon: IconGift },
    },
    {
      at: school.categories,
      name: 'Book categories',
      element: <Categories />,
      menu: { group: 'Library', icon: IconCategory },
    },
    { at: school.categoryForm, parent: school.categories, element: <CategoryForm /> },
    { at: school.modes, name: 'Modes', element: <Modes />, menu: { group: 'Library', icon: IconPhoto } },
    {
      at: school.causes,
      name: 'Causes',
      element: <Causes page="list" places={schoolCauses} />,
      menu: { group: 'Money', icon: IconHeartHandshake },
    },
    { at: school.cause, parent: school.causes, element: <Causes page="view" places={schoolCauses} /> },
    { at: school.causeForm, parent: school.causes, element: <Causes page="form" places={schoolCauses} /> },
    {
      at: school.donations,
      name: 'Book Sales',
      element: <BookSales />,
      menu: { group: 'Money', icon: IconCoin },
    },
    {
      at: school.plans,
      name: 'Plans',
      element: <Plans page="plans" isOrganization={false} />,
      menu: { group: 'Money', icon: IconArmchair },
    },
    {
      at: school.planPayments,
      name: 'Payment History',
      element: <Plans page="payments" isOrganization={false} />,
      menu: { group: 'Money', icon: IconCreditCard },
    },
    {
      at: publicPaths.schoolRequests,
      name: 'Messages',
      element: <Requests page={requestsAt.school()} />,
      menu: { group: 'School', icon: IconMessage },
    },
    {
      at: publicPaths.schoolContent,
      name: 'Public pages',
      roles: ['school_admin'],
      element: <EditedPages editor="school" />,
      menu: { group: 'School', icon: IconWorld },
    },
    {
      at: publicPaths.schoolPage,
      roles: ['school_admin'],
      parent: publicPaths.schoolContent,
      element: <PageEditor editor="school" />,
    },
    // Specification, section 6.
    {
      at: school.organizations,
      name: 'Organizations',
      roles: ['school_admin'],
      element: <Organizations />,
      menu: { group: 'School', icon: IconBuildingCommunity },
    },
    {
      at: school.profile,
      name: 'Profile',
      element: <Profile />,
      menu: { group: 'School', icon: IconUserCircle },
    },
    {
      at: school.newTable,
      name: 'New table',
      element: <SampleUsers />,
      menu: { group: 'School', icon: IconTable },
    },
  ],
};
