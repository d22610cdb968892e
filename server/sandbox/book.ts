import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';

/** What a practice provider knows, in memory and as one JSON file. One server at a time. */
export class Book<Data extends object> {
  readonly data: Data;
  readonly #file: string | null;
  #saving: Promise<void> = Promise.resolve();

  private constructor(file: string | null, data: Data) {
    this.#file = file;
    this.data = data;
  }

  /** @param folder null keeps nothing @throws Error where the file there is none of ours */
  static async open<Data extends object>(
    folder: string | null,
    name: string,
    empty: Data,
  ): Promise<Book<Data>> {
    if (folder === null) return new Book(null, empty);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, `${name}.json`);
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return new Book(file, empty);
    try {
      return new Book(file, { ...empty, ...(JSON.parse(text) as Data) });
    } catch {
      throw new Error(`${file} cannot be read. Delete it to begin new practice books.`);
    }
  }

  /** Ends when all that was noted before is on the disk: what is answered was kept. */
  save(): Promise<void> {
    const file = this.#file;
    if (file === null) return this.#saving;
    this.#saving = this.#saving.then(async () => {
      const next = `${file}.next`;
      const handle = await open(next, 'w', 0o600);
      try {
        await handle.writeFile(JSON.stringify(this.data));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(next, file);
    });
    return this.#saving;
  }
}
