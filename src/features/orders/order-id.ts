import { uuidv7 } from 'uuidv7';
import * as v from 'valibot';
import { Id } from '#contract/kit/id.ts';
import { deviceStorage, tabStorage } from '#src/session/device-storage.ts';

// Specification of an order that is not over: a second tap and a reload send the same one.
const idKey = 'checkout order';
const paidKey = 'checkout went to pay';
/** Maximum of orders kept as sent to payment from this device. */
const remembered = 10;

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

function readNoted(): readonly string[] {
  try {
    const result = v.safeParse(v.array(v.string()), JSON.parse(deviceStorage.getItem(paidKey) ?? '[]'));
    return result.success ? result.output : [];
  } catch {
    return [];
  }
}

function storeNoted(noted: readonly string[]): void {
  if (noted.length === 0) deviceStorage.removeItem(paidKey);
  else deviceStorage.setItem(paidKey, JSON.stringify(noted));
}

/** Stores a digest of the token of an order that is sent to payment, for all tabs: the provider may return to another one. */
export function noteOrder(token: string): void {
  const of = digest(token);
  storeNoted([...readNoted().filter((each) => each !== of), of].slice(-remembered));
}

/** @returns true once for an order that was sent to payment from this device */
export function takeOrder(token: string): boolean {
  const of = digest(token);
  const noted = readNoted();
  if (!noted.includes(of)) return false;
  storeNoted(noted.filter((each) => each !== of));
  return true;
}
