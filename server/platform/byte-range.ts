import type { ByteRange } from './media-store.ts';

/**
 * One part of so many bytes, its ends among it (RFC 9110, 14.2). Null: all of it, also for several parts at once, which nobody
 * needs.
 */
export function rangeOf(header: string | undefined, length: number): ByteRange | 'beyond' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/u.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const to = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1);
  if (first !== '' && last !== '' && Number(last) < from) return null;
  return from < length && from <= to ? { from, to } : 'beyond';
}
