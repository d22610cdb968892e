import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { PrintCardsButton } from '#src/features/cards/print-cards.button.tsx';
import { cardsOfClass } from '#src/features/cards/print-cards.ts';
import { ImportScreen } from '#src/features/imports/import.screen.tsx';

/** Students from a file into a class, and the cards of those who are new. */
export function ImportPage({ schoolClass }: { schoolClass: SchoolClass }) {
  return (
    <ImportScreen
      schoolClass={schoolClass}
      printCards={(studentIds) => (
        <PrintCardsButton cards={cardsOfClass(schoolClass, { only: studentIds })}>
          Print the new cards
        </PrintCardsButton>
      )}
    />
  );
}
