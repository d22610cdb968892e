import type { EndpointInput } from '#contract/kit/endpoint.ts';
import { assignmentId } from '#contract/learning/assignments.rules.ts';
import { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { queued } from '#src/sync/queued.ts';

type AssignInput = EndpointInput<typeof learningEndpoints.assign>;

export function assignInput(classId: string, pageId: string, due: string | null): AssignInput {
  return { params: { classId, pageId }, body: { is_set: true, due } };
}

export function takeBackInput(classId: string, pageId: string): AssignInput {
  return { params: { classId, pageId }, body: { is_set: false } };
}

export const assign = queued(learningEndpoints.assign, {
  effects: {
    assignments: (rows, { params: { classId, pageId }, body }, { scope }) => {
      if (scope !== scopeOf.schoolClass(classId)) return rows;
      const id = assignmentId(classId, pageId);
      const place = rows.findIndex((row) => row.id === id);
      if (!body.is_set) return place === -1 ? rows : rows.toSpliced(place, 1);
      const row = { id, class_id: classId, page_id: pageId, due: body.due ?? null };
      if (place === -1) return [...rows, row];
      return rows[place]?.due === row.due ? rows : rows.with(place, row);
    },
  },
  touches: ({ params }) => [params.classId],
  fold: (earlier, later) => (earlier.params.pageId === later.params.pageId ? later : null),
  describe: ({ params, body }, find) => {
    const name = find('classes', params.classId)?.name ?? 'a class';
    return body.is_set ? `A task set for ${name}` : `A task taken back from ${name}`;
  },
});
