import { useLocation } from 'react-router-dom';

interface StudentPlaces {
  list: string;
  student: (id: string) => string;
}

const inTheSchool: StudentPlaces = {
  list: '/admin-school/students',
  student: (id) => `/admin-school/studentprofile/${id}`,
};

const besideTheClasses: StudentPlaces = {
  list: '/dashboard?option=Students',
  student: (id) => `/dashboard?option=Students&student=${id}`,
};

/**
 * Where the list of all students and the page of each are: in the area of the school, or beside the classes for those who
 * manage all students and do not enter that area.
 */
export function useStudentPlaces(): StudentPlaces {
  return useLocation().pathname === '/dashboard' ? besideTheClasses : inTheSchool;
}
