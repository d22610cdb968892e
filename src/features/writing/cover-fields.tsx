import { Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { limits } from '#contract/kit/limits.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { levelWords } from '#contract/works/works.rules.ts';
import { levels } from '#contract/works/works.schema.ts';
import { goalsPerStory, type StoryChange } from '#contract/writing/writing.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { goalNames } from '#src/lib/goals.ts';
import { languageChoices } from '#src/lib/languages.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { sayNotKept } from './not-kept.ts';
import { CauseField } from './cause-field.tsx';
import { Choice } from './choice.tsx';
import { ChooseSome } from './choose-some.tsx';
import { CoverPicture } from './cover-picture.tsx';
import { ShelvesField } from './shelves-field.tsx';
import { TextArea } from './text-area.tsx';
import { useCoverField, type CoverField } from './use-cover-field.ts';
import { changeStory, changeStoryInput } from './writing.mutations.ts';
import styles from './writing.module.css';

interface CoverTextProps {
  work: OwnWork;
  field: CoverField;
  label: string;
  description?: string;
  maxLength: number;
}

/** One line of the cover. */
function CoverLine({ work, field, size = 'md', ...shown }: CoverTextProps & { size?: 'md' | 'lg' }) {
  const { value, onChange } = useCoverField(work, field);
  return (
    <TextInput
      {...shown}
      size={size}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      dir="auto"
    />
  );
}

/** Several lines of the cover, or of the plan. */
function CoverLines({ work, field, ...shown }: CoverTextProps & { rows: number }) {
  const { value, onChange } = useCoverField(work, field);
  return <TextArea {...shown} value={value} onChange={onChange} />;
}

export function TitleField({ work }: { work: OwnWork }) {
  return <CoverLine work={work} field="title" label="Title" size="lg" maxLength={limits.storyTitleLength} />;
}

export function PlanField({ work }: { work: OwnWork }) {
  return (
    <CoverLines
      work={work}
      field="plan"
      label="My plan"
      description="Who is in your story? Where are they? What happens first, then, and in the end? Only you and your teachers see this."
      rows={8}
      maxLength={limits.planLength}
    />
  );
}

const readers = [
  { value: 'private', label: 'Only me and my teachers' },
  { value: 'community', label: 'My school and its families' },
  { value: 'public', label: 'Everybody' },
] as const;

const levelChoices = [
  { value: '', label: 'I do not know' },
  ...levels.map((value) => ({
    value,
    label: `${levelWords[value].label}, ages ${levelWords[value].ages}`,
  })),
] as const;

const goals = goalNames.map((name, place) => ({ value: String(place + 1), label: `${place + 1} ${name}` }));

interface CoverFieldsProps {
  work: OwnWork;
  chapters: readonly OwnChapter[];
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
}

/** What stands on the cover, and who may read it once it is published. */
export function CoverFields({ work, chapters, draw }: CoverFieldsProps) {
  const replica = useReplica();
  function change(fields: StoryChange) {
    const kept = replica.enqueue(changeStory, changeStoryInput(work.id, fields));
    kept.catch(sayNotKept);
  }
  return (
    <Stack gap="lg">
      <TitleField work={work} />
      <CoverPicture work={work} chapters={chapters} draw={draw} onChoose={(cover) => change({ cover })} />
      <CoverLine
        work={work}
        field="pen_name"
        label="Name on the cover"
        description="Your first name stands there if you leave it empty. Leave out your last name."
        maxLength={limits.penNameLength}
      />
      <CoverLines
        work={work}
        field="blurb"
        label="What is it about?"
        description="A line or two for the back cover. Do not tell the end!"
        rows={3}
        maxLength={limits.blurbLength}
      />
      <CoverLine
        work={work}
        field="dedication"
        label="For whom did you make it?"
        description="For a friend, for your dog, for all who like rain. You may leave it empty."
        maxLength={limits.dedicationLength}
      />
      <CoverLines
        work={work}
        field="about_author"
        label="About the author"
        description="What do you like? What makes you laugh? Leave out your last name and where you live."
        rows={3}
        maxLength={limits.aboutAuthorLength}
      />
      <Choice
        label="Language"
        data={languageChoices(work.language)}
        value={work.language}
        onChange={(language) => change({ language })}
      />
      <Choice
        label="For whom is it easy enough?"
        data={levelChoices}
        value={work.level ?? ''}
        onChange={(level) => change({ level: level === '' ? null : level })}
      />
      <ShelvesField work={work} onChange={(categories) => change({ categories })} />
      <details>
        <summary className={styles.summary}>Is it about a goal of the whole world?</summary>
        <ChooseSome
          label="Goals of the world"
          choices={goals}
          maximum={goalsPerStory}
          chosen={work.sdgs.map(String)}
          onChange={(chosen) => change({ sdgs: chosen.map(Number) })}
        />
      </details>
      <CauseField work={work} onChange={(cause_id) => change({ cause_id })} />
      <Choice
        label="Who may read it?"
        description="Your teacher looks at it first, whatever you choose."
        data={readers}
        value={work.visibility}
        onChange={(visibility) => change({ visibility })}
      />
    </Stack>
  );
}
