import { loneHours, type UnpaidAmount, type WriteOff } from '#contract/closings/closings.schema.ts';
import { moneyText } from '#contract/kit/money.ts';
import { sayInFull } from '#src/ui/moments.ts';

/** "€12.40 and CHF 3.00" */
export function sayAmounts(amounts: readonly UnpaidAmount[]): string {
  const texts = amounts.map((amount) => moneyText(amount));
  return new Intl.ListFormat('en').format(texts);
}

/** What happens with money that is written off. */
export function writeOffWarning(amounts: readonly UnpaidAmount[]): string {
  return `Only where the school cannot be paid and buyers cannot get their money back: ${sayAmounts(amounts)} of the school stays with the platform, and the school can be deleted. This cannot be undone.`;
}

/** What has to happen before it is written off. */
export function sayWriteOffAsk(ask: NonNullable<WriteOff['ask']>, now: Date): string {
  if (ask.needs === 'second')
    return ask.is_mine
      ? 'You asked to write it off. Another administrator of the platform has to confirm it.'
      : 'An administrator asked to write it off. Please confirm it, or pay the school.';
  if (!ask.is_mine) return 'An administrator asked to write it off. Their code is still to come.';
  return Date.parse(ask.from) > now.getTime()
    ? `A code came to you by email. You are the only administrator, so you can confirm after ${loneHours} hours: from ${sayInFull(ask.from)}.`
    : 'A code came to you by email. Type it to write the money off.';
}

/** Whether the caller can confirm now. */
export function mayConfirmWriteOff(ask: WriteOff['ask'], now: Date): boolean {
  if (ask === null) return false;
  return ask.needs === 'second' ? !ask.is_mine : ask.is_mine && Date.parse(ask.from) <= now.getTime();
}
