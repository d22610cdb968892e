import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { folderOf, keyOf, MediaAwayError, type MediaStore, type StoredMedia } from './media-store.ts';

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

function away(error: unknown): MediaAwayError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return new MediaAwayError(`The folder of media answered ${code}`, { cause: error });
}

/** Media in a folder that all servers share. A file is there whole or not at all. */
export function openMediaFolder(root: string): MediaStore {
  const fileOf = (key: string) => path.join(root, ...key.split('/'));
  return {
    kind: 'folder',

    async put(ref, content) {
      const file = fileOf(keyOf(ref));
      const draft = `${file}.${randomUUID()}`;
      try {
        await mkdir(path.dirname(file), { recursive: true });
        const handle = await open(draft, 'wx', 0o640);
        try {
          await handle.writeFile(content);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw away(error);
      }
    },

    async open(ref, range) {
      const file = fileOf(keyOf(ref));
      try {
        const { size } = await stat(file);
        if (range && range.to >= size) throw new MediaAwayError('A file of media is shorter than it was');
        return createReadStream(file, range ? { start: range.from, end: range.to } : {});
      } catch (error) {
        if (isMissing(error)) return null;
        throw error instanceof MediaAwayError ? error : away(error);
      }
    },

    async remove(ref) {
      await rm(fileOf(keyOf(ref)), { force: true }).catch((error: unknown) => {
        throw away(error);
      });
    },

    async *list(tenantId): AsyncGenerator<StoredMedia> {
      const folder = fileOf(folderOf(tenantId));
      const names = await readdir(folder, { recursive: true }).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw away(error);
      });
      for (const name of names) {
        const sha256 = path.basename(name);
        if (!/^[0-9a-f]{64}$/u.test(sha256)) continue;
        const { size } = await stat(path.join(folder, name));
        yield { sha256, bytes: size };
      }
    },
  };
}
