import type { Readable } from 'node:stream';
import { Problem, requestProblems } from '#contract/kit/problem.ts';

/** Some content of a tenant, by its hash: once per tenant, never across, since a shared object tells one school what another has. */
export interface MediaRef {
  readonly tenantId: string;
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string;
}

/** Bytes from the first to the last one, both among them. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export interface StoredMedia {
  readonly sha256: string;
  readonly bytes: number;
}

/** Where bytes are kept that are no rows. Rights to them are rows, always. */
export interface MediaStore {
  /** A name for logs and numbers. */
  readonly kind: 'folder' | 's3';
  /** May be repeated. */
  put(ref: MediaRef, content: Buffer, mediaType: string): Promise<void>;
  /** Null: it is not there. */
  open(ref: MediaRef, range?: ByteRange): Promise<Readable | null>;
  /** An address of the store itself, good for some seconds; left out where a store has none. Nobody looks whether it is there. */
  link?(ref: MediaRef, options: { mediaType: string; seconds: number }): Promise<URL>;
  /** Of what is gone: fine. */
  remove(ref: MediaRef): Promise<void>;
  /** All of one tenant, in any order. */
  list(tenantId: string): AsyncIterable<StoredMedia>;
}

/** The store did not answer as it should: the bytes may be there, and nobody can tell. */
export class MediaAwayError extends Error {
  override readonly name = 'MediaAwayError';
}

const hash = /^[0-9a-f]{64}$/u;
const tenant = /^[0-9a-f-]{36}$/u;

export const folderOf = (tenantId: string): string => {
  if (!tenant.test(tenantId)) throw new Error('A tenant has an id');
  return `t/${tenantId}/`;
};

/** The key of some content: `t/<tenant>/<2 digits>/<hash>`. */
export function keyOf({ tenantId, sha256 }: MediaRef): string {
  if (!hash.test(sha256)) throw new Error('Media go by a hash');
  return `${folderOf(tenantId)}${sha256.slice(0, 2)}/${sha256}`;
}

/** @throws Problem `request.unavailable`, with a moment to wait, in place of a store that is away */
export function refuseWhileAway(error: unknown): never {
  if (!(error instanceof MediaAwayError)) throw error;
  throw new Problem(requestProblems.unavailable, {
    error: 'Pictures and sounds cannot be fetched right now.',
    retryAfter: 10,
  });
}
