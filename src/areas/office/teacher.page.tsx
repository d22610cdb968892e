import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useStaffBadges } from '#src/features/dashboard/use-staff-badges.ts';
import { useUser } from '#src/session/use-session.ts';
import { AreaFrame } from '../area-frame.tsx';
import { drawPage, menuOf, pageOfOption } from '../page-table.tsx';
import { OwnClasses } from './own-classes.tsx';
import { teacherPages } from './teacher.pages.tsx';

/** `/dashboard` of those who teach: what its option names, and their classes where it names nothing of theirs. */
export function TeacherPage() {
  const [address] = useSearchParams();
  const row = pageOfOption(teacherPages, address.get('option'), useUser()?.role);
  return (
    <AreaFrame label="Teacher" {...menuOf(teacherPages, useStaffBadges())}>
      <Suspense fallback={null}>{row ? drawPage(teacherPages, row) : <OwnClasses />}</Suspense>
    </AreaFrame>
  );
}
