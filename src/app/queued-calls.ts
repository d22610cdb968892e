import {
  archiveClass,
  createClass,
  recolourClass,
  renameClass,
  restoreClass,
} from '#src/features/classes/classes.mutations.ts';
import { markTutorialSeen } from '#src/features/identity/tutorials.mutations.ts';
import { chooseAvatar, writeAboutMe } from '#src/features/profiles/profiles.mutations.ts';
import {
  addStudents,
  archiveStudents,
  moveStudents,
  renameStudent,
  restoreStudents,
  updatePrivacy,
  updatePrivacyInBulk,
} from '#src/features/students/students.mutations.ts';
import type { AnyQueuedDefinition } from '#src/sync/queued.ts';

/**
 * Every call that may wait in the outbox, but for those of the staff alone (`staff-calls.ts`) and those whose code comes with a
 * page of its own, which teaches the replica (`writingCalls`). One that is nowhere could be queued and never shown or sent.
 */
export const queuedCalls: readonly AnyQueuedDefinition[] = [
  createClass,
  renameClass,
  recolourClass,
  archiveClass,
  restoreClass,
  addStudents,
  renameStudent,
  updatePrivacy,
  updatePrivacyInBulk,
  archiveStudents,
  restoreStudents,
  moveStudents,
  markTutorialSeen,
  chooseAvatar,
  writeAboutMe,
];
