import * as v from 'valibot';
import { create } from 'zustand';
import type { Endpoint, EndpointInput } from '#contract/kit/endpoint.ts';
import { ReaderSettingsRow, ReadingRow } from '#contract/works/reading-rows.schema.ts';
import { tabStorage } from '#src/session/device-storage.ts';
import type { EffectContext, QueuedDefinition } from '#src/sync/queued.ts';

/** A visitor has no id; theirs is no row of anybody. */
const Kept = v.object({
  reading: v.array(ReadingRow),
  reader_settings: v.array(v.object({ ...ReaderSettingsRow.entries, id: v.string() })),
});
type Kept = v.InferOutput<typeof Kept>;

const key = 'reading of a visitor';
const nothing: Kept = { reading: [], reader_settings: [] };

function readKept(): Kept {
  const kept = tabStorage.getItem(key);
  try {
    const result = v.safeParse(Kept, kept === null ? nothing : JSON.parse(kept));
    return result.success ? result.output : nothing;
  } catch {
    // Somebody else wrote there: it is nothing that one could not choose again.
    return nothing;
  }
}

/** How a visitor reads: in the tab and for as long as it is open, because the device may be anybody's. */
export const useVisitorReading = create<Kept>()(() => readKept());

/** What a call does to the rows of a visitor, who has no school to send it to. */
export function doAsVisitor<E extends Endpoint>(
  { effects }: QueuedDefinition<E>,
  input: EndpointInput<E>,
): void {
  const { reading, reader_settings } = useVisitorReading.getState();
  const context: EffectContext = {
    scope: 'user:visitor',
    queued_at: new Date().toISOString(),
    base: undefined,
    rowsOf: () => [],
    resolveCarriedRows: (_table, rows) => rows,
  };
  const kept = {
    reading: [...(effects.reading?.(reading, input, context) ?? reading)],
    reader_settings: [...(effects.reader_settings?.(reader_settings, input, context) ?? reader_settings)],
  };
  useVisitorReading.setState(kept);
  try {
    tabStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A device that is full: it lasts until the page is left.
  }
}
