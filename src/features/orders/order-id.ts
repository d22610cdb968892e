import { uuidv7 } from 'uuidv7';
import * as v from 'valibot';
import { Id } from '#contract/kit/id.ts';
import { tabStorage } from '#src/session/device-storage.ts';

// Specification of an order that is not over: a second tap and a reload send the same one.
const idKey = 'checkout order';
const tokenKey = 'checkout token';

const Kept = v.object({ id: Id, of: v.string() });

/** 53 bits that tell texts apart. Nothing of the text can be read from it. */
function digest(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  return `${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}`;
}

function read(): v.InferOutput<typeof Kept> | null {
  try {
    const result = v.safeParse(Kept, JSON.parse(tabStorage.getItem(idKey) ?? 'null'));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

/** The id of the order with this content: the one that this tab sent before, or a new one. */
export function orderIdFor(content: unknown): string {
  const of = digest(JSON.stringify(content));
  const kept = read();
  if (kept?.of === of) return kept.id;
  const id = uuidv7();
  tabStorage.setItem(idKey, JSON.stringify({ id, of }));
  return id;
}

/** The next order with the same content is another one. */
export function forgetOrderId(): void {
  tabStorage.removeItem(idKey);
}

/** Notes which order this tab goes to pay. */
export function noteOrderOfTab(token: string): void {
  tabStorage.setItem(tokenKey, token);
}

/** True once for the order that this tab went to pay. */
export function takeOrderOfTab(token: string): boolean {
  if (tabStorage.getItem(tokenKey) !== token) return false;
  tabStorage.removeItem(tokenKey);
  return true;
}
