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
import { paths } from '#contract/kit/paths.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { requestsAt } from '#contract/requests/requests.rules.ts';
import type { MenuEntry, MenuGroup } from './area-frame.tsx';
import type { StaffBadges } from '#src/features/dashboard/use-staff-badges.ts';

/** The menu of a school, with how much waits behind its entries. */
export const adminSchoolMenu = ({ toReview, reported }: StaffBadges): readonly (MenuEntry | MenuGroup)[] => [
  { label: 'Dashboard', to: paths.school.dashboard(), icon: IconLayoutDashboard, within: [] },
  {
    group: 'People',
    entries: [
      {
        label: 'Classes',
        to: paths.school.classes(),
        icon: IconBooks,
        within: [paths.school.classDetails()],
      },
      { label: 'Students', to: paths.school.students(), icon: IconMoodKid, within: [paths.school.student()] },
      {
        label: 'Admin/Teachers',
        to: paths.school.teachers(),
        icon: IconSchool,
        within: [`${paths.school.home()}/teacher`],
      },
      { label: 'Users', to: paths.school.users(), icon: IconUsers, within: [paths.school.userForm()] },
      { label: 'Tablets', to: paths.school.tablets(), icon: IconDeviceTablet, within: [] },
    ],
  },
  {
    group: 'Library',
    entries: [
      { label: 'To review', to: paths.school.reviews(), icon: IconFeather, within: [], badge: toReview },
      { label: 'Reports', to: paths.school.reports(), icon: IconFlag, within: [], badge: reported },
      { label: 'Stories', to: paths.school.stories(), icon: IconNotebook, within: [] },
      { label: 'Books', to: paths.school.books(), icon: IconBook, within: [] },
      { label: 'Books from visitors', to: paths.school.offers(), icon: IconGift, within: [] },
      {
        label: 'Book categories',
        to: paths.school.categories(),
        icon: IconCategory,
        within: [paths.school.categoryForm()],
      },
      { label: 'Modes', to: paths.school.modes(), icon: IconPhoto, within: [] },
    ],
  },
  {
    group: 'Money',
    entries: [
      {
        label: 'Causes',
        to: paths.school.causes(),
        icon: IconHeartHandshake,
        within: [`${paths.school.home()}/charity-details-view`, paths.school.causeForm()],
      },
      { label: 'Book Sales', to: paths.school.donations(), icon: IconCoin, within: [] },
      { label: 'Plans', to: paths.school.plans(), icon: IconArmchair, within: [] },
      { label: 'Payment History', to: paths.school.planPayments(), icon: IconCreditCard, within: [] },
    ],
  },
  {
    group: 'School',
    entries: [
      { label: 'Messages', to: requestsAt.school(), icon: IconMessage, within: [] },
      {
        label: 'Public pages',
        to: publicPaths.schoolContent(),
        icon: IconWorld,
        within: [],
        roles: ['school_admin'],
      },
      // Specification, section 6.
      {
        label: 'Organizations',
        to: paths.school.organizations(),
        icon: IconBuildingCommunity,
        within: [],
        roles: ['school_admin'],
      },
      { label: 'Profile', to: paths.school.profile(), icon: IconUserCircle, within: [] },
      { label: 'New table', to: paths.school.newTable(), icon: IconTable, within: [] },
    ],
  },
];
