import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { privacyPreferences } from '#contract/students/students.schema.ts';
import { ListFilter, type Choice } from '#src/ui/list-filters.tsx';
import { privacyLooks } from './privacy.tsx';
import { noClass, signInChoices, type StudentFilters } from './student-list.rules.ts';

interface StudentFiltersProps {
  filters: StudentFilters;
  /** By name. */
  classes: readonly SchoolClass[];
  onChange: (change: Partial<StudentFilters>) => void;
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
export function StudentFilterBar({ filters, classes, onChange }: StudentFiltersProps) {
  const { classId, archived, privacy, signIn, withoutBooks } = filters;
  return (
    <>
      <ListFilter
        label="Class"
        any="All classes"
        value={classId}
        choices={[
          ...classes.map(({ id, name }) => ({ value: id, label: name })),
          { value: noClass, label: 'No class' },
        ]}
        onChange={(value) => onChange({ classId: value })}
      />
      <ListFilter
        label="List"
        any="In school"
        value={archived ? 'archived' : null}
        choices={listChoices}
        onChange={(value) => onChange({ archived: value !== null })}
      />
      <ListFilter
        label="Privacy"
        any="Any privacy"
        value={privacy}
        choices={privacyChoices}
        onChange={(value) => onChange({ privacy: chosen(privacyPreferences, value) })}
      />
      <ListFilter
        label="Last sign-in"
        any="At any time"
        value={signIn}
        choices={signInOptions}
        onChange={(value) => onChange({ signIn: chosen(signInChoices, value) })}
      />
      <ListFilter
        label="Work"
        any="With and without"
        value={withoutBooks ? 'none' : null}
        choices={workChoices}
        onChange={(value) => onChange({ withoutBooks: value !== null })}
      />
    </>
  );
}
