import * as v from 'valibot';
import { Id } from '../kit/id.ts';
import { line } from '../kit/text.ts';

/** Views of lists that one person keeps at most. */
export const mostViews = 20;
/** Characters of a name at most. */
export const viewName = 60;

/** Of a page of the platform's panel: no view leads anywhere else. */
const Path = v.pipe(
  v.string(),
  v.maxLength(100, 'path must be at most 100 characters'),
  v.regex(/^\/admin-panel\/[a-z]+(?:-[a-z]+)*$/u, 'path must be that of a list of the panel'),
);

/** What follows the `?` of an address, without the page of the list. */
const Query = v.pipe(
  v.string(),
  v.maxLength(1000, 'query must be at most 1,000 characters'),
  v.regex(/^[\w.~!$'()*+,;:@/?%&=-]*$/u, 'query must be that of an address'),
  v.check((query) => !new URLSearchParams(query).has('after'), 'query must not name a page of the list'),
);

const name = line({ required: 'Please give it a name', maximum: viewName, label: 'The name' });

export const NewView = v.object({ name, path: Path, query: Query });
export const RenameView = v.object({ name });

/** Search, filters and order of a list under a name. */
export const SavedView = v.object({ id: Id, name: v.string(), path: v.string(), query: v.string() });
export type SavedView = v.InferOutput<typeof SavedView>;
