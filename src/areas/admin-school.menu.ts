import {
  IconBook,
  IconBooks,
  IconBuildingCommunity,
  IconCategory,
  IconCoin,
  IconDeviceTablet,
  IconFeather,
  IconFlag,
  IconGift,
  IconLayoutDashboard,
  IconMoodKid,
  IconNotebook,
  IconPhoto,
  IconSchool,
  IconTable,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import { paths } from '#contract/kit/paths.ts';
import type { MenuEntry } from './area-frame.tsx';

export const adminSchoolMenu: readonly MenuEntry[] = [
  { label: 'Dashboard', to: paths.school.dashboard(), icon: IconLayoutDashboard, within: [] },
  { label: 'Classes', to: paths.school.classes(), icon: IconBooks, within: [paths.school.classDetails()] },
  {
    label: 'Students',
    to: paths.school.students(),
    icon: IconMoodKid,
    within: [paths.school.student()],
  },
  {
    label: 'Admin/Teachers',
    to: paths.school.teachers(),
    icon: IconSchool,
    within: [`${paths.school.home()}/teacher`],
  },
  { label: 'Stories', to: paths.school.stories(), icon: IconNotebook, within: [] },
  { label: 'Books', to: paths.school.books(), icon: IconBook, within: [] },
  { label: 'To review', to: paths.school.reviews(), icon: IconFeather, within: [] },
  { label: 'Users', to: paths.school.users(), icon: IconUsers, within: [paths.school.userForm()] },
  { label: 'Modes', to: paths.school.modes(), icon: IconPhoto, within: [] },
  {
    label: 'Book categories',
    to: paths.school.categories(),
    icon: IconCategory,
    within: [paths.school.categoryForm()],
  },
  { label: 'Reports', to: paths.school.reports(), icon: IconFlag, within: [] },
  { label: 'Books from visitors', to: paths.school.offers(), icon: IconGift, within: [] },
  { label: 'Book Sales', to: paths.school.donations(), icon: IconCoin, within: [] },
  // Specification, section 6.
  {
    label: 'Organizations',
    to: paths.school.organizations(),
    icon: IconBuildingCommunity,
    within: [],
    roles: ['school_admin'],
  },
  { label: 'Tablets', to: paths.school.tablets(), icon: IconDeviceTablet, within: [] },
  { label: 'Profile', to: paths.school.profile(), icon: IconUserCircle, within: [] },
  { label: 'New table', to: paths.school.newTable(), icon: IconTable, within: [] },
];
