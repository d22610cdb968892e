import * as v from 'valibot';
import { Faq, type HelpRole } from '#contract/help/help.schema.ts';
import type { KeyValueStorage } from '#src/session/device-storage.ts';

const Kept = v.object({
  /** When they were fetched, by the device's clock, in milliseconds since 1970. */
  fetched: v.number(),
  articles: v.array(Faq),
});
type Kept = v.InferOutput<typeof Kept>;

/** One place for each role, so that a tablet has the children's articles and the teacher's side by side. */
function keyOf(audience: HelpRole): string {
  return `help:${audience}`;
}

/** The articles that this device has for a role; null where it has none that this version understands. */
export function readKept(storage: KeyValueStorage, audience: HelpRole): Kept | null {
  const text = storage.getItem(keyOf(audience));
  if (text === null) return null;
  try {
    const result = v.safeParse(Kept, JSON.parse(text));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

export function writeKept(storage: KeyValueStorage, audience: HelpRole, kept: Kept): void {
  try {
    storage.setItem(keyOf(audience), JSON.stringify(kept));
  } catch (error) {
    // A full device shows the articles all the same, as long as there is a network.
    if (!(error instanceof DOMException)) throw error;
  }
}
