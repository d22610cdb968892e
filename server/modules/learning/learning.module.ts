import type { Module, OptionsOf } from '#server/platform/module.ts';
import type { SnapshotSource } from '../sync/snapshot-source.ts';
import type { ofPerson } from '../works/own-snapshot.ts';
import { createAssignmentService } from './assignments.service.ts';
import { assignmentSnapshot } from './assignments.snapshot.ts';
import { createJoiningService } from './joining.service.ts';
import { listLearning } from './learning.repository.ts';
import { learningRoutes } from './learning.routes.ts';
import { createReminderService } from './reminders.service.ts';
import { eventReminderTask } from './reminders.task.ts';

/** What is learned on public pages, set for classes, and reminded of. */
export function createLearning(
  deps: OptionsOf<typeof createAssignmentService> &
    OptionsOf<typeof createReminderService> &
    OptionsOf<typeof createJoiningService> &
    Omit<OptionsOf<typeof eventReminderTask>, 'listPages'> & { ofPerson: typeof ofPerson },
): Module<SnapshotSource> {
  return {
    routes: learningRoutes(
      createAssignmentService(deps),
      createReminderService(deps),
      createJoiningService(deps),
    ),
    tasks: [eventReminderTask({ ...deps, listPages: (asking) => deps.content.listWithMoments(asking) })],
    snapshots: [deps.ofPerson('learning', listLearning), assignmentSnapshot],
  };
}
