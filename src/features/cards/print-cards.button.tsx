import { Button, type ButtonProps } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { PrintClassDialog } from './print-class.dialog.tsx';
import { cardPaper, type CardChoice, type CardPaper } from './print-cards.ts';
import { usePrintClass } from './use-print-class.ts';

interface PrintCardsButtonProps extends Pick<ButtonProps, 'variant'> {
  schoolClass: SchoolClass;
  /** Whose cards, such as of children who were picked in the list. */
  choice: CardChoice;
  children: ReactNode;
  api?: ApiClient;
  paper?: CardPaper;
}

/** Prints login cards for some of a class, and for nobody else. */
export function PrintCardsButton({
  schoolClass,
  choice,
  children,
  variant = 'filled',
  api = apiClient,
  paper = cardPaper,
}: PrintCardsButtonProps) {
  const { printing, print, stop } = usePrintClass(api, schoolClass, paper);
  return (
    <>
      <Button
        variant={variant}
        leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden />}
        onClick={() => void print(choice)}
      >
        {children}
      </Button>
      <PrintClassDialog
        className={schoolClass.name}
        printing={printing}
        onCancel={stop}
        onRetry={() => void print(choice)}
      />
    </>
  );
}
