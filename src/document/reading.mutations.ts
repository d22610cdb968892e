import type { EndpointInput } from '#contract/kit/endpoint.ts';
import type { ReaderSettingsRow, ReadingRow } from '#contract/works/reading-rows.schema.ts';
import { readingEndpoints } from '#contract/works/reading.endpoints.ts';
import {
  isFurther,
  justBegun,
  notBegun,
  withBookmark,
  type Progress,
} from '#contract/works/reading.rules.ts';
import type { Reaction } from '#contract/works/reactions.schema.ts';
import type { ReaderSettings } from '#contract/works/reading.schema.ts';
import { isOfPerson, queued, type AnyQueuedDefinition, type EffectContext } from '#src/sync/queued.ts';

/** The row of a work as it is after something; the very same rows where `after` gives the row back. */
function withReading(
  rows: readonly ReadingRow[],
  id: string,
  { queued_at: read_at }: EffectContext,
  after: (row: ReadingRow) => ReadingRow,
): readonly ReadingRow[] {
  const place = rows.findIndex((row) => row.id === id);
  const row = rows[place];
  if (!row)
    return [...rows, { ...after({ id, ...notBegun, bookmarks: [], reaction: null, read_at }), read_at }];
  const changed = after(row);
  return changed === row ? rows : rows.with(place, { ...changed, read_at });
}

export function reachInput(
  workId: string,
  { round, reached }: Progress,
): EndpointInput<typeof readingEndpoints.reach> {
  return { params: { workId }, body: { round, reached } };
}

export const reachPart = queued(readingEndpoints.reach, {
  effects: {
    reading: (rows, { params: { workId }, body }, context) =>
      isOfPerson(context)
        ? withReading(rows, workId, context, (row) => (isFurther(body, row) ? { ...row, ...body } : row))
        : rows,
  },
  touches: ({ params }) => [params.workId],
  fold: (earlier, later) => (isFurther(earlier.body, later.body) ? earlier : later),
  describe: ({ body }) => `How far you have read: to ${body.reached}`,
});

export function markInput(
  workId: string,
  partId: string,
  is_set: boolean,
): EndpointInput<typeof readingEndpoints.mark> {
  return { params: { workId, partId }, body: { is_set } };
}

export const markPart = queued(readingEndpoints.mark, {
  effects: {
    reading: (rows, { params: { workId, partId }, body }, context) =>
      isOfPerson(context)
        ? withReading(rows, workId, context, (row) => {
            const begun = isFurther(justBegun, row) ? { ...row, ...justBegun } : row;
            const bookmarks = withBookmark(row.bookmarks, partId, body.is_set);
            return bookmarks === row.bookmarks ? begun : { ...begun, bookmarks: [...bookmarks] };
          })
        : rows,
  },
  touches: ({ params }) => [params.workId],
  describe: ({ body }) => (body.is_set ? 'A bookmark' : 'A bookmark taken out'),
});

export function reactInput(
  workId: string,
  reaction: Reaction | null,
): EndpointInput<typeof readingEndpoints.react> {
  return { params: { workId }, body: { reaction } };
}

export const react = queued(readingEndpoints.react, {
  effects: {
    reading: (rows, { params: { workId }, body: { reaction } }, context) => {
      const said = rows.find(({ id }) => id === workId)?.reaction ?? null;
      if (!isOfPerson(context) || said === reaction) return rows;
      const after = withReading(rows, workId, context, (row) => ({ ...row, reaction }));
      // Nothing is left of a work that was never opened.
      return reaction === null ? after.filter((row) => row.id !== workId || isFurther(row, notBegun)) : after;
    },
  },
  touches: ({ params }) => [params.workId],
  fold: (_earlier, later) => later,
  describe: ({ body }) => (body.reaction === null ? 'A kind word taken back' : 'A kind word about a book'),
});

function isAlready(row: ReaderSettingsRow | undefined, settings: ReaderSettings): boolean {
  return row !== undefined && Object.entries(settings).every(([name, value]) => row.settings[name] === value);
}

export function chooseInput(settings: ReaderSettings): EndpointInput<typeof readingEndpoints.choose> {
  return { body: settings };
}

export const chooseSettings = queued(readingEndpoints.choose, {
  effects: {
    reader_settings: (rows, { body }, context) =>
      !isOfPerson(context) || isAlready(rows[0], body)
        ? rows
        : [{ id: context.scope.slice('user:'.length), settings: body }],
  },
  // Everybody changes the own row alone, so it needs no id to be told from others.
  touches: () => ['own reader'],
  fold: (_earlier, later) => later,
  isQuiet: true,
  describe: () => 'How pages look to you',
});

/** What the pages of the library teach the replica. */
export const readingCalls: readonly AnyQueuedDefinition[] = [reachPart, markPart, react, chooseSettings];
