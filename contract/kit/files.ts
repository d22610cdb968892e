import * as v from 'valibot';
import type { Schema } from './endpoint.ts';

export interface FileFieldOptions {
  /** Media types that the sender may say the file is. What it is indeed, the server looks at itself. */
  types: readonly `${string}/${string}`[];
  /** Said where it is another one. */
  wrongType: string;
  /** Bytes. */
  maximum: number;
  /** Said where it has more. */
  tooLarge: string;
}

/**
 * A file in the body of an endpoint that sends `multipart`. Who calls hands in a `File` or `Blob`, and the server's handler
 * gets one. What is too large is refused with 413 before all of it was read.
 */
export function fileField({ types, wrongType, maximum, tooLarge }: FileFieldOptions) {
  return v.pipe(
    v.blob('Please choose a file.'),
    v.maxSize(maximum, tooLarge),
    v.mimeType([...types], wrongType),
  );
}

export interface FileLimit {
  /** Bytes. */
  maximum: number;
  /** What is said beyond that. */
  tooLarge: string;
}

interface Node {
  type: string;
  entries?: Record<string, Node>;
  wrapped?: Node;
  options?: readonly Node[];
  pipe?: readonly { type: string; requirement?: unknown; message?: unknown }[];
}

function limitOf(node: Node): FileLimit | null {
  if (node.type === 'blob' || node.type === 'file') {
    const size = node.pipe?.find((check) => check.type === 'max_size');
    if (typeof size?.requirement !== 'number' || typeof size.message !== 'string')
      throw new Error('A field with a file says how large it may be: see fileField()');
    return { maximum: size.requirement, tooLarge: size.message };
  }
  for (const inner of [node.wrapped, ...(node.options ?? [])]) {
    const found = typeof inner === 'object' ? limitOf(inner) : null;
    if (found) return found;
  }
  return null;
}

/** The fields of a body that may be a file, whatever else they may be. */
export function fileLimits(body: Schema): ReadonlyMap<string, FileLimit> {
  const { entries = {} } = body as unknown as Node;
  return new Map(
    Object.entries(entries).flatMap(([name, entry]) => {
      const limit = limitOf(entry);
      return limit ? [[name, limit] as const] : [];
    }),
  );
}
