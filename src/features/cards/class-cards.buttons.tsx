import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useOpenedByAddress } from '#src/ui/use-opened-by-address.ts';
import { PrintCardsDialog } from './print-cards.dialog.tsx';
import { cardPaper, cardsOfClass, type CardChoice, type CardPaper } from './print-cards.ts';
import { ReplaceMenu } from './replace-menu.tsx';
import { ReplaceQuestion } from './replace-question.tsx';
import { usePrintCards } from './use-print-cards.ts';
import { useReplaceCards } from './use-replace-cards.ts';

interface ClassCardsButtonsProps {
  schoolClass: SchoolClass;
  /** As the list beside it is shown: its order, and whom a search finds. */
  choice?: CardChoice;
  api?: ApiClient;
  paper?: CardPaper;
}

/** Printing the login cards of a class, and replacing them. */
export function ClassCardsButtons({
  schoolClass,
  choice = {},
  api = apiClient,
  paper = cardPaper,
}: ClassCardsButtonsProps) {
  const { printing, print, again, stop } = usePrintCards(api, paper);
  const chosen = cardsOfClass(schoolClass, choice);
  const { dialog, asking, ask, replace } = useReplaceCards(api, { classId: schoolClass.id });

  const offer = useOpenedByAddress('cards');

  async function replaceAndPrint() {
    if (!(await replace())) return;
    notify.success('The old cards are void');
    void print(cardsOfClass(schoolClass, { order: choice.order }), 'void');
  }

  return (
    <>
      <Button
        data-tour="class-cards"
        variant="default"
        leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden />}
        onClick={() => void print(chosen)}
      >
        {choice.only ? `Print cards (${choice.only.length})` : 'Download Class Login'}
      </Button>
      <ReplaceMenu
        whose="the class"
        label={`More about the login cards of ${schoolClass.name}`}
        asking={asking}
        onAsk={() => void ask()}
      />
      <PrintCardsDialog
        whose={schoolClass.name}
        printing={printing}
        onCancel={stop}
        onRetry={() => void again()}
      />
      <ConfirmDialog
        opened={offer.opened}
        onClose={offer.close}
        title={`Print the login cards of ${schoolClass.name}?`}
        question="You get a sheet with a card for each child, to cut up. Cards printed before stay good."
        confirmLabel="Print cards"
        onConfirm={() => void print(chosen)}
      />
      <ConfirmDialog
        opened={dialog.opened}
        onClose={dialog.close}
        title={`Replace all login cards of ${schoolClass.name}?`}
        question={dialog.subject && <ReplaceQuestion summary={dialog.subject} />}
        confirmLabel="Replace and print"
        danger
        onConfirm={replaceAndPrint}
      />
    </>
  );
}
