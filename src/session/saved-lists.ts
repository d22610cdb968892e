import { savedListEndpoints, type SavedList } from '#contract/exports/saved-lists.endpoints.ts';
import { queued } from '#src/sync/queued.ts';

export function noteListInput(list: SavedList['list'], rows: number) {
  return { body: { list, rows } };
}

/** Nothing that a device shows is changed by it. */
export const noteList = queued(savedListEndpoints.noteList, {
  effects: {},
  isQuiet: true,
  describe: () => 'A list saved as a file',
});
