import type { ReactNode } from 'react';
import { StudentCards } from '#src/features/cards/student-cards.tsx';
import { StudentListScreen } from '#src/features/students/student-list.screen.tsx';

/** Everybody in the school. */
export function StudentsPage({ breadcrumb }: { breadcrumb?: ReactNode }) {
  return (
    <StudentCards>
      {(openCard) => <StudentListScreen breadcrumb={breadcrumb} onLoginCard={openCard} />}
    </StudentCards>
  );
}
