import { useState } from 'react';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import type { CardSummary, ReplacedCards } from '#contract/cards/cards.schema.ts';
import type * as v from 'valibot';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';

/** Whose cards: those of a class, or of everybody. */
export type ManyHolders = { classId: string } | 'school';

async function summaryOf(api: ApiClient, holders: ManyHolders): Promise<CardSummary> {
  if (holders === 'school') return await api.call(cardEndpoints.summarizeSchool, {});
  return await api.call(cardEndpoints.summarizeClass, { params: { classId: holders.classId } });
}

async function replaceThose(
  api: ApiClient,
  holders: ManyHolders,
  { last_printed_at }: CardSummary,
): Promise<v.InferOutput<typeof ReplacedCards>> {
  const body = { last_printed_at };
  if (holders === 'school') return await api.call(cardEndpoints.replaceOfSchool, { body });
  return await api.call(cardEndpoints.replaceOfClass, { params: { classId: holders.classId }, body });
}

const failed = 'Failed to replace the cards';

/** Asks the school what there is to replace, then the person, then does it. */
export function useReplaceCards(api: ApiClient, holders: ManyHolders) {
  const dialog = useDialog<CardSummary>();
  const [asking, setAsking] = useState(false);

  async function ask(): Promise<void> {
    setAsking(true);
    try {
      const summary = await summaryOf(api, holders);
      if (summary.cards > 0) dialog.open(summary);
      else notify.warning('There is no card to replace', 'No card was printed yet, or all are void already.');
    } catch (error) {
      notify.error(failed, failureOf(error).text);
    } finally {
      setAsking(false);
    }
  }

  /** True where they are void now. */
  async function replace(): Promise<boolean> {
    if (!dialog.subject) return false;
    try {
      await replaceThose(api, holders, dialog.subject);
    } catch (error) {
      notify.error(failed, failureOf(error).text);
      return false;
    }
    return true;
  }

  return { dialog, asking, ask, replace };
}
