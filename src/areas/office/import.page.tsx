import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { NewCardsButton } from '#src/features/cards/new-cards.button.tsx';
import { ImportScreen } from '#src/features/imports/import.screen.tsx';

interface ImportPageProps {
  schoolClass: SchoolClass;
  classHref: string;
}

/** Students from a file into a class, and the cards of those who are new. */
export function ImportPage({ schoolClass, classHref }: ImportPageProps) {
  return (
    <ImportScreen
      schoolClass={schoolClass}
      classHref={classHref}
      printCards={(studentIds) => <NewCardsButton schoolClass={schoolClass} studentIds={studentIds} />}
    />
  );
}
