import '#src/ui/classroom-styles.ts';
import type { ReactNode } from 'react';
import { useRoutes } from 'react-router-dom';
import { AreaFrame } from '../area-frame.tsx';
import { OfficeNotices } from '../office/office-notices.tsx';
import { menuOf, routesOf } from '../page-table.tsx';
import { organizationPages } from './organization.pages.tsx';

interface AdminOrganizationAreaProps {
  /** What stands at an address that the area does not have. */
  notFound: ReactNode;
}

/** `/admin-organization`: the schools that are linked to the organization. */
export function AdminOrganizationArea({ notFound }: AdminOrganizationAreaProps) {
  const page = useRoutes(routesOf(organizationPages, notFound));
  return (
    <AreaFrame label="Organization" {...menuOf(organizationPages)} notice={<OfficeNotices />}>
      {page}
    </AreaFrame>
  );
}
