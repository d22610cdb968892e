import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { PrintClassDialog } from './print-class.dialog.tsx';
import { cardPaper, type CardPaper } from './print-cards.ts';
import { usePrintClass } from './use-print-class.ts';

interface NewCardsButtonProps {
  schoolClass: SchoolClass;
  /** Whose cards: of children who were added to the class. */
  studentIds: readonly string[];
  api?: ApiClient;
  paper?: CardPaper;
}

/** Prints login cards for those who are new in a class, and for nobody else. */
export function NewCardsButton({
  schoolClass,
  studentIds,
  api = apiClient,
  paper = cardPaper,
}: NewCardsButtonProps) {
  const { printing, print, stop } = usePrintClass(api, schoolClass, paper);
  return (
    <>
      <Button
        leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden />}
        onClick={() => void print(studentIds)}
      >
        Print the new cards
      </Button>
      <PrintClassDialog
        className={schoolClass.name}
        printing={printing}
        onCancel={stop}
        onRetry={() => void print(studentIds)}
      />
    </>
  );
}
