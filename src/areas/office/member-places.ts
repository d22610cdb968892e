/** Where the pages about staff stand, and what they lead to. */
export const memberPlaces = {
  list: '/admin-school/teachers',
  users: '/admin-school/users',
  new: '/admin-school/userprofile',
  students: '/admin-school/students',
  profile: (id: string) => `/admin-school/teacher/${id}/profile`,
  edit: (id: string) => `/admin-school/userprofile/${id}`,
  schoolClass: (id: string) => `/admin-school/classdetails?id=${id}`,
} as const;
