import { Text, TextInput } from '@mantine/core';
import { limits } from '#contract/kit/limits.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { adviceOn } from './checks.rules.ts';
import { findPrivateWords } from '#src/desk/story.rules.ts';
import { TextArea } from '#src/desk/text-area.tsx';
import { useKnown } from './use-checks.ts';
import { useCoverField, type CoverField } from '#src/desk/use-cover-field.ts';
import styles from './finish.module.css';

interface CoverTextProps {
  work: OwnWork;
  field: CoverField;
  label: string;
  description?: string;
  maxLength: number;
}

/** Says what a stranger should not read in these words; nothing where there is no such thing. */
export function PrivateWords({ text }: { text: string }) {
  const [first] = findPrivateWords(text, useKnown());
  return (
    <Text role="status" className={styles.advice}>
      {first && adviceOn(first)}
    </Text>
  );
}

/** One line of the cover. */
export function CoverLine({ work, field, size = 'md', ...shown }: CoverTextProps & { size?: 'md' | 'lg' }) {
  const { value, onChange } = useCoverField(work, field);
  return (
    <div>
      <TextInput
        {...shown}
        size={size}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        dir="auto"
      />
      {field !== 'title' && <PrivateWords text={value} />}
    </div>
  );
}

interface CoverLinesProps extends CoverTextProps {
  rows: number;
  /** What stands there until somebody writes something else, and is saved as if it had been typed. */
  begun?: string;
}

/** Several lines of the cover, or of the plan. */
export function CoverLines({ work, field, begun, ...shown }: CoverLinesProps) {
  const { value, onChange } = useCoverField(work, field, begun);
  return (
    <div>
      <TextArea {...shown} value={value} onChange={onChange} />
      {field !== 'plan' && <PrivateWords text={value} />}
    </div>
  );
}

function TitleField({ work }: { work: OwnWork }) {
  return <CoverLine work={work} field="title" label="Title" size="lg" maxLength={limits.storyTitleLength} />;
}

function PlanField({ work }: { work: OwnWork }) {
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

/** What a story begins with: its title and its plan. */
export function Plan({ work }: { work: OwnWork }) {
  return (
    <>
      <TitleField work={work} />
      <PlanField work={work} />
    </>
  );
}
