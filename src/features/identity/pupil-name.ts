import type { PupilTile } from '#contract/students/students.schema.ts';

/** As a child reads itself in the picker: "Zoë F." */
export function nameOf({ first_name, last_initial }: PupilTile): string {
  return `${first_name} ${last_initial}`.trim();
}
