import {
  IconBook,
  IconBulb,
  IconBooks,
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
import { dashboardAt, paths } from '#contract/kit/paths.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { authors, wholeSchoolStaff } from '#contract/kit/roles.ts';
import type { MenuEntry, MenuGroup } from './area-frame.tsx';
import type { StaffBadges } from '#src/features/dashboard/use-staff-badges.ts';

/** The menu of those who teach, with how much waits behind its entries. */
export const teacherMenu = ({ toReview, reported }: StaffBadges): readonly (MenuEntry | MenuGroup)[] => [
  {
    group: 'People',
    entries: [
      {
        label: 'Classes',
        to: dashboardAt('Teacher Dashboard'),
        icon: IconBooks,
        within: [`${paths.dashboard()}?option=`],
      },
      // They manage all students, and some of them have no area of the school to do it in.
      {
        label: 'Students',
        to: dashboardAt('Students'),
        icon: IconMoodKid,
        within: [],
        roles: wholeSchoolStaff,
      },
      { label: 'Tablets', to: dashboardAt('Tablets'), icon: IconDeviceTablet, within: [] },
    ],
  },
  {
    group: 'Library',
    entries: [
      { label: 'To review', to: dashboardAt('Stories'), icon: IconFeather, within: [], badge: toReview },
      {
        label: 'Reports',
        to: dashboardAt('Reports'),
        icon: IconFlag,
        within: [],
        badge: reported,
        roles: wholeSchoolStaff,
      },
      { label: 'Stories', to: dashboardAt('All Stories'), icon: IconNotebook, within: [] },
      { label: 'Books', to: dashboardAt('All Books'), icon: IconBook, within: [] },
      {
        label: 'Books from visitors',
        to: dashboardAt('Books from visitors'),
        icon: IconGift,
        within: [],
        roles: wholeSchoolStaff,
      },
    ],
  },
  // Where a task is set for a class, and where one sees who has begun.
  {
    group: 'Tasks',
    entries: [
      { label: 'Courses', to: publicPaths.courses(), icon: IconSchool, within: [] },
      { label: 'Challenges', to: publicPaths.challenges(), icon: IconBulb, within: [] },
    ],
  },
  {
    label: 'Money I Have Raised',
    to: dashboardAt('Money I Have Raised'),
    icon: IconHeartHandshake,
    within: [],
    roles: authors,
  },
  { label: 'Profile', to: dashboardAt('Profile'), icon: IconUserCircle, within: [] },
];
