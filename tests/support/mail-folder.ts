import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** The messages in the local mailbox of a server that runs, the oldest first. */
export async function mailsIn({ dataDir }: { dataDir: string }): Promise<Email[]> {
  const folder = path.join(dataDir, 'mailbox');
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).toSorted();
  return await Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))),
  );
}
