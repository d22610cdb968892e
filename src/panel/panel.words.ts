import { languageChoices } from '#src/lib/languages.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { levelWords } from '#contract/works/works.rules.ts';
import type { publishedSpans } from '#contract/panel/works.schema.ts';
import type {
  childrenReasons,
  PanelTenant,
  PersonState,
  tenantDomains,
} from '#contract/panel/panel.schema.ts';

const choicesOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }));

export const kindWords: Readonly<Record<PanelTenant['kind'], string>> = {
  school: 'School',
  organization: 'Organization',
};
export const tenantStateWords: Readonly<Record<PanelTenant['state'], string>> = {
  pending: 'Not set up yet',
  active: 'Active',
  suspended: 'Suspended',
  closing: 'Closing',
  gone: 'Gone',
};
export const personStateWords: Readonly<Record<PersonState, string>> = {
  invited: 'Invited',
  active: 'Active',
  archived: 'Archived',
  guest: 'Guest',
};
const domainWords: Readonly<Record<(typeof tenantDomains)[number], string>> = {
  verified: 'Working',
  waiting: 'Not confirmed yet',
  none: 'None',
};
const reasonWords: Readonly<Record<(typeof childrenReasons)[number], string>> = {
  safety: 'Safety',
  data_request: 'Data request',
  support: 'Support',
};
export const privacyWords = { public: 'Public', private: 'Private', community: 'Community' } as const;

export const kindChoices = choicesOf(kindWords);
export const tenantStateChoices = choicesOf(tenantStateWords);
export const personStateChoices = choicesOf(personStateWords);
export const domainChoices = choicesOf(domainWords);
export const reasonChoices = choicesOf(reasonWords);
export const privacyChoices = choicesOf(privacyWords);

export const workKindWords: Readonly<Record<WorkKind, string>> = {
  book: 'Book',
  story: 'Story',
  message: 'Message',
};
const publishedWords: Readonly<Record<(typeof publishedSpans)[number], string>> = {
  week: 'In the last 7 days',
  month: 'In the last 30 days',
  year: 'In the last year',
};
export const workKindChoices = choicesOf(workKindWords);
export const publishedChoices = choicesOf(publishedWords);
export const levelChoices = Object.entries(levelWords).map(([value, { label }]) => ({ value, label }));

export const languageName = (language: string) =>
  languageChoices(language).find(({ value }) => value === language)?.label ?? language;
