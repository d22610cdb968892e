import { Button, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { privacyPreferences } from '#contract/students/students.schema.ts';
import { privacyLooks } from './privacy.tsx';
import styles from './student-filter-bar.module.css';
import { isNarrowed, noClass, noFilters, signInChoices, type StudentFilters } from './student-list.rules.ts';

interface StudentFilterBarProps {
  filters: StudentFilters;
  /** By name. */
  classes: readonly SchoolClass[];
  onChange: (change: Partial<StudentFilters>) => void;
}

interface Choice {
  value: string;
  label: string;
}

interface FilterProps {
  label: string;
  /** What it says where it narrows nothing down. */
  any: string;
  value: string | null;
  choices: readonly Choice[];
  onChange: (value: string | null) => void;
}

function Filter({ label, any, value, choices, onChange }: FilterProps) {
  return (
    <NativeSelect
      label={label}
      className={styles.filter}
      data-narrowed={value !== null || undefined}
      data={[{ value: '', label: any }, ...choices]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
    />
  );
}

const listChoices: readonly Choice[] = [{ value: 'archived', label: 'Archived' }];
const privacyChoices = privacyPreferences.map((value) => ({ value, label: privacyLooks[value].label }));
const signInLabels = {
  never: 'Never signed in',
  7: 'Not in the last 7 days',
  30: 'Not in the last 30 days',
  90: 'Not in the last 90 days',
} satisfies Record<(typeof signInChoices)[number], string>;
const signInOptions = signInChoices.map((value) => ({ value, label: signInLabels[value] }));
const workChoices: readonly Choice[] = [{ value: 'none', label: 'No books yet' }];

/** Finds the choice that a select was set to. */
function chosen<const Value extends string>(choices: readonly Value[], text: string | null): Value | null {
  return choices.find((value) => value === text) ?? null;
}

/** What the list of all students is narrowed down by. */
export function StudentFilterBar({ filters, classes, onChange }: StudentFilterBarProps) {
  const { classId, archived, privacy, signIn, withoutBooks } = filters;
  return (
    <div className={styles.filters} role="group" aria-label="Filters">
      <Filter
        label="Class"
        any="All classes"
        value={classId}
        choices={[
          ...classes.map(({ id, name }) => ({ value: id, label: name })),
          { value: noClass, label: 'No class' },
        ]}
        onChange={(value) => onChange({ classId: value })}
      />
      <Filter
        label="List"
        any="In school"
        value={archived ? 'archived' : null}
        choices={listChoices}
        onChange={(value) => onChange({ archived: value !== null })}
      />
      <Filter
        label="Privacy"
        any="Any privacy"
        value={privacy}
        choices={privacyChoices}
        onChange={(value) => onChange({ privacy: chosen(privacyPreferences, value) })}
      />
      <Filter
        label="Last sign-in"
        any="At any time"
        value={signIn}
        choices={signInOptions}
        onChange={(value) => onChange({ signIn: chosen(signInChoices, value) })}
      />
      <Filter
        label="Work"
        any="With and without"
        value={withoutBooks ? 'none' : null}
        choices={workChoices}
        onChange={(value) => onChange({ withoutBooks: value !== null })}
      />
      {isNarrowed(filters) && (
        <Button
          variant="subtle"
          className={styles.clear}
          leftSection={<IconX size={18} stroke={1.75} aria-hidden />}
          onClick={() => onChange({ ...noFilters, archived })}
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}
