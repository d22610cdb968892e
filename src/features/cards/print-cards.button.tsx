import { Button, type ButtonProps } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { PrintCardsDialog } from './print-cards.dialog.tsx';
import { cardPaper, type CardPaper, type CardsToPrint } from './print-cards.ts';
import { usePrintCards } from './use-print-cards.ts';

interface PrintCardsButtonProps extends Pick<ButtonProps, 'variant'> {
  /** Such as those of children who were picked in a list. */
  cards: CardsToPrint;
  children: ReactNode;
  api?: ApiClient;
  paper?: CardPaper;
}

/** Prints login cards for some students, and for nobody else. */
export function PrintCardsButton({
  cards,
  children,
  variant = 'filled',
  api = apiClient,
  paper = cardPaper,
}: PrintCardsButtonProps) {
  const { printing, print, again, stop } = usePrintCards(api, paper);
  return (
    <>
      <Button
        variant={variant}
        leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden />}
        onClick={() => void print(cards)}
      >
        {children}
      </Button>
      <PrintCardsDialog
        whose={cards.whose}
        printing={printing}
        onCancel={stop}
        onRetry={() => void again()}
      />
    </>
  );
}
