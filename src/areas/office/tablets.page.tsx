import type { ReactNode } from 'react';
import { InstallLink } from '#src/features/help/install/install-link.tsx';
import { ParkedWorkSection } from '#src/features/parked/parked-work.section.tsx';
import { TabletsScreen } from '#src/features/tablets/tablets.screen.tsx';

/** The tablets of a school, and what came from them that has to be looked at. */
export function TabletsPage({ breadcrumb }: { breadcrumb?: ReactNode }) {
  return (
    <TabletsScreen
      breadcrumb={breadcrumb}
      below={
        <>
          <InstallLink />
          <ParkedWorkSection />
        </>
      }
    />
  );
}
