import * as v from 'valibot';
import { Id } from '#contract/kit/id.ts';
import { mendRow, withLastNamesFirst, type Choice } from './draft.rules.ts';
import type { DraftRow, FileFacts } from './file-reading.ts';

/** A file that was read, as it was read. */
export interface DraftFile {
  name: string;
  facts: FileFacts;
  rows: readonly DraftRow[];
}

const Names = v.object({ first_name: v.exactOptional(v.string()), last_name: v.exactOptional(v.string()) });

const DraftEdits = v.object({
  /** Names that were typed anew. */
  mended: v.record(Id, Names),
  removed: v.array(Id),
  choices: v.record(Id, v.picklist(['same', 'different'])),
  /** What comes first in every line, where that was asked. */
  order: v.exactOptional(v.picklist(['first_name', 'last_name'])),
});
/** What somebody did to the rows of a file, by their ids. Apart from the file, because it is kept with every key press. */
export type DraftEdits = v.InferOutput<typeof DraftEdits>;

export const noEdits: DraftEdits = { mended: {}, removed: [], choices: {} };

/** Null where it makes no sense to this version of the app. */
export function readEdits(kept: unknown): DraftEdits | null {
  const result = v.safeParse(DraftEdits, kept);
  return result.success ? result.output : null;
}

const KeptFile = v.object({
  name: v.string(),
  facts: v.object({
    hasHeader: v.boolean(),
    unused: v.array(v.string()),
    leftOut: v.optional(v.array(v.object({ row: v.number(), text: v.string() })), []),
    asksOrder: v.optional(v.boolean(), false),
    count: v.number(),
  }),
  rows: v.array(
    v.object({
      id: Id,
      row: v.number(),
      first_name: v.string(),
      last_name: v.string(),
      problem: v.nullable(v.object({ field: v.picklist(['first_name', 'last_name']), reason: v.string() })),
      doubt: v.optional(v.nullable(v.object({ of: v.picklist(['name', 'row']), reason: v.string() })), null),
      key: v.string(),
    }),
  ),
});

export function readKeptFile(kept: unknown): DraftFile | null {
  const result = v.safeParse(KeptFile, kept);
  return result.success ? result.output : null;
}

/** The rows as they stand after that. */
export function editedRows(
  rows: readonly DraftRow[],
  { mended, removed, order }: DraftEdits,
): readonly DraftRow[] {
  const gone = new Set(removed);
  const there = gone.size === 0 ? rows : rows.filter(({ id }) => !gone.has(id));
  const left = order === 'last_name' ? withLastNamesFirst(there) : there;
  if (Object.keys(mended).length === 0) return left;
  return left.map((row) => {
    const names = mended[row.id];
    return names ? mendRow(row, names) : row;
  });
}

/** Another name is another question: what was said of the one before counts no more. */
export function withNames(
  { choices, ...edits }: DraftEdits,
  id: string,
  names: Partial<Pick<DraftRow, 'first_name' | 'last_name'>>,
): DraftEdits {
  const { [id]: _said, ...others } = choices;
  const { mended } = edits;
  return { ...edits, mended: { ...mended, [id]: { ...mended[id], ...names } }, choices: others };
}

export function withChoice(edits: DraftEdits, ids: readonly string[], choice: Choice): DraftEdits {
  const said = Object.fromEntries(ids.map((id) => [id, choice]));
  return { ...edits, choices: { ...edits.choices, ...said } };
}

/** Names that were typed before are of the other order. */
export function withOrder(edits: DraftEdits, order: NonNullable<DraftEdits['order']>): DraftEdits {
  return { ...edits, mended: {}, order };
}
