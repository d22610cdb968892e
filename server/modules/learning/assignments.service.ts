import type * as v from 'valibot';
import { classProblems } from '#contract/classes/classes.problems.ts';
import { contentProblems } from '#contract/content/content.problems.ts';
import type { ContentCard } from '#contract/content/content.schema.ts';
import { dayOf, type Day } from '#contract/kit/day.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextPage } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { assignmentId, entryOf, helpNeeded, isHandedIn } from '#contract/learning/assignments.rules.ts';
import type { AssignedPages, ClassProgress, Learner } from '#contract/learning/assignments.schema.ts';
import type { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { audit } from '#server/platform/audit.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { ClassAccess } from '../classes/classes.service.ts';
import type { ContentService } from '../content/content.service.ts';
import * as repository from './assignments.repository.ts';
import { isThere } from './learning.repository.ts';

export type AssignmentService = ReturnType<typeof createAssignmentService>;

interface Options {
  classes: Pick<ClassAccess, 'keepsRunning' | 'runs'>;
  content: Pick<ContentService, 'listWithMoments'>;
}

const named = ({ id, kind, slug, parent, title }: ContentCard) => ({ id, kind, slug, parent, title });

/** The lessons of a page: a course's, in order; a lesson is its own. */
const lessonsOf = ({ id, kind, slug }: ContentCard, cards: readonly ContentCard[]) =>
  cards.filter(
    (card) => card.kind === 'lesson' && (kind === 'course' ? card.parent === slug : card.id === id),
  );

/** The first of two days; no day is after all. */
const firstOf = (one: Day | null, other: Day | null) =>
  one === null || (other !== null && other < one) ? other : one;

export function createAssignmentService({ classes, content }: Options) {
  /** The pages that a child may read. */
  async function cardsForChildren({ transaction, actor, now }: Call<Actor>): Promise<ContentCard[]> {
    const asking = { transaction, tenantId: actor.tenant_id, reader: 'child', now } as const;
    return (await content.listWithMoments(asking)).map(({ card }) => card);
  }

  return {
    /**
     * What was taken back may be gone meanwhile, and nobody is told.
     * @throws Problem `classes.not_found`, `content.not_found`
     */
    async assign(
      { params: { classId, pageId }, body: { is_set, due } }: EndpointParsed<typeof learningEndpoints.assign>,
      { transaction, actor, changes }: Call<Actor>,
    ): Promise<void> {
      const { tenant_id } = actor;
      if (!(await classes.keepsRunning(transaction, actor, classId)))
        throw new Problem(classProblems.not_found);
      if (is_set && !(await isThere(transaction, pageId))) throw new Problem(contentProblems.not_found);
      const key = { tenantId: tenant_id, classId, pageId };
      const isChanged = is_set
        ? await repository.setAssignment(transaction, key, due)
        : await repository.removeAssignment(transaction, key);
      if (!isChanged) return;
      // A row that is not there any more is told as one that left.
      changes.put(scopeOf.schoolClass(classId), 'assignments', assignmentId(classId, pageId));
      await audit(transaction, {
        tenant_id,
        actor_id: actor.id,
        action: is_set ? 'learning.assigned' : 'learning.assignment_taken_back',
        subject_id: classId,
        details: { page_id: pageId, ...(is_set && { due }) },
      });
    },

    async listAssigned(call: Call<Actor>): Promise<v.InferOutput<typeof AssignedPages>> {
      const { transaction, actor } = call;
      const classIds = await repository.listClassesOf(transaction, actor.tenant_id, actor.id);
      const assignments = await repository.listAssignments(transaction, actor.tenant_id, classIds);
      if (assignments.length === 0) return { results: [] };
      const days = new Map<string, Day | null>();
      for (const { page_id, due } of assignments)
        days.set(page_id, days.has(page_id) ? firstOf(days.get(page_id) ?? null, due) : due);
      const cards = await cardsForChildren(call);
      const results = cards.flatMap((card) => {
        const due = days.get(card.id);
        if (due === undefined) return [];
        return [{ ...named(card), due, lessons: lessonsOf(card, cards).map(({ id }) => ({ id })) }];
      });
      const rank = ({ due }: { due: Day | null }) => due ?? '9999-99-99';
      return {
        results: results.toSorted((one, other) =>
          rank(one) === rank(other) ? 0 : rank(one) < rank(other) ? -1 : 1,
        ),
      };
    },

    /** @throws Problem `classes.not_found`, `content.not_found` */
    async readClass(
      { params: { classId }, query }: EndpointParsed<typeof learningEndpoints.readClass>,
      call: Call<Actor>,
    ): Promise<ClassProgress> {
      const { transaction, actor, now } = call;
      const { tenant_id } = actor;
      if (!(await classes.runs(transaction, actor, classId))) throw new Problem(classProblems.not_found);
      const cards = await cardsForChildren(call);
      const page = cards.find(({ id }) => id === query.page);
      if (!page) throw new Problem(contentProblems.not_found);
      const lessons = lessonsOf(page, cards);
      const set = (await repository.listAssignments(transaction, tenant_id, [classId])).find(
        ({ page_id }) => page_id === page.id,
      );
      const due = set?.due ?? null;
      const { limit, offset } = query;
      const children = await repository.listLearners(transaction, tenant_id, classId);
      const shown = children.slice(offset, offset + limit);
      const progress = await repository.listProgress(transaction, tenant_id, {
        userIds: shown.map(({ id }) => id),
        pageIds: lessons.map(({ id }) => id),
      });
      const isChallenge = page.kind === 'challenge';
      const entries = isChallenge
        ? await repository.listEntries(transaction, tenant_id, {
            userIds: shown.map(({ id }) => id),
            challengeId: page.id,
          })
        : [];
      return {
        count: children.length,
        next: nextPage({ limit, offset }, children.length, { page: page.id }),
        page: named(page),
        is_set: set !== undefined,
        due,
        lessons: lessons.map(({ id, title }) => ({ id, title })),
        results: shown.map((child): Learner => {
          const own = progress.filter(({ user_id }) => user_id === child.id);
          const done = new Set(own.flatMap(({ page_id, is_finished }) => (is_finished ? [page_id] : [])));
          const works = entries.filter(({ author_id }) => author_id === child.id);
          const entry = entryOf(works.map(({ state }) => state));
          const moments = [
            ...own.flatMap(({ last_done_at }) => last_done_at?.getTime() ?? []),
            ...works.map(({ updated_at }) => updated_at.getTime()),
          ];
          return {
            ...child,
            finished: lessons.flatMap(({ id }) => (done.has(id) ? [id] : [])),
            last_done_at: moments.length === 0 ? null : new Date(Math.max(...moments)).toISOString(),
            entry,
            help: helpNeeded({
              ...(isChallenge
                ? { done: isHandedIn(entry) ? 1 : 0, all: 1, hasBegun: entry !== null }
                : { done: done.size, all: lessons.length, hasBegun: own.length > 0 }),
              due,
              today: dayOf(now),
            }),
          };
        }),
      };
    },
  };
}
