import {
  IconBook,
  IconBooks,
  IconBulb,
  IconDeviceTablet,
  IconFeather,
  IconFlag,
  IconGift,
  IconHeartHandshake,
  IconMoodKid,
  IconNotebook,
  IconSchool,
  IconUserCircle,
} from '@tabler/icons-react';
import { paths } from '#contract/kit/paths.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { authors, wholeSchoolStaff } from '#contract/kit/roles.ts';
import { lazyPage } from '#src/session/late-code.ts';
import { Tablets } from '../classroom.tsx';
import { option, ParentLink, type PageTable } from '../page-table.tsx';
import { OwnClasses } from './own-classes.tsx';

const Students = lazyPage(async () => (await import('./students.page.tsx')).StudentsOrOne);
const Reviews = lazyPage(async () => (await import('./reviews.page.tsx')).ReviewsPage);
const Works = lazyPage(async () => (await import('./works.page.tsx')).WorksPage);
const Reports = lazyPage(
  async () => (await import('#src/features/moderation/reports.screen.tsx')).ReportsScreen,
);
const OfferedBooks = lazyPage(
  async () => (await import('#src/features/offers/offered-books.screen.tsx')).OfferedBooksScreen,
);
const Raised = lazyPage(async () => (await import('../certificates/raised.area.tsx')).RaisedArea);
const OwnProfile = lazyPage(async () => (await import('./own-profile.page.tsx')).OwnProfilePage);

const classes = option('Teacher Dashboard');
const toClasses = <ParentLink />;

/** `/dashboard` of those who teach, by its option. */
export const teacherPages: PageTable = {
  under: paths.dashboard,
  rows: [
    {
      at: classes,
      name: 'Classes',
      element: <OwnClasses />,
      menu: { group: 'People', icon: IconBooks },
    },
    { at: option(''), parent: classes, element: <OwnClasses /> },
    // They manage all students, and some of them have no area of the school to do it in.
    {
      at: option('Students'),
      name: 'Students',
      roles: wholeSchoolStaff,
      parent: classes,
      element: <Students breadcrumb={toClasses} />,
      menu: { group: 'People', icon: IconMoodKid },
    },
    {
      at: option('Tablets'),
      name: 'Tablets',
      parent: classes,
      element: <Tablets breadcrumb={toClasses} />,
      menu: { group: 'People', icon: IconDeviceTablet },
    },
    {
      at: option('Stories'),
      name: 'To review',
      parent: classes,
      element: <Reviews breadcrumb={toClasses} />,
      menu: { group: 'Library', icon: IconFeather, badge: 'toReview' },
    },
    {
      at: option('Reports'),
      name: 'Reports',
      roles: wholeSchoolStaff,
      parent: classes,
      element: <Reports breadcrumb={toClasses} />,
      menu: { group: 'Library', icon: IconFlag, badge: 'reported' },
    },
    {
      at: option('All Stories'),
      name: 'Stories',
      parent: classes,
      element: <Works kind="story" breadcrumb={toClasses} />,
      menu: { group: 'Library', icon: IconNotebook },
    },
    {
      at: option('All Books'),
      name: 'Books',
      parent: classes,
      element: <Works kind="book" breadcrumb={toClasses} />,
      menu: { group: 'Library', icon: IconBook },
    },
    {
      at: option('Books from visitors'),
      name: 'Books from visitors',
      roles: wholeSchoolStaff,
      parent: classes,
      element: <OfferedBooks breadcrumb={toClasses} />,
      menu: { group: 'Library', icon: IconGift },
    },
    // Where a task is set for a class, and where one sees who has begun.
    { at: publicPaths.courses, name: 'Courses', menu: { group: 'Tasks', icon: IconSchool } },
    { at: publicPaths.challenges, name: 'Challenges', menu: { group: 'Tasks', icon: IconBulb } },
    {
      at: option('Money I Have Raised'),
      name: 'Money I Have Raised',
      roles: authors,
      parent: classes,
      element: <Raised isStaff breadcrumb={toClasses} />,
      menu: { icon: IconHeartHandshake },
    },
    {
      at: option('Profile'),
      name: 'Profile',
      parent: classes,
      element: <OwnProfile breadcrumb={toClasses} />,
      menu: { icon: IconUserCircle },
    },
  ],
};
