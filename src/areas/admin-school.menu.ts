import {
  IconBook,
  IconBooks,
  IconBuildingCommunity,
  IconCategory,
  IconDeviceTablet,
  IconFeather,
  IconFlag,
  IconLayoutDashboard,
  IconMoodKid,
  IconNotebook,
  IconPhoto,
  IconSchool,
  IconTable,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import type { MenuEntry } from './area-frame.tsx';

export const adminSchoolMenu: readonly MenuEntry[] = [
  { label: 'Dashboard', to: '/admin-school/dashboard', icon: IconLayoutDashboard, within: [] },
  { label: 'Classes', to: '/admin-school/classes', icon: IconBooks, within: ['/admin-school/classdetails'] },
  {
    label: 'Students',
    to: '/admin-school/students',
    icon: IconMoodKid,
    within: ['/admin-school/studentprofile'],
  },
  {
    label: 'Admin/Teachers',
    to: '/admin-school/teachers',
    icon: IconSchool,
    within: ['/admin-school/teacher'],
  },
  { label: 'Stories', to: '/admin-school/stories', icon: IconNotebook, within: [] },
  { label: 'Books', to: '/admin-school/books', icon: IconBook, within: [] },
  { label: 'To review', to: '/admin-school/reviews', icon: IconFeather, within: [] },
  { label: 'Users', to: '/admin-school/users', icon: IconUsers, within: ['/admin-school/userprofile'] },
  { label: 'Modes', to: '/admin-school/school-modes', icon: IconPhoto, within: [] },
  {
    label: 'Book categories',
    to: '/admin-school/book-categories',
    icon: IconCategory,
    within: ['/admin-school/add-book-category'],
  },
  { label: 'Reports', to: '/admin-school/reports', icon: IconFlag, within: [] },
  // Specification, section 6.
  {
    label: 'Organizations',
    to: '/admin-school/organizations',
    icon: IconBuildingCommunity,
    within: [],
    roles: ['school_admin'],
  },
  { label: 'Tablets', to: '/admin-school/tablets', icon: IconDeviceTablet, within: [] },
  { label: 'Profile', to: '/admin-school/profile', icon: IconUserCircle, within: [] },
  { label: 'New table', to: '/admin-school/new-table', icon: IconTable, within: [] },
];
