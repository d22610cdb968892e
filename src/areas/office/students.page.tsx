import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Student } from '#contract/students/students.schema.ts';
import { PrintCardsButton } from '#src/features/cards/print-cards.button.tsx';
import { cardsOfStudents } from '#src/features/cards/print-cards.ts';
import { StudentCards } from '#src/features/cards/student-cards.tsx';
import { StudentListScreen } from '#src/features/students/student-list.screen.tsx';
import { lazyPage } from '#src/session/late-code.ts';
import { Gate } from '../classroom.tsx';

const StudentProfile = lazyPage(async () => (await import('./student-profile.page.tsx')).StudentProfilePage);

/** The cards of those who are picked and can sign in. */
function PickedCards({ students }: { students: readonly Student[] }) {
  const cards = cardsOfStudents(students.filter(({ archived_at }) => archived_at === null));
  if (!cards) return null;
  const count = cards.classes.reduce((sum, { only = [] }) => sum + only.length, 0);
  return (
    <PrintCardsButton cards={cards} variant="default">
      Print cards ({count})
    </PrintCardsButton>
  );
}

/** Everybody in the school. */
export function StudentsPage({ breadcrumb }: { breadcrumb?: ReactNode }) {
  return (
    <Gate title="Students">
      <StudentCards>
        {(openCard) => (
          <StudentListScreen
            breadcrumb={breadcrumb}
            onLoginCard={openCard}
            moreInBulk={(students) => <PickedCards students={students} />}
          />
        )}
      </StudentCards>
    </Gate>
  );
}

/** The same at one address with each of them, whom the query names. */
export function StudentsOrOne({ breadcrumb }: { breadcrumb: ReactNode }) {
  const [address] = useSearchParams();
  return address.has('student') ? <StudentProfile /> : <StudentsPage breadcrumb={breadcrumb} />;
}
