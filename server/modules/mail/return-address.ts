import { timingSafeEqual } from 'node:crypto';
import type { SecretKey } from '#server/platform/secret-key.ts';

/** Hexadecimal digits of the signature: with them the part before the @ stays under its 64 characters. */
const signed = 20;
const pattern = /bounce\+([0-9a-f]{32})\.([0-9a-f]{20})@/giu;

const purpose = 'returned e-mail';
const shortened = (signature: Buffer) => signature.toString('hex').slice(0, signed);

/** Where a mail server returns the letter `id` to. Hexadecimal, as some write addresses in lower case. */
export function returnAddress(secretKey: SecretKey, id: string, domain: string): string {
  return `bounce+${id.replaceAll('-', '')}.${shortened(secretKey.sign(purpose, id))}@${domain}`;
}

/** The id of the first address in a text that we signed; null where there is none. */
export function letterIn(secretKey: SecretKey, text: string): string | null {
  for (const [, digits = '', signature = ''] of text.matchAll(pattern)) {
    const id = digits.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
    const given = Buffer.from(signature.toLowerCase());
    const all = secretKey.signAll(purpose, id).map((ours) => Buffer.from(shortened(ours)));
    if (all.some((ours) => timingSafeEqual(ours, given))) return id;
  }
  return null;
}
