import { TextInput, type TextInputProps } from '@mantine/core';
import { longestChampionDays } from '#contract/champions/champions.rules.ts';
import { addDays } from '#contract/kit/day.ts';
import { today } from '#src/lib/days.ts';

/** The last day of somebody's rights. */
export function UntilField(props: TextInputProps) {
  return (
    <TextInput
      label="Last day"
      description="At most one year from today."
      type="date"
      required
      min={today()}
      max={addDays(today(), longestChampionDays)}
      {...props}
    />
  );
}
