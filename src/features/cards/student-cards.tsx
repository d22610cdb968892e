import type { ReactNode } from 'react';
import type { Student } from '#contract/students/students.schema.ts';
import { useDialog } from '#src/ui/use-dialog.ts';
import { LoginCardDialog } from './login-card.dialog.tsx';

interface StudentCardsProps {
  /** The list of students, from where a student's card is opened. */
  children: (openCard: (student: Student) => void) => ReactNode;
}

/** A list of students with the dialog for the card of one of them. */
export function StudentCards({ children }: StudentCardsProps) {
  const { subject, opened, open, close } = useDialog<Student>();
  return (
    <>
      {children(open)}
      <LoginCardDialog student={subject} opened={opened} onClose={close} />
    </>
  );
}
