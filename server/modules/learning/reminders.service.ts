import { contentProblems } from '#contract/content/content.problems.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { audit } from '#server/platform/audit.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import * as repository from './reminders.repository.ts';

/** The kind of task that looks at an event; its subject is the page. */
export const remindOfEvent = 'learning.remind';

export type ReminderService = ReturnType<typeof createReminderService>;

export function createReminderService({ addTask }: { addTask: DueWork['add'] }) {
  return {
    /**
     * What was taken back may be gone meanwhile, and nobody is told.
     * @throws Problem `content.not_found`
     */
    async set(
      { params: { pageId }, body: { is_set } }: EndpointParsed<typeof learningEndpoints.setReminder>,
      { transaction, actor, changes, origin, now }: Call<Actor>,
    ): Promise<void> {
      const { tenant_id, id } = actor;
      const by = { tenantId: tenant_id, userId: id, pageId };
      if (is_set && !(await repository.isEvent(transaction, pageId)))
        throw new Problem(contentProblems.not_found);
      const isChanged = is_set
        ? await repository.setReminder(transaction, by, now)
        : await repository.removeReminder(transaction, by);
      if (!isChanged) return;
      changes.put(scopeOf.user(id), 'learning', pageId);
      // One look for all who are reminded of it here; it finds nobody and ends where the last one took theirs back.
      if (is_set)
        await addTask(transaction, tenant_id, {
          kind: remindOfEvent,
          subject: pageId,
          payload: { origin },
          due_at: now,
          created_at: now,
        });
      await audit(transaction, {
        tenant_id,
        actor_id: id,
        action: is_set ? 'learning.reminder_set' : 'learning.reminder_taken_back',
        subject_id: pageId,
      });
    },
  };
}
