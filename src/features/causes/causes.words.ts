import type { CauseState, TaxScheme } from '#contract/causes/causes.schema.ts';

export const causeStateWords: Readonly<Record<CauseState, string>> = {
  draft: 'Draft',
  submitted: 'Waiting to be checked',
  open: 'Open',
  paused: 'Paused',
  closed: 'Ended',
};

/** What somebody does who moves a cause there; from `paused` to `open` it goes on. */
export function moveWords(from: CauseState, to: CauseState, isPlatform: boolean): string {
  if (to === 'submitted') return 'Hand in to be checked';
  if (to === 'draft') return isPlatform ? 'Give back' : 'Take back';
  if (to === 'paused') return 'Pause';
  if (to === 'closed') return 'End';
  return from === 'paused' ? 'Go on' : 'Open';
}

export const taxSchemeWords: Readonly<Record<TaxScheme, string>> = {
  none: 'None',
  '80G': '80G (India)',
  GiftAid: 'Gift Aid (United Kingdom)',
  '501c3': '501(c)(3) (United States)',
  DGR: 'Deductible gift recipient (Australia)',
};
