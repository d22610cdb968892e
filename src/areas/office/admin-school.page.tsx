import type { ReactNode } from 'react';
import { AdminSchoolArea } from '../admin-school.area.tsx';

/** `/admin-school`: neither a child nor a teacher comes here, so it is kept on devices of those who do. */
export function AdminSchoolPage({ notFound }: { notFound: ReactNode }) {
  return <AdminSchoolArea notFound={notFound} />;
}
