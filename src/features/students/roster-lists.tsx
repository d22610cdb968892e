import { SegmentedControl } from '@mantine/core';

interface RosterListsProps {
  archived: boolean;
  /** How many are in the class list, and how many are archived. */
  counts: readonly [inClass: number, archived: number];
  onChange: (archived: boolean) => void;
}

/** The way between the class list and those who were taken out of it. */
export function RosterLists({ archived, counts, onChange }: RosterListsProps) {
  return (
    <SegmentedControl
      aria-label="Which students"
      value={archived ? 'archived' : 'in_class'}
      onChange={(value) => onChange(value === 'archived')}
      data={[
        { value: 'in_class', label: `In class (${counts[0]})` },
        { value: 'archived', label: `Archived (${counts[1]})` },
      ]}
    />
  );
}
