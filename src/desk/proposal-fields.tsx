import { levelWords } from '#contract/works/works.rules.ts';
import { levels } from '#contract/works/works.schema.ts';
import { goalsPerStory } from '#contract/writing/writing.schema.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { goalNames } from '#src/lib/goals.ts';
import { languageChoices } from '#src/lib/languages.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { Choice } from './choice.tsx';
import { ChooseSome } from './choose-some.tsx';
import { ShelvesField } from './shelves-field.tsx';

const levelChoices = [
  { value: '', label: 'I do not know' },
  ...levels.map((value) => ({
    value,
    label: `${levelWords[value].label}, ages ${levelWords[value].ages}`,
  })),
] as const;

const goals = goalNames.map((name, place) => ({ value: String(place + 1), label: `${place + 1} ${name}` }));

export type Proposal = Pick<OwnWork, 'language' | 'level' | 'categories' | 'sdgs'>;

interface ProposalFieldsProps {
  value: Proposal;
  onChange: (change: Partial<Proposal>) => void;
  api?: ApiClient;
}

/** What the author proposes, and the teacher decides. */
export function ProposalFields({ value, onChange, api }: ProposalFieldsProps) {
  return (
    <>
      <Choice
        label="Language"
        data={languageChoices(value.language)}
        value={value.language}
        onChange={(language) => onChange({ language })}
      />
      <Choice
        label="For whom is it easy enough?"
        data={levelChoices}
        value={value.level ?? ''}
        onChange={(level) => onChange({ level: level === '' ? null : level })}
      />
      <ShelvesField
        chosen={value.categories}
        onChange={(categories) => onChange({ categories })}
        {...(api && { api })}
      />
      <ChooseSome
        label="Is it about a goal of the whole world?"
        choices={goals}
        maximum={goalsPerStory}
        chosen={value.sdgs.map(String)}
        onChange={(chosen) => onChange({ sdgs: chosen.map(Number) })}
      />
    </>
  );
}
