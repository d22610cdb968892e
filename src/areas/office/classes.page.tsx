import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { ClassCardsButtons } from '#src/features/cards/class-cards.buttons.tsx';
import { LoginCardDialog } from '#src/features/cards/login-card.dialog.tsx';
import { PrintCardsButton } from '#src/features/cards/print-cards.button.tsx';
import { cardsOfClass } from '#src/features/cards/print-cards.ts';
import { SchoolCardsButton } from '#src/features/cards/school-cards.button.tsx';
import { ArchivedClass } from '#src/features/classes/archived-class.tsx';
import { ArchivedClassesScreen } from '#src/features/classes/archived-classes.screen.tsx';
import { ClassListTools } from '#src/features/classes/class-list-tools.tsx';
import { ClassTools } from '#src/features/classes/class-tools.tsx';
import type { Moving } from '#src/features/students/move-students.dialog.tsx';
import { lazyWithRetry } from '#src/session/late-code.ts';
import type { useDialog } from '#src/ui/use-dialog.ts';
import { useShownOrder } from './shown-order.ts';

/** Beside the list of all classes. */
export function ClassListOffice({ ofSchool }: { ofSchool: boolean }) {
  return (
    <>
      {ofSchool && <SchoolCardsButton />}
      <ClassListTools />
    </>
  );
}

/** In the place of the list. */
export function ArchivedClassesPage() {
  return <ArchivedClassesScreen />;
}

/** Beside the name of a class. */
export function ClassOffice({ schoolClass }: { schoolClass: SchoolClass }) {
  return (
    <>
      <ClassCardsButtons schoolClass={schoolClass} choice={useShownOrder(schoolClass.id)} />
      <ClassTools schoolClass={schoolClass} />
    </>
  );
}

/** In the place of the students of a class that ended. */
export function ArchivedClassOffice({ schoolClass }: { schoolClass: SchoolClass }) {
  return <ArchivedClass schoolClass={schoolClass} />;
}

// Apart, because the page of all students has them too.
const MoveDialog = lazyWithRetry(
  async () => (await import('#src/features/students/move-students.dialog.tsx')).MoveStudentsDialog,
);

/** The cards of those who are picked in the list of a class, in its order. */
export function PickedCards({
  schoolClass,
  students,
}: {
  schoolClass: SchoolClass;
  students: readonly Student[];
}) {
  const { order } = useShownOrder(schoolClass.id);
  const only = students.map(({ id }) => id);
  return (
    <PrintCardsButton cards={cardsOfClass(schoolClass, { only, order })} variant="default">
      Print cards ({only.length})
    </PrintCardsButton>
  );
}

interface RosterOfficeProps {
  card: ReturnType<typeof useDialog<Student>>;
  moving: ReturnType<typeof useDialog<Moving>>;
}

/** What is done about the login card of one student, and to which class some go. */
export function RosterOffice({ card, moving }: RosterOfficeProps) {
  return (
    <>
      <LoginCardDialog student={card.subject} opened={card.opened} onClose={card.close} />
      <MoveDialog moving={moving.subject} opened={moving.opened} onClose={moving.close} />
    </>
  );
}
