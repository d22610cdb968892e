import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ByteRange } from './media-store.ts';

/**
 * One part of so many bytes, its ends among it (RFC 9110, 14.2). Null: all of it, also for several parts at once, which nobody
 * needs.
 */
function rangeOf(header: string | undefined, length: number): ByteRange | 'beyond' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/u.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const to = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1);
  if (first !== '' && last !== '' && Number(last) < from) return null;
  return from < length && from <= to ? { from, to } : 'beyond';
}

/**
 * Answers with all of so many bytes, or with the part that the header asks for. Opened before anything is said of them, as it may
 * fail. @param open what is sent; null: all of it
 */
export async function sendRange(
  reply: FastifyReply,
  header: string | undefined,
  { bytes, open }: { bytes: number; open: (range: ByteRange | null) => Promise<Buffer | Readable> },
) {
  const range = rangeOf(header, bytes);
  if (range === 'beyond') return await reply.header('content-range', `bytes */${bytes}`).status(416).send();
  const body = await open(range);
  if (!range) return await reply.header('content-length', bytes).send(body);
  const { from, to } = range;
  return await reply
    .header('content-range', `bytes ${from}-${to}/${bytes}`)
    .header('content-length', to - from + 1)
    .status(206)
    .send(body);
}
