import path from 'node:path';
import { openMediaFolder } from './media-folder.ts';
import { openS3, type S3Settings } from './media-s3.ts';
import type { MediaStore } from './media-store.ts';

/** Where bytes are kept beside the database. */
export type MediaSettings = { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Settings);

interface MediaVariables {
  MEDIA_STORE?: string | undefined;
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
}

const example = 'file:/var/lib/media or s3://bucket?endpoint=https://s3.example.org&region=eu-central-1';

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, username } = new URL(text);
  return /^https?:$/u.test(protocol) && pathname === '/' && search === '' && username === '';
}

/** @returns null for none, or what is wrong with it, beginning with the name of the variable */
export function readMediaSettings(
  { MEDIA_STORE, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }: MediaVariables,
  root: string,
): { settings: MediaSettings | null; problem: string | null } {
  const wrong = (problem: string) => ({ settings: null, problem });
  if (MEDIA_STORE === undefined || MEDIA_STORE === '') return { settings: null, problem: null };
  if (MEDIA_STORE.startsWith('file:')) {
    const folder = MEDIA_STORE.slice('file:'.length).replace(/^\/\/(?=\/)/u, '');
    if (folder === '') return wrong(`MEDIA_STORE must name a folder, such as ${example}`);
    return { settings: { kind: 'folder', folder: path.resolve(root, folder) }, problem: null };
  }
  const url = URL.canParse(MEDIA_STORE) ? new URL(MEDIA_STORE) : null;
  if (url?.protocol !== 's3:' || url.hostname === '') return wrong(`MEDIA_STORE must be such as ${example}`);
  const endpoint = url.searchParams.get('endpoint') ?? '';
  if (!isEndpoint(endpoint))
    return wrong(`MEDIA_STORE must say the endpoint of the store, such as ${example}`);
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
    return wrong('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set where MEDIA_STORE is an S3 store');
  return {
    settings: {
      kind: 's3',
      bucket: url.hostname,
      endpoint,
      region: url.searchParams.get('region') ?? 'us-east-1',
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
    },
    problem: null,
  };
}

export function openMediaStore(settings: MediaSettings | null): MediaStore | null {
  if (settings === null) return null;
  return settings.kind === 'folder' ? openMediaFolder(settings.folder) : openS3(settings);
}
