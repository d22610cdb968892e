import { assign } from '#src/features/learning/assignments.mutations.ts';
import { setReminder } from '#src/features/learning/reminders.mutations.ts';
import { addRows, undoImport } from '#src/features/imports/imports.mutations.ts';
import { noteList } from '#src/session/saved-lists.ts';
import type { AnyQueuedDefinition } from '#src/sync/queued.ts';

/** What only pages of the staff queue, and no child's tablet needs. */
export const staffCalls: readonly AnyQueuedDefinition[] = [
  addRows,
  undoImport,
  assign,
  setReminder,
  noteList,
];
