import type { ReactNode } from 'react';
import { useRoutes } from 'react-router-dom';
import { useStaffBadges } from '#src/features/dashboard/use-staff-badges.ts';
import { AreaFrame } from '../area-frame.tsx';
import { menuOf, routesOf } from '../page-table.tsx';
import { OfficeNotices } from './office-notices.tsx';
import { schoolPages } from './school.pages.tsx';

interface AdminSchoolAreaProps {
  /** What stands at an address that the area does not have. */
  notFound: ReactNode;
}

/** `/admin-school`: the whole school. Neither a child nor a teacher comes here, so it is kept on devices of those who do. */
export function AdminSchoolArea({ notFound }: AdminSchoolAreaProps) {
  const badges = useStaffBadges();
  const page = useRoutes(routesOf(schoolPages, notFound));
  return (
    <AreaFrame label="School" {...menuOf(schoolPages, badges)} notice={<OfficeNotices />}>
      {page}
    </AreaFrame>
  );
}
