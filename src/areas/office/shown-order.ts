import type { CardChoice } from '#src/features/cards/print-cards.ts';
import { useRoster } from '#src/features/students/use-roster.ts';

/** Whose cards the list of a class asks for as it is shown: in its order, and of those whom a search finds alone. */
export function useShownOrder(classId: string): CardChoice {
  const { found, list, archived } = useRoster(classId);
  if (archived || found.length === 0) return {};
  const order = found.map(({ id }) => id);
  return list.q === '' ? { order } : { only: order, order };
}
