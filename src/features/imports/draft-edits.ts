import * as v from 'valibot';
import { Id } from '#contract/kit/id.ts';
import { mendRow, type Choice } from './draft.rules.ts';
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
  facts: v.object({ hasHeader: v.boolean(), unused: v.array(v.string()), count: v.number() }),
  rows: v.array(
    v.object({
      id: Id,
      row: v.number(),
      first_name: v.string(),
      last_name: v.string(),
      problem: v.nullable(v.object({ field: v.picklist(['first_name', 'last_name']), reason: v.string() })),
      key: v.string(),
    }),
  ),
});

export function readKeptFile(kept: unknown): DraftFile | null {
  const result = v.safeParse(KeptFile, kept);
  return result.success ? result.output : null;
}

/** The rows as they stand after that. */
export function editedRows(rows: readonly DraftRow[], { mended, removed }: DraftEdits): readonly DraftRow[] {
  const gone = new Set(removed);
  const left = gone.size === 0 ? rows : rows.filter(({ id }) => !gone.has(id));
  if (Object.keys(mended).length === 0) return left;
  return left.map((row) => {
    const names = mended[row.id];
    return names ? mendRow(row, names) : row;
  });
}

/** Another name is another question: what was said of the one before counts no more. */
export function withNames(
  { mended, choices, removed }: DraftEdits,
  id: string,
  names: Partial<Pick<DraftRow, 'first_name' | 'last_name'>>,
): DraftEdits {
  const { [id]: _said, ...others } = choices;
  return { mended: { ...mended, [id]: { ...mended[id], ...names } }, choices: others, removed };
}

export function withChoice(edits: DraftEdits, ids: readonly string[], choice: Choice): DraftEdits {
  const said = Object.fromEntries(ids.map((id) => [id, choice]));
  return { ...edits, choices: { ...edits.choices, ...said } };
}
