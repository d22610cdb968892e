import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { sayDay } from '#src/ui/moments.ts';

/** When a class ended, and by whom as far as that is known: "Archived today, 10:42, by Anna Head". */
export function archivedInWords({ archived_at, archived_by }: SchoolClass, now: Date): string {
  if (archived_at === null) return '';
  const when = `Archived ${sayDay(archived_at, now)}`;
  return archived_by ? `${when}, by ${archived_by.first_name} ${archived_by.last_name}`.trim() : when;
}
