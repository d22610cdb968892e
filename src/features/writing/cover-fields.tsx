import { Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { limits } from '#contract/kit/limits.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { levelWords } from '#contract/works/works.rules.ts';
import { levels } from '#contract/works/works.schema.ts';
import type { StoryChange } from '#contract/writing/writing.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { languageChoices } from '#src/lib/languages.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { sayNotKept } from './not-kept.ts';
import { Choice } from './choice.tsx';
import { CoverPicture } from './cover-picture.tsx';
import { ShelvesField } from './shelves-field.tsx';
import { TextArea } from './text-area.tsx';
import { useCoverField } from './use-cover-field.ts';
import { changeStory, changeStoryInput } from './writing.mutations.ts';

export function TitleField({ work }: { work: OwnWork }) {
  const { value, onChange } = useCoverField(work, 'title');
  return (
    <TextInput
      label="Title"
      size="lg"
      maxLength={limits.storyTitleLength}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      dir="auto"
    />
  );
}

export function PlanField({ work }: { work: OwnWork }) {
  const { value, onChange } = useCoverField(work, 'plan');
  return (
    <TextArea
      label="My plan"
      description="Who is in your story? Where are they? What happens first, then, and in the end? Only you and your teachers see this."
      rows={8}
      maxLength={limits.planLength}
      value={value}
      onChange={onChange}
    />
  );
}

function BlurbField({ work }: { work: OwnWork }) {
  const { value, onChange } = useCoverField(work, 'blurb');
  return (
    <TextArea
      label="What is it about?"
      description="A line or two for the back cover. Do not tell the end!"
      rows={3}
      maxLength={limits.blurbLength}
      value={value}
      onChange={onChange}
    />
  );
}

function AboutAuthorField({ work }: { work: OwnWork }) {
  const { value, onChange } = useCoverField(work, 'about_author');
  return (
    <TextArea
      label="About the author"
      description="What do you like? What makes you laugh? Leave out your last name and where you live."
      rows={3}
      maxLength={limits.aboutAuthorLength}
      value={value}
      onChange={onChange}
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
      <BlurbField work={work} />
      <AboutAuthorField work={work} />
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
