import { championStates, type ChampionState } from '#contract/champions/champions.rules.ts';
import type { OwnSuggestion } from '#contract/champions/champions.schema.ts';
import type { ChampionKind } from '#contract/kit/roles.ts';

interface KindWords {
  /** Of a list. */
  title: string;
  noun: readonly [one: string, many: string];
  /** What they may do, to those who grant it. */
  may: string;
  /** The same to themselves. */
  youMay: string;
  text: string;
}

export const kindWords: Readonly<Record<ChampionKind, KindWords>> = {
  teacher: {
    title: 'Superpower teachers',
    noun: ['superpower teacher', 'superpower teachers'],
    may: 'Drafts pages, shares resources',
    youMay:
      'You may draft public pages and share resources. The people who run this site read them before others see them.',
    text: 'They draft public pages and share resources for a while. They publish nothing.',
  },
  parent: {
    title: 'Superpower parents',
    noun: ['superpower parent', 'superpower parents'],
    may: 'Suggests picks',
    youMay: 'You may suggest books and stories of our schools for the shelf of this site.',
    text: 'They suggest public books and stories for the platform’s shelf for a while.',
  },
};

/** “Add a superpower teacher”: the button of the list and the title of its dialog. */
export const addWords = (kind: ChampionKind): string => `Add a ${kindWords[kind].noun[0]}`;

export const stateWords: Readonly<Record<ChampionState, string>> = {
  invited: 'Invited',
  active: 'Active',
  ended: 'Ended',
  revoked: 'Revoked',
};
export const stateChoices = championStates.map((value) => ({ value, label: stateWords[value] }));

export const suggestionWords: Readonly<Record<OwnSuggestion['state'], string>> = {
  open: 'Waiting for an answer',
  picked: 'Picked for the shelf',
  declined: 'Not picked',
};
