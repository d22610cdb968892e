import type { TenantColumn, TenantTable } from '#server/platform/tenant-tables.ts';

/** Tables of which no row leaves, each with why. */
const leftOut: Readonly<Record<string, string>> = {
  export_chunks: 'the export itself',
  export_links: 'the export itself',
  export_parts: 'the export itself',
  exports: 'the export itself',
  failed_guesses: 'who guessed passwords, by keyed hashes',
  idempotency_keys: 'answers that may hold secrets, kept to give them again',
  refresh_tokens: 'they open sessions',
  tasks: 'work of the servers',
  tenant_keys: 'it opens sealed passwords',
};

/** What opens something: the hash of a password, the token of a link, whatever is sealed. */
const secret = /(?:^|_)(?:token|hash|sealed|secret)$|^(?:sealed|wrapped)_/u;
/** Names a file by its content. */
const fileName = /(?:^|_)sha256$|^chosen_cover$/u;

export const isLeftOut = (table: string): boolean => Object.hasOwn(leftOut, table);

/** A table keeps files where it has their bytes beside the hash of these. */
export function keepsFiles({ name, columns }: TenantTable): boolean {
  const has = (wanted: string) => columns.some((column) => column.name === wanted);
  return !isLeftOut(name) && has('content') && has('sha256') && columns.some(isBytes);
}

const isBytes = ({ name, type }: TenantColumn) => name === 'content' && type === 'bytea';

/** Bytes leave as names of files alone: all others are secrets or files. */
export function isExported({ name, type, is_generated }: TenantColumn): boolean {
  if (is_generated) return false;
  return type === 'bytea' ? fileName.test(name) : !secret.test(name);
}

const extensions: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/webm': 'webm',
  'audio/ogg': 'ogg',
  'application/pdf': 'pdf',
};

/** @param type null: the logo of a tenant, which is always drawn as WebP */
export function fileOf(sha256: string, type: string | null): string {
  return `media/${sha256}.${type === null ? 'webp' : (extensions[type.split(';')[0] ?? ''] ?? 'bin')}`;
}
