import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { classStaff } from '../kit/roles.ts';

/** A list that a device made a file of, by rows that it has. */
export const SavedList = v.object({
  list: v.picklist(['students', 'works']),
  rows: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
});
export type SavedList = v.InferOutput<typeof SavedList>;

export const savedListEndpoints = {
  noteList: endpoint({
    name: 'exports.noteList',
    summary: 'Write into the audit that a list of the school was saved as a file on a device',
    method: 'POST',
    path: '/v1/exports/lists/',
    roles: classStaff,
    guests: 'never',
    offline: 'queued',
    body: SavedList,
    response: v.object({ noted: v.literal(true) }),
  }),
} as const;
