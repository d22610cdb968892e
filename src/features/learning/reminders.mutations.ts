import type { EndpointInput } from '#contract/kit/endpoint.ts';
import { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import { isOfPerson, queued } from '#src/sync/queued.ts';

export function reminderInput(
  pageId: string,
  is_set: boolean,
): EndpointInput<typeof learningEndpoints.setReminder> {
  return { params: { pageId }, body: { is_set } };
}

export const setReminder = queued(learningEndpoints.setReminder, {
  effects: {
    learning: (rows, { params: { pageId }, body: { is_set } }, context) => {
      if (!isOfPerson(context)) return rows;
      const place = rows.findIndex(({ id }) => id === pageId);
      const before = rows[place];
      if ((before?.is_reminded ?? false) === is_set) return rows;
      if (!before) return [...rows, { id: pageId, steps: [], is_reminded: true }];
      const { is_reminded: _, ...row } = before;
      if (is_set) return rows.with(place, { ...row, is_reminded: true });
      return row.steps.length === 0 ? rows.toSpliced(place, 1) : rows.with(place, row);
    },
  },
  touches: ({ params }) => [params.pageId],
  fold: (_, later) => later,
  describe: ({ body }) => (body.is_set ? 'A reminder of a live event' : 'A reminder taken back'),
});
